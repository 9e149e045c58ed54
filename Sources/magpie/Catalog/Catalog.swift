import CatalogFile
import Foundation
import SearchAPI
import VisualSearch

/// A catalog file, and the mapping from images to its rows.
struct Catalog: Sendable {
    private let table: AttributeTable
    private let path: Path
    private var byFile: [Path: Int] = [:]
    private var byKey: [String: Int] = [:]
    private var byID: [String: Int] = [:]

    /// Reads the file. A field of the store keeps its type, unless `schema` gives another one that its values can have.
    ///
    /// Throws `SetupError` for a file that cannot be read, or whose rows do not name their images.
    init(_ path: Path, schema: [String: AttributeType], known: [String: AttributeType]) throws {
        self.path = path
        let bytes = try Catalog.contents(of: path)
        do throws(SearchError) {
            table = try AttributeTable(bytes, path: path.text, schema: known.merging(schema) { $1 })
        } catch {
            throw SetupError("cannot use the catalog: \(error.sentence)")
        }
        guard table.idColumn != nil || table.fileColumn != nil else {
            throw SetupError(
                "\(path) has no column that assigns a row to an image, only "
                    + table.fields.map(\.name.printable).joined(separator: ", ")
                    + "; name one 'id' (or \(AttributeTable.idNames.joined(separator: ", "))) or 'file' (or "
                    + "\(AttributeTable.fileNames.joined(separator: ", ")))")
        }
        let folder = path.parent.absolute(from: .current)
        for (index, row) in table.rows.enumerated() {
            if let id = row.id { byID[id] = index }
            guard let file = row.file else { continue }
            byKey[file] = index
            byFile[Path(file).absolute(from: folder)] = index
        }
    }

    private static func contents(of path: Path) throws -> [UInt8] {
        do throws(SystemError) {
            // The other end of a pipe may need a while: `--catalog <(COMMAND)`.
            return try LineReader(try OpenFile(path)).rest(upTo: .max).get()
        } catch {
            throw SetupError("cannot read the catalog \(path): \(error.text)")
        }
    }

    /// Defines the fields in the store, and those of `schema`, which may change the types of stored values.
    func define(
        in store: CatalogStore, schema: [String: AttributeType], droppingMisfits: Bool
    ) throws(SearchError) {
        let kinds = Dictionary(table.fields.map { ($0.name, $0.type) }) { first, _ in first }
        try store.define(kinds.merging(schema) { $1 }, droppingMisfits: droppingMisfits)
    }

    var rowCount: Int { table.rows.count }

    subscript(row: Int) -> AttributeTable.Row { table.rows[row] }

    /// Returns the name of a row in messages: its id or file.
    func name(ofRow row: Int) -> String { (table.rows[row].id ?? table.rows[row].file ?? "row \(row + 1)").printable }

    /// The row of an image: by its file, seen from the folder of the catalog or from the input folder, or named alone;
    /// else by the id that the image would have, or its name.
    func row(of input: Input, id: String) -> Int? {
        let name = Path(bytes: input.key.name)
        let stem = Path(bytes: name.bytes.dropLast(name.fileExtension.map { $0.count + 1 } ?? 0))
        return byFile[input.path.absolute(from: .current)] ?? byKey[input.key.text] ?? byKey[name.text]
            ?? byID[id] ?? byID[stem.text]
    }

    /// The fields with their kinds and the first value of each.
    var summary: String {
        let fields = table.fields.map { field -> (name: String, type: String, example: String) in
            let example = table.rows.lazy.compactMap { $0.attributes[field.name]?.written }.first { !$0.isEmpty } ?? ""
            let short = example.count > 48 ? example.prefix(47) + "…" : example
            return (field.name.printable, field.type.rawValue, short.printable)
        }
        let width = fields.map(\.name.count).max() ?? 0
        let joins = [table.fileColumn, table.idColumn].compactMap { $0?.printable }
        return "\(path.text.printable): \(Numbers.plural(table.rows.count, "row")), "
            + "found by \(joins.joined(separator: " or "))\n"
            + fields.map { "  \($0.name.padded(to: width))  \($0.type.padded(to: 6))  \($0.example)\n" }.joined()
    }
}
