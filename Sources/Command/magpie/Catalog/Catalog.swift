import CatalogFile
import Essentials
import SQLite
import VisualSearch

/// A catalog file, and the mapping from images to its rows. Of the rows only the places are held; each is read again
/// where it is wanted. Rows with the same id are of one item.
struct Catalog: Sendable {
    private let table: CatalogTable
    private let path: Path
    private let places: [CatalogTable.Place]
    private let ids: KeyTable
    private let files: KeyTable
    /// The folders from which a file column may name its files, absolute: that of the catalog and that of `--root`.
    private let folder: Path
    private let root: Path?

    /// Reads the file. A field of the store keeps its type, unless the schema gives another one that its values can have.
    ///
    /// Throws `SetupError` for a file that cannot be read, or whose rows do not name their images.
    init(
        _ path: Path, _ options: CatalogTable.Options = CatalogTable.Options(), known: [String: AttributeType] = [:],
        root: Path? = nil
    ) throws {
        let folder = path.parent.absolute(from: .current)
        var options = options
        options.schema = known.merging(options.schema) { $1 }
        var places: [CatalogTable.Place] = []
        var (ids, files) = (KeyTable(), KeyTable())
        let file = try Catalog.open(path)
        do throws(SearchError) {
            let text = try TableText(descriptor: file.descriptor, path: path.text)
            table = try CatalogTable(text, options: options) { place, id, pictures in
                if let id { ids.add(Path(id).composed, row: places.count) }
                for key in pictures.all.flatMap({ Catalog.keys(ofFile: $0.file, from: folder) }) {
                    files.add(key, row: places.count)
                }
                places.append(place)
            }
        } catch {
            throw SetupError("cannot use the catalog: \(error.sentence)", because: error)
        }
        guard table.idColumn != nil || table.fileColumn != nil else {
            let names = table.columns.map(\.name) + table.pictureColumns.names
            throw SetupError(
                "\(path) has no column that assigns a row to an image, only "
                    + names.map(\.printable).joined(separator: ", ")
                    + "; name one 'id' (or \(AttributeTable.idNames.joined(separator: ", "))) or 'file' (or "
                    + "\(AttributeTable.fileNames.joined(separator: ", "))), or say which with --id-column or "
                    + "--file-column")
        }
        ids.sort()
        files.sort()
        (self.path, self.places, self.ids, self.files) = (path, places, ids, files)
        (self.folder, self.root) = (folder, root?.absolute(from: .current))
    }

    private static func open(_ path: Path) throws(SetupError) -> OpenFile {
        do throws(SystemError) {
            let file = try OpenFile(path)
            if try FileStatus.of(descriptor: file.descriptor).kind == .folder { throw SystemError(EISDIR) }
            return file
        } catch {
            throw SetupError("cannot read the catalog \(path)", error)
        }
    }

    /// Defines the fields in the store, and those of `schema`, which may change the types of stored values.
    func define(
        in store: CatalogStore, schema: [String: AttributeType], droppingMisfits: Bool
    ) throws(SearchError) {
        let kinds = Dictionary(table.columns.map { ($0.name, $0.type) }) { first, _ in first }
        try store.define(kinds.merging(schema) { $1 }, droppingMisfits: droppingMisfits)
    }

    var rowCount: Int { places.count }

    /// The name of the file in messages.
    var name: String { path.text.printable }

    /// Reads a row again.
    func row(_ row: Int) throws(SearchError) -> AttributeTable.Row { try table.row(at: places[row]) }

    /// Returns the name of a row in messages: its id or file.
    func name(ofRow row: Int) -> String {
        let cells = try? self.row(row)
        return (cells?.id ?? cells?.file ?? "line \(places[row].line)").printable
    }

    /// Columns whose values almost are of another type, and an encoding that is not UTF-8, in sentences.
    var warnings: [String] {
        let encoding = table.encoding
        return (encoding == .utf8 ? [] : ["\(path.text.printable) is read as \(encoding.rawValue)"])
            + table.warnings.map { "\(path.text.printable): \($0)" }
    }

    // MARK: rows of images

    /// The rows that an image belongs to.
    struct Match: Sendable {
        var entry: CatalogEntry
        /// False for a picture of an item beside its first one.
        var isFirst: Bool
    }

    /// True where rows name pictures, so that a row without one means an item without a picture.
    var namesPictures: Bool { table.pictureColumns.namePictures }

    /// The rows of an image: by its file, seen from the folder of the catalog, from that of `--root` or from the input
    /// folder, or named alone; else by the first of the ids that it may have.
    func match(of input: Input, ids: [String]) throws(SearchError) -> Match? {
        let name = Path(bytes: input.key.name)
        let absolute = input.path.absolute(from: .current)
        var seen = [absolute, absolute.relative(to: folder)]
        seen += [root.flatMap { absolute.relative(to: $0) }, input.key.plain, name]
        for key in seen.compactMap({ $0?.composed }) {
            if let match = try match(ofFile: key) { return match }
        }
        for key in ids {
            if let entry = try entry(withID: key) { return Match(entry: entry, isFirst: true) }
        }
        return nil
    }

