import SearchAPI
import VisualSearch

/// A catalogue file beside the pictures, and how its rows find them.
struct Catalog: Sendable {
    private let table: AttributeTable
    private let path: Path
    private var byFile: [Path: Int] = [:]
    private var byKey: [String: Int] = [:]
    private var byID: [String: Int] = [:]

    /// Reads the file and tells the store about its fields. A field that the store knows keeps its kind, unless `schema`
    /// says another one that its values can have.
    init(
        _ path: Path, schema: [String: AttributeType], droppingMisfits: Bool, store: CatalogStore
    ) throws(SearchError) {
        self.path = path
        let known = try store.read { snapshot throws(SearchError) in try snapshot.fields() }
        table = try AttributeTable(path: path.text, schema: known.merging(schema) { $1 })
        let kinds = Dictionary(table.fields.map { ($0.name, $0.type) }) { first, _ in first }
        try store.define(kinds.merging(schema) { $1 }, droppingMisfits: droppingMisfits)
        let folder = path.parent.absolute(from: .current)
        for (index, row) in table.rows.enumerated() {
            if let id = row.id { byID[id] = index }
            guard let file = row.file else { continue }
            byKey[file] = index
            byFile[Path(file).absolute(from: folder)] = index
        }
    }

    /// The row of an image: by its file, seen from the folder of the catalogue or from the input folder, or named
    /// alone; else by the id that the image would have, or its name.
    func row(of input: Input, id: String) -> AttributeTable.Row? {
        let name = Path(bytes: input.key.name)
        let stem = Path(bytes: name.bytes.dropLast(name.fileExtension.map { $0.count + 1 } ?? 0))
        let found =
            byFile[input.path.absolute(from: .current)] ?? byKey[input.key.text] ?? byKey[name.text]
            ?? byID[id] ?? byID[stem.text]
        return found.map { table.rows[$0] }
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
        let by = joins.isEmpty ? "without a column for files or ids" : "found by \(joins.joined(separator: " or "))"
        return "\(path.text.printable): \(Numbers.plural(table.rows.count, "row")), \(by)\n"
            + fields.map { "  \($0.name.padded(to: width))  \($0.type.padded(to: 6))  \($0.example)\n" }.joined()
    }
}
