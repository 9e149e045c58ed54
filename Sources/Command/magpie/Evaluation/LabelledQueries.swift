import CatalogFile
import SearchAPI

/// Queries by words with their right answers.
struct LabelledQueries {
    /// The column that names what is relevant.
    enum Label: String {
        case id, file
        case group = "class"
    }

    struct Query: Hashable, Sendable {
        let text: String
        let kind: String
        let split: String
        /// What is relevant, each with the line that says so.
        var answers: [Answer] = []
    }

    struct Answer: Hashable, Sendable {
        let name: String
        let line: Int
    }

    let path: Path
    let label: Label
    /// In the order of the file; a query with another kind or split is another one.
    private(set) var queries: [Query] = []

    /// Kinds and splits of a file without these columns.
    private static let unnamed = "all"

    /// Reads a CSV file with the columns `query`, one of `id`, `file` and `class`, and perhaps `kind` and `split`. A query
    /// with several right answers has several rows.
    init(_ path: Path) throws {
        self.path = path
        let columns = ["query", Label.group.rawValue, "kind", "split"]
        let table = try AttributeTable(
            path: path.text, schema: Dictionary(uniqueKeysWithValues: columns.map { ($0, .string) }))
        let names = Set(table.fields.map(\.name))
        let labels = [
            table.idColumn == Label.id.rawValue ? Label.id : nil,
            table.fileColumn == Label.file.rawValue ? .file : nil,
            names.contains(Label.group.rawValue) ? .group : nil,
        ].compactMap(\.self)
        guard names.contains("query"), let label = labels.first, labels.count == 1 else {
            let known = ([table.idColumn, table.fileColumn].compactMap(\.self) + table.fields.map(\.name))
                .map(\.printable)
            throw SetupError(
                "\(path) needs the columns query and one of id, file and class, and may have kind and split; it has "
                    + known.joined(separator: ", "))
        }
        self.label = label
        var places: [Query: Int] = [:]
        for row in table.rows {
            func cell(_ name: String) -> String? { row.attributes[name]?.written }
            let answer = label == .id ? row.id : label == .file ? row.file : cell(label.rawValue)
            guard let text = cell("query"), let answer else {
                throw SetupError("\(path), line \(row.line): it needs both a query and a value of \(label.rawValue)")
            }
            let query = Query(text: text, kind: cell("kind") ?? Self.unnamed, split: cell("split") ?? Self.unnamed)
            let place = places[query] ?? queries.count
            if place == queries.count {
                places[query] = place
                queries.append(query)
            }
            queries[place].answers.append(Answer(name: answer, line: row.line))
        }
        if queries.isEmpty { throw SetupError("\(path) holds no queries") }
    }
}
