import CatalogFile
import Essentials
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
    /// The folders of the inputs, as far as they are known before a list is read.
    var folders: [Path] = []
    /// The fields that files tell; nil where they are not asked.
    var album: Album?
    /// The fields of the store before the run wrote the first item.
    var types: [String: AttributeType] = [:]
    /// Reads files of the same size and time as well.
    var rereads = false
    /// Nothing is described, because nothing will be written.
    var isDryRun = false

    /// The item that an image belongs to.
    private enum Identity {
        /// The first picture of an item.
        case item(id: String, entry: CatalogEntry?)
        /// A further picture of an item, whose id is nil where that is the one of an image without a row.
        case further(of: String?, entry: CatalogEntry?)
    }

    /// The id of the item whose first picture an image is; nil for a further picture.
    func itemID(of input: Input) throws(SearchError) -> String? {
        guard case .item(let id, _) = try identity(of: input) else { return nil }
        return id
    }

    /// True if the image is the first picture of a row of the catalog.
    func hasRow(_ input: Input) throws(SearchError) -> Bool {
        try catalog?.match(of: input, ids: ids(of: input))?.isFirst == true
    }

    private func identity(of input: Input) throws(SearchError) -> Identity {
        let pathID = id(of: input)
        let match = try catalog?.match(of: input, ids: ids(of: input))
        if let match, !match.isFirst { return .further(of: match.entry.id, entry: match.entry) }
        if let id = match?.entry.id { return .item(id: id, entry: match?.entry) }
        let source = place.source(of: input.path)
        // Without a row a picture stays the one of its item, unless the rows of that item name others.
        if match == nil, let owner = contents.owners[source], contents.files[source] == nil,
            try catalog?.entry(withID: owner) == nil
        {
            return .further(of: owner, entry: nil)
        }
        // An id from a row stays when a later run has no row: another id would lose the attributes of the item.
        if naming == nil, let known = contents.files[source]?.id { return .item(id: known, entry: match?.entry) }
        return .item(id: pathID, entry: match?.entry)
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
                // Every further image would fail the same way.
                default: indexed.stop = error
                }
            }
        }
    }

    private func index(_ input: Input, into indexed: inout Indexed) throws(SearchError) {
        let source = place.source(of: input.path)
        let known = contents.files[source]
        let (id, entry): (String, CatalogEntry?)
        switch try identity(of: input) {
        case .item(let found, let rows): (id, entry) = (found, rows)
        case .further(let owner, let entry):
            indexed.action = .picture
            indexed.owner = Indexed.Owner(id: owner, row: entry?.rows.first)
            // The file was an item of its own, which leaves once it is a picture of another one.
            indexed.formerID = known?.id
            return
        }
        indexed.rows = entry.map { [$0.first?.row ?? $0.rows[0]] } ?? []
        guard (1...512).contains(id.utf8.count) else {
            throw .invalidArgument("its id would have \(id.utf8.count) bytes; 512 are allowed")
        }
        let isSameItem = known?.id == id

        let stored = try item(id)
        var item = Item(
            id: id, source: source, attributes: entry?.attributes ?? stored?.attributes ?? [:],
            pictures: stored?.pictures ?? [])
        let fingerprint = isSameItem && stored != nil ? known?.fingerprint : nil
        let (isOther, bytes) = try describeFirst(input, unless: fingerprint, into: &indexed)
        if entry == nil, let album, let bytes {
            item.attributes = album.attributes(of: bytes, beside: item.attributes, types: types, limits: limits)
        }
        if entry == nil, album != nil { item.attributes = Album.named(item.attributes, by: input, types: types) }
        if !input.raws.isEmpty {
            indexed.raws = input.raws
            // A column of that name in the catalog means something else.
            if entry?.attributes["raw"] == nil {
                item.attributes["raw"] = .string(input.raws.map { place.source(of: $0) }.joined(separator: ", "))
            }
        }
        let hasOtherAttributes = stored.map { !item.attributes.isWritten(like: $0.attributes) } ?? false
        if isOther {
            indexed.action = stored == nil ? .added : .updated
        } else {
            indexed.action = hasOtherAttributes ? .updated : .unchanged
        }
        indexed.further = try FurtherWork(work: self, id: id, first: input.path).result(for: entry)
        if indexed.action == .unchanged, indexed.further.hasOthers { indexed.action = .updated }
        indexed.conflicts = entry?.conflicts ?? []
        indexed.otherFirstRole = entry?.otherFirstRole
        if let entry {
            let failed = Set(indexed.further.failures.compactMap(\.row))
            indexed.rows += entry.rows.filter { !failed.contains($0) && !indexed.rows.contains($0) }
        }
        // Only now: a picture that cannot be used takes nothing out of the store.
        indexed.formerID = isSameItem ? nil : known?.id
        indexed.item = item
    }

    /// Describes the first picture, unless its file is the one of the fingerprint. Returns true if it is another one, and
    /// the bytes of a file that was read.
    private func describeFirst(
        _ input: Input, unless known: Fingerprint?, into indexed: inout Indexed
    ) throws(SearchError) -> (isOther: Bool, bytes: [UInt8]?) {
        switch try reading(of: input.path, unless: known) {
        case .same: return (false, nil)
        case .touched(let file):
            indexed.outcome.inputBytes = file.contents.bytes.count
            indexed.fingerprint = file.fingerprint
            return (false, file.contents.bytes)
        case .other(let file):
            let bytes = file.contents.bytes
            indexed.outcome.inputBytes = bytes.count
            indexed.fingerprint = file.fingerprint
            if isDryRun { return (true, bytes) }
            let picture = try engine.describe(.bytes(bytes), limits: limits)
            indexed.picture = picture
            indexed.outcome.result = .success(Product(picture: .init(picture)))
            return (true, bytes)
        }
    }

    /// A file that was read.
    struct File {
        let contents: FileContents
        let fingerprint: Fingerprint
    }

    /// A file beside what was indexed of it.
    enum Reading {
        /// The same file as it was; it was not opened.
        case same
        /// Of the same content.
        case touched(File)
        /// Of another content, or not known.
        case other(File)
    }

    func reading(of path: Path, unless known: Fingerprint?) throws(SearchError) -> Reading {
        if !rereads, let known, let status = try? FileStatus.of(path), status.kind == .file,
            known.isUntouched(size: status.size, stamp: status.stamp)
        {
            return .same
        }
        let file = try contents(of: path)
        return known?.contentHash == file.fingerprint.contentHash ? .touched(file) : .other(file)
    }

    func contents(of path: Path) throws(SearchError) -> File {
        do throws(ImageError) {
            let contents = try FileContents(path, limit: limits.inputBytes)
            let status = contents.status
            let fingerprint = Fingerprint(of: contents.bytes, modified: status.modified, stamp: status.stamp)
            return File(contents: contents, fingerprint: fingerprint)
        } catch {
            throw .image(error)
        }
    }

    /// Returns the item in the store; an id that is not in it costs no read.
    private func item(_ id: String) throws(SearchError) -> Item? {
        guard contents.ids[id] != nil else { return nil }
        return try engine.store.read { snapshot throws(SearchError) in try snapshot.item(id) }
    }

    /// The id without a row: the path or the name without the extension, which stays where another file has the same.
    private func id(of input: Input) -> String {
        let path = naming == .name ? Path(bytes: input.key.name) : input.key
        guard input.sharing == .alone else { return path.text }
        return path.stem.text
    }

    /// The ids by which an image may have a row. Of files that only their extensions distinguish, the first has the row of
    /// the name alone.
    private func ids(of input: Input) -> [String] {
        let path = naming == .name ? Path(bytes: input.key.name) : input.key
        let name = Path(bytes: input.key.name)
        switch input.sharing {
        case .alone: return [path.stem.text, name.stem.text]
        case .first: return [path.text, path.stem.text, name.stem.text]
        case .later: return [path.text]
        }
    }
}

extension Path {
    /// The path without the extension of its name.
    fileprivate var stem: Path { Path(bytes: bytes.dropLast(fileExtension.map { $0.count + 1 } ?? 0)) }
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
