import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// Looks at one file after the other and finds out what the store has to learn; each worker has its own file.
struct IndexingWork: Sendable {
    /// How a picture without a row in a catalogue gets its id.
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
    let naming: Naming
    let limits: Limits

    func look(at input: Input) -> Indexed {
        let start = ContinuousClock.now
        var indexed = Indexed(Outcome(path: input.path, result: .success(Product())))
        do throws(ImageError) {
            try look(at: input, &indexed)
        } catch {
            indexed.fail(error)
        }
        indexed.outcome.seconds = start.duration(to: .now) / .seconds(1)
        return indexed
    }

    private func look(at input: Input, _ indexed: inout Indexed) throws(ImageError) {
        let source = place.source(of: input.path)
        let known = contents.files[source]
        let row = catalog?.row(of: input, id: id(of: input))
        let id = row?.id ?? id(of: input)
        guard (1...512).contains(id.utf8.count) else {
            throw .unreadable(
                path: input.path.text, reason: "its id would have \(id.utf8.count) bytes; 512 are allowed")
        }
        let isSameItem = known?.id == id
        indexed.formerID = isSameItem ? nil : known?.id

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
        let file = try FileContents(input.path, limit: limits.inputBytes)
        indexed.outcome.inputBytes = file.bytes.count
        let hash = file.bytes.contentHash
        indexed.fingerprint = Fingerprint(size: file.bytes.count, modified: file.status.modified, hash: hash)
        if isSameItem, stored != nil, known?.fingerprint?.hash == hash {
            indexed.action = hasOtherAttributes ? .updated : .unchanged
        } else {
            let picture = try describe(file)
            indexed.picture = picture
            indexed.action = stored == nil ? .added : .updated
            indexed.outcome.result = .success(Product(picture: .init(picture)))
        }
        if let stored, row == nil { item.attributes = stored.attributes }
        indexed.item = item
    }

    private func describe(_ file: FileContents) throws(ImageError) -> DescribedImage {
        do throws(SearchError) {
            return try engine.describe(.bytes(file.bytes), limits: limits)
        } catch {
            if case .image(let cause) = error { throw cause }
            throw .internal(stage: .color, detail: error.sentence)
        }
    }

    /// What the store holds of an item; an id that nobody has costs nothing to ask for.
    private func item(_ id: String) throws(ImageError) -> Item? {
        guard contents.ids[id] != nil else { return nil }
        do throws(SearchError) {
            return try engine.store.read { snapshot throws(SearchError) in try snapshot.item(id) }
        } catch {
            throw .internal(stage: .read, detail: error.sentence)
        }
    }

    private func id(of input: Input) -> String {
        let path = naming == .path ? input.key : Path(bytes: input.key.name)
        guard let end = path.fileExtension else { return path.text }
        return Path(bytes: path.bytes.dropLast(end.count + 1)).text
    }
}

extension [String: AttributeValue] {
    /// Equal but for how a number is kept: 12 and 12.0.
    fileprivate func isWritten(like other: Self) -> Bool {
        count == other.count && allSatisfy { $0.value.written == other[$0.key]?.written }
    }
}

extension Product.Picture {
    fileprivate init(_ described: DescribedImage) {
        format = nil
        uprightSize = described.uprightSize
        orientation = 1
        isTruncated = false
        box = described.box
    }
}
