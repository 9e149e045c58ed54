import CatalogFile
import Essentials
import Imaging
import SearchAPI
import VisualSearch

/// Reads one file after the other and determines the changes of the store; each worker has its own file.
struct IndexingWork: Sendable {
    /// The source of the id of a picture without a row in a catalog.
    enum Naming: Sendable {
        /// The path below the input folder, without extension.
        case path
        /// The name of the file, without extension.
        case name
    }

    let engine: SearchEngine
    let place: StorePlace
    let contents: StoreContents
    let catalog: Catalog?
    /// Nil names new images by their path, and leaves others their ids.
    let naming: Naming?
    let limits: Limits
    /// Nothing is described, because nothing will be written.
    var isDryRun = false

    /// The id that the item of an image has.
    func itemID(of input: Input) throws(SearchError) -> String { try identity(of: input).id }

    /// True if a row of the catalog belongs to the image.
    func hasRow(_ input: Input) throws(SearchError) -> Bool { try catalog?.row(of: input, id: id(of: input)) != nil }

    private func identity(of input: Input) throws(SearchError) -> (id: String, row: Int?) {
        let pathID = id(of: input)
        let row = try catalog?.row(of: input, id: pathID)
        if let row, let id = try catalog?.row(row).id { return (id, row) }
        // An id from a row stays when a later run has no row: another id would lose the attributes of the item.
        if naming == nil, let known = contents.files[place.source(of: input.path)]?.id { return (known, row) }
        return (pathID, row)
    }

    func result(for input: Input) -> Indexed {
        Indexed.timed(input) { indexed throws(ImageError) in
            indexed.place = input.place
            do throws(SearchError) {
                try index(input, into: &indexed)
            } catch {
                switch error {
                case .image(let error): indexed.fail(error)
                case .invalidArgument(let reason): indexed.fail(.unreadable(path: input.path.text, reason: reason))
                // The next image would meet the same.
                default: indexed.stop = error
                }
            }
        }
    }

    private func index(_ input: Input, into indexed: inout Indexed) throws(SearchError) {
        let source = place.source(of: input.path)
        let known = contents.files[source]
        let id: String
        (id, indexed.row) = try identity(of: input)
        var row: AttributeTable.Row?
        if let place = indexed.row { row = try catalog?.row(place) }
        guard (1...512).contains(id.utf8.count) else {
            throw .invalidArgument("its id would have \(id.utf8.count) bytes; 512 are allowed")
        }
        let isSameItem = known?.id == id

        let stored = try item(id)
        var item = Item(id: id, source: source, attributes: row?.attributes ?? stored?.attributes ?? [:])
        let hasOtherAttributes = row != nil && stored.map { !item.attributes.isWritten(like: $0.attributes) } ?? false
        if isSameItem, stored != nil, let known = known?.fingerprint {
            if let status = try? FileStatus.of(input.path), status.kind == .file, status.size == known.size,
                status.modified == known.modified
            {
                indexed.action = hasOtherAttributes ? .updated : .unchanged
                indexed.item = item
                return
            }
        }
        let file: FileContents
        do throws(ImageError) { file = try FileContents(input.path, limit: limits.inputBytes) } catch {
            throw .image(error)
        }
        indexed.outcome.inputBytes = file.bytes.count
        let hash = file.bytes.contentHash
        indexed.fingerprint = Fingerprint(size: file.bytes.count, modified: file.status.modified, hash: hash)
        if isSameItem, stored != nil, known?.fingerprint?.hash == hash {
            indexed.action = hasOtherAttributes ? .updated : .unchanged
        } else if isDryRun {
            indexed.action = stored == nil ? .added : .updated
        } else {
            let picture = try engine.describe(.bytes(file.bytes), limits: limits)
            indexed.picture = picture
            indexed.action = stored == nil ? .added : .updated
            indexed.outcome.result = .success(Product(picture: .init(picture)))
        }
        if let stored, row == nil { item.attributes = stored.attributes }
        // Only now: a picture that cannot be used takes nothing out of the store.
        indexed.formerID = isSameItem ? nil : known?.id
        indexed.item = item
    }

    /// Returns the item in the store; an id that is not in it costs no read.
    private func item(_ id: String) throws(SearchError) -> Item? {
        guard contents.ids[id] != nil else { return nil }
        return try engine.store.read { snapshot throws(SearchError) in try snapshot.item(id) }
    }

    private func id(of input: Input) -> String {
        let path = naming == .name ? Path(bytes: input.key.name) : input.key
        guard let end = path.fileExtension else { return path.text }
        return Path(bytes: path.bytes.dropLast(end.count + 1)).text
    }
}

extension [String: AttributeValue] {
    /// True if the attributes are equal, apart from the notation of a number: 12 and 12.0.
    fileprivate func isWritten(like other: Self) -> Bool {
        count == other.count && allSatisfy { $0.value.written == other[$0.key]?.written }
    }
}

extension Product.PictureProperties {
    fileprivate init(_ described: DescribedImage) {
        format = nil
        uprightSize = described.uprightSize
        orientation = 1
        isTruncated = false
        box = described.box
    }
}
