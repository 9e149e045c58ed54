import CatalogFile
import Evaluation
import Foundation
import ImageTypes
import Imaging
import SQLite
import SearchAPI
import VisualSearch

/// A way of ranking items by words.
enum TextRanking: String, CaseIterable {
    /// SQLite's own `bm25()` over all texts of an item in one column: any word, no stems, no spelling.
    case plain
    /// The search of the product, without what the store has learned.
    case thesaurus
    /// The search of the product, without the thesaurus.
    case learned
    /// The search of the product, without the meanings of words.
    case words
    /// The search of the product.
    case all
}

/// Answers labeled queries by words with each ``TextRanking``.
final class TextEvaluation {
    /// The first hits that count, for the rank of the first relevant one.
    private static let depth = 100
    private static let groupSize = 128

    private let labels: LabelledQueries
    private let engine: SearchEngine
    /// The same store, without the thesaurus.
    private let bare: SearchEngine
    /// The same store, without the meanings of words.
    private let literal: SearchEngine
    private let plain: Database
    private let scratch: URL
    /// The ids of all items, in the order of the rows of `plain`.
    private var ids: [String] = []
    /// The ids of the items by the name that the labels have for them.
    private var named: [String: Set<String>] = [:]

    /// Opens the store, or makes a temporary one from the rows of a catalog, without pictures.
    ///
    /// - Parameter field: The field that the labels of the column `class` are values of.
    /// - Throws: `LabelError` for a label that no item has, with its line.
    init(_ labels: LabelledQueries, catalog: String, isStore: Bool, field: String) throws {
        self.labels = labels
        scratch = FileManager.default.temporaryDirectory.appending(path: "magpie-eval-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        plain = try Database(path: scratch.appending(path: "plain.sqlite").path, access: .create)
        try plain.script(
            "CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'unicode61 remove_diacritics 2'); BEGIN")
        if isStore {
            engine = try SearchEngine(path: catalog, mode: .readOnly)
        } else {
            engine = try SearchEngine(path: scratch.appending(path: "catalog.magpie").path, mode: .create)
            try TextEvaluation.fill(engine, from: catalog)
        }
        var settings = SearchEngine.Settings()
        settings.usesThesaurus = false
        bare = try SearchEngine(path: engine.store.path, mode: .readOnly, settings: settings)
        (settings.usesThesaurus, settings.usesWordMeanings) = (true, false)
        literal = try SearchEngine(path: engine.store.path, mode: .readOnly, settings: settings)
        try readItems(of: isStore ? catalog : nil, field)
        try plain.script("COMMIT")
        for answer in labels.queries.flatMap(\.answers) where named[answer.name] == nil {
            let label = labels.label == .group ? field : labels.label.rawValue
            throw LabelError(
                "\(labels.path), line \(answer.line): \(catalog) has no item whose \(label) is "
                    + "'\(answer.name)'")
        }
    }

    deinit { try? FileManager.default.removeItem(at: scratch) }

    /// Returns for each ranking and split the results by kind in the order of the file, then their mean.
    func results() throws -> [TextResult] {
        var results: [TextResult] = []
        for ranking in TextRanking.allCases {
            var kinds: [TextResult] = []
            for query in labels.queries {
                let relevant = query.answers.reduce(into: Set<String>()) { $0.formUnion(named[$1.name] ?? []) }
                let hits = try hits(query.text, ranking)
                var place = kinds.firstIndex { $0.kind == query.kind && $0.split == query.split }
                if place == nil {
                    place = kinds.count
                    kinds.append(TextResult(ranking, split: query.split, kind: query.kind))
                }
                if let place { kinds[place].add(hits.map(relevant.contains), relevant: relevant.count) }
            }
            var splits: [String] = []
            for kind in kinds where !splits.contains(kind.split) { splits.append(kind.split) }
            for split in splits {
                let parts = kinds.filter { $0.split == split }
                results += parts + [TextResult(meanOf: parts, ranking, split: split)]
            }
        }
        return results
    }

    private func hits(_ text: String, _ ranking: TextRanking) throws -> [String] {
        if ranking == .plain { return try plainHits(text) }
        var request = SearchRequest(.init(text: text), limit: Self.depth, fields: [])
        if ranking == .thesaurus { request.query.kindWeight = 0 }
        let engine =
            switch ranking {
            case .learned: bare
            case .words: literal
            case .plain, .thesaurus, .all: engine
            }
        return try engine.searchBlocking(request).hits.map(\.id)
    }

    private func plainHits(_ text: String) throws -> [String] {
        let words = text.split { !$0.isLetter && !$0.isNumber }.map { "\"\($0)\"" }
        guard !words.isEmpty else { return [] }
        var hits: [String] = []
        try plain.each(
            "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts), rowid LIMIT \(Self.depth)",
            .text(words.joined(separator: " OR "))
        ) { hits.append(ids[$0.integer(0)]) }
        return hits
    }

    /// Adds an item for each row of a catalog file. Rows without an id are numbered.
    private static func fill(_ engine: SearchEngine, from catalog: String) throws {
        let table: AttributeTable
        do throws(SearchError) { table = try AttributeTable(path: catalog) } catch {
            throw LabelError("cannot use the catalog: \(error)")
        }
        guard let white = PixelBuffer(size: Size(width: 8, height: 8), bytes: [UInt8](repeating: 255, count: 192))
        else { preconditionFailure("8 x 8 pixels have 192 bytes") }
        // A store has no items without a picture.
        let picture = try engine.describe(.pixels(white))
        let items = table.rows.map { row in
            Item(id: row.id ?? "line \(row.line)", source: row.file, attributes: row.attributes)
        }
        for start in stride(from: 0, to: items.count, by: Self.groupSize) {
            let group = items[start..<min(start + Self.groupSize, items.count)]
            for result in try engine.insertDescribed(group.map { ($0, picture, nil) }) { try result.get() }
        }
    }

    /// - Parameter store: The path of the store of the user; nil for one that was made of a catalog.
    private func readItems(of store: String?, _ field: String) throws {
        // The files of the labels by the sources that they have in the store.
        let files = Dictionary(
            labels.queries.flatMap(\.answers).map { answer in
                let file = Labels.file(answer.name, besides: labels.path)
                return (store.map { Self.source(of: file, in: $0) } ?? answer.name, answer.name)
            }
        ) { first, _ in first }
        try engine.store.read { snapshot throws(SearchError) in
            var all: [String] = []
            try snapshot.eachItem { id, _, _ in all.append(id) }
            for id in all {
                guard let item = try snapshot.item(id) else { continue }
                try plain.run(
                    "INSERT INTO texts(rowid, text) VALUES (?, ?)", .integer(ids.count),
                    .text(item.attributes.sorted { $0.key < $1.key }.flatMap(\.value.texts).joined(separator: "\n")))
                ids.append(id)
                let names: [String] =
                    switch labels.label {
                    case .id: [id]
                    case .file: [item.source.flatMap { files[$0] }].compactMap(\.self)
                    case .group: item.attributes[field]?.names ?? []
                    }
                for name in names { named[name, default: []].insert(id) }
            }
        }
    }

    /// The source that a file has in a store: relative to the folder of the store where it is below that.
    private static func source(of file: String, in store: String) -> String {
        let path = URL(filePath: file).standardizedFileURL.path
        let folder = URL(filePath: store).standardizedFileURL.deletingLastPathComponent().path
        return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }
}

extension AttributeValue {
    /// The texts that searches by words look into.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text), .text(let text): [text.replacing("\0", with: " ")]
        case .list(let texts): texts.map { $0.replacing("\0", with: " ") }
        case .int, .float, .bool, .date: []
        }
    }

    /// The values as a label writes them.
    fileprivate var names: [String] {
        if case .list(let values) = self { values } else { [written] }
    }
}