    /// The rows that name a file under this spelling. Rows of which it is the first picture come before those of which it
    /// is a further one, and of several the last one.
    private func match(ofFile key: [UInt8]) throws(SearchError) -> Match? {
        var (first, further) = (nil as Match?, nil as Match?)
        var items: Set<String?> = []
        var seen: Set<Int> = []
        for row in files.rows(key) where !seen.contains(row) {
            var isByAddress = false
            func names(_ picture: CatalogEntry.Picture?) -> Bool {
                guard let file = picture?.cell.file, Catalog.keys(ofFile: file, from: folder).contains(key) else {
                    return false
                }
                isByAddress = file.contains("://")
                return true
            }
            let entry = try entry(of: row)
            seen.formUnion(entry.rows)
            if names(entry.first) {
                if first == nil { first = Match(entry: entry, isFirst: true) }
            } else if entry.further.contains(where: names) {
                if further == nil { further = Match(entry: entry, isFirst: false) }
            } else {
                continue
            }
            if !isByAddress {
                if first != nil { break }
                continue
            }
            // Addresses of several items may end with one name, which then tells nothing.
            items.insert(entry.id)
            if items.count > 1 { return nil }
        }
        return first ?? further
    }

    /// The rows with an id, as one; nil without any.
    func entry(withID id: String) throws(SearchError) -> CatalogEntry? {
        var rows: [(number: Int, row: AttributeTable.Row)] = []
        for number in ids.rows(Path(id).composed) {
            let row = try row(number)
            if row.id == id { rows.append((number, row)) }
            guard rows.count <= Self.rowLimit else {
                throw .invalidArgument(
                    "more than \(Numbers.count(Self.rowLimit)) rows of the catalog have the id \(id.printable); does "
                        + "--id-column name the column of ids?")
            }
        }
        return rows.isEmpty ? nil : CatalogEntry(rows.reversed())
    }

    /// The most rows of an item: far more than pictures and variants of a product.
    private static let rowLimit = 4096

    /// The rows of the item of a row: those with the same id, or this one.
    private func entry(of number: Int) throws(SearchError) -> CatalogEntry {
        let row = try row(number)
        if let id = row.id, let entry = try entry(withID: id) { return entry }
        return CatalogEntry([(number, row)])
    }

    /// The files that may be the one of a cell, likeliest first: seen from the folder of the catalog, from that of
    /// `--root` and from the input folders; a name alone also beside the first picture of the item.
    func candidates(for file: String, inputs: [Path], first: Path) -> [Path] {
        Self.spellings(ofFile: file).flatMap { spelling -> [Path] in
            let path = Path(spelling)
            if path.isAbsolute { return [path] }
            let folders = [folder] + [root].compactMap(\.self) + inputs
            let beside = path.bytes.contains(UInt8(ascii: "/")) ? [] : [first.parent]
            return (folders + beside).map { $0 / path }
        }
    }

    /// The spellings under which images look up the file of a row: without `.`, `..` and doubled slashes; a backslash
    /// divides folders, too, as Windows writes them.
    private static func keys(ofFile file: String, from folder: Path) -> [[UInt8]] {
        spellings(ofFile: file).map { spelling in
            let path = Path(spelling)
            return (path.plain ?? path.absolute(from: folder)).composed
        }
    }

    /// A backslash divides folders, too; an address counts as the name of the file at its end.
    private static func spellings(ofFile file: String) -> [String] {
        if file.contains("://") {
            let path = file.prefix { $0 != "?" && $0 != "#" }
            let name = path.split(separator: "/").last.map(String.init) ?? file
            return [name, name.withoutPercentSigns]
        }
        return file.contains("\\") ? [file, file.replacing("\\", with: "/")] : [file]
    }

    /// The fields with their kinds and the first value of each.
    var summary: String {
        let fields = table.columns.map { field -> (name: String, type: String, example: String) in
            let short = field.example.count > 48 ? field.example.prefix(47) + "…" : field.example
            let meaning = field.meaning.map { ", read as \($0)" } ?? ""
            return (field.name.printable, field.type.rawValue, short.printable + meaning.printable)
        }
        let width = fields.map(\.name.count).max() ?? 0
        let joins = [table.fileColumn, table.idColumn].compactMap { $0?.printable }
        let pictures = table.pictureColumns.pictureNames.map(\.printable)
        let further = pictures.isEmpty ? "" : "; further pictures by \(pictures.joined(separator: ", "))"
        return "\(path.text.printable): \(Numbers.plural(rowCount, "row")), "
            + "found by \(joins.joined(separator: " or "))\(further)\n"
            + fields.map { "  \($0.name.padded(to: width))  \($0.type.padded(to: 6))  \($0.example)\n" }.joined()
    }
}

extension String {
    /// The text with the bytes that `%20` and the like stand for; as it is where they are no text.
    fileprivate var withoutPercentSigns: String {
        var (bytes, rest) = ([UInt8](), Array(utf8)[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count > 1,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes.contains(0) ? self : String(validating: bytes, as: UTF8.self) ?? self
    }
}

extension Path {
    /// The bytes with accents composed: file systems and programs differ in how they write them.
    fileprivate var composed: [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
        guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
        return Array(text.precomposedStringWithCanonicalMapping.utf8)
    }

    /// The path without `.`, `..` inside and doubled slashes; nil for a relative one that leaves its folder.
    fileprivate var plain: Path? {
        var kept: [ArraySlice<UInt8>] = []
        for component in components where !component.elementsEqual(".".utf8) {
            if !component.elementsEqual("..".utf8) {
                kept.append(component)
            } else if kept.popLast() == nil, !isAbsolute {
                return nil
            }
        }
        return Path(bytes: (isAbsolute ? [UInt8(ascii: "/")] : []) + kept.joined(separator: [UInt8(ascii: "/")]))
    }
}
