import Foundation

/// A collection of abstracts with queries and judgments, as `cranfield` has them: `documents.json`, `queries.json`,
/// `judgments.json`.
struct TextCollection {
    struct Document: Decodable {
        var id: Int
        var title: String
        var author: String
        var bibliography: String
        var body: String
    }

    struct Query {
        var text: String
        /// The ids of the documents that were judged relevant, to whatever degree.
        var relevant: Set<Int>
    }

    let documents: [Document]
    let queries: [Query]

    init(_ folder: URL) throws {
        documents = try TextCollection.read([Document].self, folder.appending(path: "documents.json"))
        let questions = try TextCollection.read([Question].self, folder.appending(path: "queries.json"))
        let judgments = try TextCollection.read([Judgment].self, folder.appending(path: "judgments.json"))
        var relevant: [Int: Set<Int>] = [:]
        for judgment in judgments {
            guard let query = Int(judgment.query), let document = Int(judgment.document) else { continue }
            relevant[query, default: []].insert(document)
        }
        queries = questions.map { Query(text: $0.text, relevant: relevant[$0.number] ?? []) }
    }

    private struct Question: Decodable {
        var number: Int
        var text: String

        enum CodingKeys: String, CodingKey {
            case number = "query number"
            case text = "query"
        }
    }

    private struct Judgment: Decodable {
        var query: String
        var document: String

        enum CodingKeys: String, CodingKey {
            case query = "query_num"
            case document = "id"
        }
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ file: URL) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: file))
    }
}

/// Words with the ways in which people misspelled them: `$right`, then one misspelling a line.
struct TypoSet {
    private(set) var pairs: [(wrong: String, right: String)] = []

    init(_ file: URL) throws {
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        var right = ""
        for line in text.split(whereSeparator: \.isNewline) {
            guard let word = line.split(separator: " ").first?.lowercased() else { continue }
            if word.hasPrefix("$") { right = String(word.dropFirst()) } else { pairs.append((word, right)) }
        }
    }
}
