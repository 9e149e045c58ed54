import CatalogFile
import Evaluation
import SearchAPI

/// Queries by words with their relevant items.
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
        /// The relevant items, each with its line.
        var answers: [Answer] = []
    }

    struct Answer: Hashable, Sendable {
        let name: String
        let line: Int
    }

    let path: String
    let label: Label
    /// In the order of the file; a query with another kind or split is another one.
    private(set) var queries: [Query] = []

    /// Kinds and splits of a file without these columns.
    private static let unnamed = "all"

    /// Reads a CSV file with the columns `query`, one of `id`, `file` and `class`, and perhaps `kind` and `split`. A query
    /// with several relevant items has several rows.
    init(_ path: String) throws {
        self.path = path
        let columns = ["query", Label.group.rawValue, "kind", "split"]
        let table = try AttributeTable(
            path: path, schema: Dictionary(uniqueKeysWithValues: columns.map { ($0, .string) }))
        let names = Set(table.fields.map(\.name))
        let labels = [
            table.idColumn == Label.id.rawValue ? Label.id : nil,
            table.fileColumn == Label.file.rawValue ? .file : nil,
            names.contains(Label.group.rawValue) ? .group : nil,
        ].compactMap(\.self)
        guard names.contains("query"), let label = labels.first, labels.count == 1 else {
            let known = ([table.idColumn, table.fileColumn].compactMap(\.self) + table.fields.map(\.name))
            throw LabelError(
                "\(path) needs the columns query and one of id, file and class, and may have kind and split; it has "
                    + known.joined(separator: ", "))
        }
        self.label = label
        var places: [Query: Int] = [:]
        for row in table.rows {
            func cell(_ name: String) -> String? { row.attributes[name]?.written }
            let answer = label == .id ? row.id : label == .file ? row.file : cell(label.rawValue)
            guard let text = cell("query"), let answer else {
                throw LabelError("\(path), line \(row.line): it needs both a query and a value of \(label.rawValue)")
            }
            let query = Query(text: text, kind: cell("kind") ?? Self.unnamed, split: cell("split") ?? Self.unnamed)
            let place = places[query] ?? queries.count
            if place == queries.count {
                places[query] = place
                queries.append(query)
            }
            queries[place].answers.append(Answer(name: answer, line: row.line))
        }
        if queries.isEmpty { throw LabelError("\(path) holds no queries") }
    }
}
