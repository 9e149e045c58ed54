import SearchAPI
import VisualSearch

extension Shop {
    /// Compares answers of the engine with those of the model: words, a filter, and an item as the example.
    ///
    /// - Returns: The first difference in words; nil for equal answers.
    func searchDifference(in path: String, _ random: inout SplitMix) throws(SearchError) -> String? {
        if items.isEmpty { return nil }
        var settings = SearchEngine.Settings()
        (settings.usesThesaurus, settings.usesWordMeanings) = (false, false)
        let engine = try SearchEngine(path: path, mode: .readWrite, settings: settings)
        let example = random.pick(items.keys.sorted())
        let others = Set(items.keys).subtracting([example])
        if let problem = try difference(engine, .item(example), .all, from: others) {
            return "like `\(example)`: \(problem)"
        }
        let word = random.pick(Array(Shop.words.prefix(4)))
        let withWord = items.filter { _, item in
            if case .text(let title) = item.attributes["title"] {
                title.split(separator: " ").contains { $0 == word }
            } else {
                false
            }
        }
        // A word that no item has would be corrected.
        if withWord.isEmpty { return nil }
        if let problem = try difference(engine, .text(word), .all, from: Set(withWord.keys)) {
            return "the word \(word): \(problem)"
        }
        let brand = random.pick(["acme", "nord"])
        let ofBrand = withWord.filter { $0.value.attributes["brand"] == .string(brand) }
        if ofBrand.isEmpty { return nil }
        if let problem = try difference(engine, .text(word), .equal("brand", .string(brand)), from: Set(ofBrand.keys)) {
            return "the word \(word) of \(brand): \(problem)"
        }
        return nil
    }

    private func difference(
        _ engine: SearchEngine, _ query: SearchRequest.Query, _ filter: Filter, from expected: Set<String>
    ) throws(SearchError) -> String? {
        let request = SearchRequest(
            query, filter: filter, limit: 100, scope: .all, rules: .init(usesRules: false))
        let answer = try engine.searchBlocking(request, workers: 1)
        let found = Set(answer.hits.map(\.id))
        // With what was learned, a word also finds the items whose pictures show it.
        let mayFindMore = learned != nil && query.text != nil
        guard mayFindMore ? found.isSuperset(of: expected) : found == expected, answer.total == found.count else {
            return "\(found.sorted()) of \(answer.total), not \(expected.sorted())"
        }
        for hit in answer.hits where hit.attributes != items[hit.id]?.attributes {
            return "the attributes of `\(hit.id)` differ"
        }
        return nil
    }
}
