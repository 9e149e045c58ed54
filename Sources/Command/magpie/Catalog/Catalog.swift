import CatalogFile
import Essentials
import SQLite
import SearchAPI
import VisualSearch

/// A catalog file, and the mapping from images to its rows. Of the rows only the places are held; each is read again
/// where it is wanted.
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
            table = try CatalogTable(text, options: options) { place, id, file in
                if let id { ids.add(Path(id).composed, row: places.count) }
                for key in file.map({ Catalog.keys(ofFile: $0, from: folder) }) ?? [] {
                    files.add(key, row: places.count)
                }
                places.append(place)
            }
        } catch {
            throw SetupError("cannot use the catalog: \(error.sentence)")
        }
        guard table.idColumn != nil || table.fileColumn != nil else {
            throw SetupError(
                "\(path) has no column that assigns a row to an image, only "
                    + table.columns.map(\.name.printable).joined(separator: ", ")
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
            throw SetupError("cannot read the catalog \(path): \(error.text)")
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

    /// The row of an image: by its file, seen from the folder of the catalog, from that of `--root` or from the input
    /// folder, or named alone; else by the id that the image would have, or its name.
    func row(of input: Input, id: String) throws(SearchError) -> Int? {
        let name = Path(bytes: input.key.name)
        let stem = Path(bytes: name.bytes.dropLast(name.fileExtension.map { $0.count + 1 } ?? 0))
        let absolute = input.path.absolute(from: .current)
        var seen = [absolute, absolute.relative(to: folder)]
        seen += [root.flatMap { absolute.relative(to: $0) }, input.key.plain, name]
        for key in seen.compactMap({ $0?.composed }) {
            for row in files.rows(key) {
                guard let file = try self.row(row).file else { continue }
                if Catalog.keys(ofFile: file, from: folder).contains(key) { return row }
            }
        }
        for key in [id, stem.text] {
            for row in ids.rows(Path(key).composed) where try self.row(row).id == key { return row }
        }
        return nil
    }

    /// The spellings under which images look up the file of a row: without `.`, `..` and doubled slashes; a backslash
    /// divides folders, too, as Windows writes them.
    private static func keys(ofFile file: String, from folder: Path) -> [[UInt8]] {
        let spellings = file.contains("\\") ? [file, file.replacing("\\", with: "/")] : [file]
        return spellings.map { spelling in
            let path = Path(spelling)
            return (path.plain ?? path.absolute(from: folder)).composed
        }
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
        return "\(path.text.printable): \(Numbers.plural(rowCount, "row")), "
            + "found by \(joins.joined(separator: " or "))\n"
            + fields.map { "  \($0.name.padded(to: width))  \($0.type.padded(to: 6))  \($0.example)\n" }.joined()
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
