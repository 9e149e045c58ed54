import CatalogFile
import Essentials
import VisualSearch

/// The first picture of items: read and described once, whatever the number of items that begin with it.
struct FirstPicture {
    let path: Path
    /// The bytes that were read.
    private(set) var inputBytes = 0
    private var file: IndexingWork.File?
    private var described: DescribedImage?
    private var text: PictureTexts.Read?

    init(_ path: Path) { self.path = path }

    /// Describes the picture for an item, unless its file is the one of the fingerprint. Returns true if it is another one, and the
    /// bytes of a file that was read.
    mutating func describe(
        _ work: IndexingWork, unless known: Fingerprint?, into indexed: inout Indexed
    ) throws(SearchError) -> (isOther: Bool, bytes: [UInt8]?) {
        if file == nil {
            switch try work.reading(of: path, unless: known) {
            case .same: return (false, nil)
            case .touched(let file), .other(let file):
                self.file = file
                inputBytes = file.contents.bytes.count
            }
        }
        guard let file else { return (false, nil) }
        let bytes = file.contents.bytes
        indexed.fingerprint = known == file.fingerprint ? nil : file.fingerprint
        if known?.contentHash == file.fingerprint.contentHash { return (false, bytes) }
        if work.isDryRun { return (true, bytes) }
        if described == nil { described = try work.engine.describe(.bytes(bytes), limits: work.limits) }
        guard let picture = described else { return (true, bytes) }
        indexed.picture = picture
        indexed.outcome.result = .success(Product(picture: .init(picture)))
        return (true, bytes)
    }
}

extension FirstPicture {
    /// The text in the picture, which is read once.
    mutating func text(by texts: PictureTexts, _ bytes: [UInt8], _ limits: Limits) -> PictureTexts.Read {
        if let text { return text }
        let read = texts.text(of: bytes, limits: limits)
        text = read
        return read
    }
}

/// Makes one item of an image: its attributes, its first picture and the further ones.
struct ItemWork {
    let work: IndexingWork
    let id: String
    /// The rows of the item; nil for an image without a row.
    let match: Catalog.Match?
    /// The image that the item begins with; nil for one that begins with another picture of its rows.
    var input: Input?

    private var entry: CatalogEntry? { match?.entry }

    /// - Parameters:
    ///   - picture: The picture that the item begins with.
    ///   - place: Its place among those of the rows; nil where no row names it.
    ///   - failed: The pictures before it that cannot be used.
    func make(
        _ picture: inout FirstPicture, at place: Int?, failed: [Int: ImageError] = [:], into indexed: inout Indexed
    ) throws(SearchError) {
        guard (1...512).contains(id.utf8.count) else {
            throw .invalidArgument("its id would have \(id.utf8.count) bytes; 512 are allowed")
        }
        let source = work.place.source(of: picture.path)
        let stored = try work.item(id)
        var item = Item(
            id: id, source: source, attributes: entry?.attributes ?? stored?.attributes ?? [:],
            pictures: stored?.pictures ?? [])
        let known = work.contents.files[source]?.first { $0.id == id }
        let (isOther, bytes) = try picture.describe(
            work, unless: stored == nil ? nil : known?.fingerprint, into: &indexed)
        if entry == nil, let album = work.album, let bytes {
            item.attributes = album.attributes(
                of: bytes, beside: item.attributes, types: work.types, limits: work.limits)
        }
        if entry == nil, work.album != nil, let input {
            // Beside a catalog a picture without a row is a leftover, which words must not find among the shop's items.
            item.attributes = Album.named(
                item.attributes, by: input, withNames: work.catalog == nil, types: work.types)
        }
        // A column of that name in the catalog means something else.
        if entry?.attributes[Item.pictureText] == nil {
            item.attributes[Item.pictureText] = pictureText(
                in: &picture, isOther ? nil : stored, bytes, into: &indexed)
        }
        if let raws = input?.raws, !raws.isEmpty {
            indexed.raws = raws
            // A column of that name in the catalog means something else.
            if entry?.attributes["raw"] == nil {
                item.attributes["raw"] = .string(raws.map { work.place.source(of: $0) }.joined(separator: ", "))
            }
        }
        let hasOtherAttributes = stored.map { !item.attributes.isWritten(like: $0.attributes) } ?? false
        if isOther {
            indexed.action = stored == nil ? .added : .updated
        } else {
            indexed.action = hasOtherAttributes ? .updated : .unchanged
        }
        indexed.further = try FurtherWork(work: work, id: id, first: picture.path, place: place, failed: failed)
            .result(for: entry)
        if indexed.action == .unchanged, indexed.further.hasOthers { indexed.action = .updated }
        indexed.conflicts = entry?.conflicts ?? []
        if let entry {
            if let place, let role = entry.pictures[place].cell.role, role != .front { indexed.otherFirstRole = role }
            let first = place.map { entry.pictures[$0].row } ?? entry.rows[0]
            let failed = Set(indexed.further.failures.compactMap(\.row))
            indexed.rows = [first] + entry.rows.filter { !failed.contains($0) && $0 != first }
            indexed.isNamed = place != nil
        }
        indexed.item = item
    }

    /// The text in the picture of the item: what an earlier run has read stays with its picture.
    ///
    /// - Parameters:
    ///   - stored: The item with the same picture; nil for a picture that is new to it.
    ///   - bytes: Those of a file that was read.
    private func pictureText(
        in picture: inout FirstPicture, _ stored: Item?, _ bytes: [UInt8]?, into indexed: inout Indexed
    ) -> AttributeValue? {
        let known = stored?.attributes[Item.pictureText]
        guard let texts = work.texts, let bytes, stored == nil || work.rereads, !work.isDryRun else { return known }
        let read = picture.text(by: texts, bytes, work.limits)
        indexed.textFault = read.fault
        return read.fault == nil ? read.value : known
    }

    /// Makes the item of its next picture that can be used, where the first one could not; nil where there is no such picture, and
    /// for an item that was made of the first one: a fault takes nothing out of the store.
    func makeOfNext(after error: ImageError, of path: Path, place: Int) throws(SearchError) -> Indexed? {
        guard let entry, let first = match?.picture, let catalog = work.catalog,
            work.contents.ids[id] != work.place.source(of: path)
        else { return nil }
        var failed = [first: error]
        for next in entry.pictures.indices.dropFirst(first + 1) {
            guard let file = catalog.location(of: entry.pictures[next], besideFirstIn: path.parent).file else {
                continue
            }
            let reached = work.place.file(of: work.place.source(of: file)) ?? file
            var picture = FirstPicture(reached)
            var indexed = Indexed(Outcome(path: reached, result: .success(Product())))
            indexed.place = place
            do throws(SearchError) {
                let work = ItemWork(work: work, id: id, match: match)
                try work.make(&picture, at: next, failed: failed, into: &indexed)
                indexed.outcome.inputBytes = picture.inputBytes
                return indexed
            } catch {
                guard case .image(let error) = error else { throw error }
                failed[next] = error
            }
        }
        return nil
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
