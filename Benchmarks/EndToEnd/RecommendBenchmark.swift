import BenchmarkKit
import Foundation
import Recommendations
import SearchAPI
import VisualSearch

/// Recommendations against the links that people made in a shop, and the time of an answer in a large catalog.
///
/// The links are tried in two halves, by the order of the products: for those of one half the store knows the related
/// products of the other half alone, from which it sees the types that go together, and what is popular there.
struct RecommendBenchmark {
    let options: RecommendOptions

    private static let models = """
        {"visual": {"blend": {"similar": 1}, "then": []}, "text": {"blend": {"words": 1}, "then": []},
         "both": {"blend": {"similar": 1, "words": 1}, "then": []},
         "complementary-alone": {"blend": {"complementary": 1}, "then": []},
         "popular-alone": {"blend": {"popular": 1}, "then": []},
         "blend": {"blend": {"complementary": 3, "similar": 1, "words": 1}, "then": []}}
        """

    func run() throws {
        say("\(Machine.current())\n")
        if options.items > 0 { return try RecommendTiming(options: options).run() }
        let shop = try LinkedShop(URL(filePath: options.folder))
        say("\(shop.types.count) products with pictures\n")
        let kinds = [("related", shop.related), ("up-sell", shop.upsell)]
        for filter in Narrowing.allCases {
            var table = Table(filter.title, "links", "hit@4", "hit@10", "recall@4", "recall@10")
            for (name, links) in kinds {
                for (model, score) in try scores(shop, links, filter) {
                    table.rows.append([model, name] + score.map { $0.formatted(digits: 3) })
                }
            }
            say(table.formatted() + "\n")
        }
    }

    /// The types that a request is narrowed to.
    private enum Narrowing: CaseIterable {
        case nothing, branch, linked

        var title: String {
            switch self {
            case .nothing: "all products"
            case .branch: "in the branch of the product"
            case .linked: "in the types that people linked"
            }
        }

        func categories(_ seed: String, _ links: [String], _ shop: LinkedShop) -> [String] {
            switch self {
            case .nothing: []
            case .branch: [shop.types[seed]?.first ?? ""]
            case .linked: Set(links.compactMap { shop.types[$0]?.last }).sorted()
            }
        }
    }

    /// Hit rates and recalls of each model, over both halves.
    private func scores(
        _ shop: LinkedShop, _ links: LinkedShop.Links, _ narrowing: Narrowing
    ) throws -> [(String, [Double])] {
        let names = ["visual", "text", "both", "complementary-alone", "blend", "popular-alone", "random"]
        var sums: [String: [Double]] = [:]
        let products = shop.related.keys.sorted()
        for half in 0..<2 {
            let known = Set(products.enumerated().filter { $0.offset % 2 != half }.map(\.element))
            try shop.write(relatedOf: known)
            let recommender = Recommender(
                engine: shop.engine, behavior: Linked(shop.related.filter { known.contains($0.key) }))
            _ = try recommender.define(Array(Self.models.utf8))
            for (seed, linked) in links.sorted(by: { $0.key < $1.key }) {
                let isKnown = known.contains(seed)
                // A product without related ones belongs to no half, and is tried once.
                guard shop.related[seed] == nil ? half == 0 : !isKnown else { continue }
                let categories = narrowing.categories(seed, linked, shop)
                let eligible = shop.types.filter { id, types in
                    id != seed && (categories.isEmpty || !Set(types).isDisjoint(with: categories))
                }
                for name in names {
                    var score: [Double]
                    if name == "random" {
                        score = chance(of: linked.count, among: eligible.count)
                    } else {
                        let request = RecommendationRequest(
                            model: name, limit: 10, seeds: [seed: 1], categories: categories)
                        let ids = try recommender.recommendBlocking(request).items.map(\.id)
                        let found = [4, 10].map { Set(ids.prefix($0)).intersection(linked).count }
                        score = found.map { $0 > 0 ? 1 : 0 } + found.map { Double($0) / Double(linked.count) }
                    }
                    score.append(1)
                    sums[name] = zip(sums[name] ?? [0, 0, 0, 0, 0], score).map(+)
                }
            }
        }
        return names.map { name in
            let sum = sums[name] ?? [0, 0, 0, 0, 1]
            return (name, sum.dropLast().map { $0 / (sum.last ?? 1) })
        }
    }

    /// The expected hit rates and recalls of items drawn at random.
    private func chance(of linked: Int, among count: Int) -> [Double] {
        let hits = [4, 10].map { drawn -> Double in
            var miss = 1.0
            for place in 0..<min(drawn, count) {
                miss *= Double(max(count - linked - place, 0)) / Double(count - place)
            }
            return 1 - miss
        }
        return hits + [4, 10].map { min(1, Double($0) / Double(max(count, 1))) }
    }
}

/// Visitors who want what the links of a shop name: an item is the more popular, the more others name it.
private struct Linked: Behavior {
    private let ranking: [Companion]

    init(_ links: LinkedShop.Links) {
        var counts: [String: Int] = [:]
        for item in links.values.joined() { counts[item, default: 0] += 1 }
        let most = Double(counts.values.max() ?? 1)
        ranking = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { Companion(item: $0.key, score: Double($0.value) / most, count: $0.value) }
    }

    func companions(
        of item: String, by relation: Companionship, limit: Int
    ) throws(SearchError) -> [Companion] { [] }
    func popular(since: Date?, limit: Int) throws(SearchError) -> [Companion] { Array(ranking.prefix(limit)) }
    func interests(of customer: [String], limit: Int) throws(SearchError) -> [Interest] { [] }
    func purchases(of customer: [String]) throws(SearchError) -> Set<String> { [] }
}

/// The words after `benchmarks recommend`.
struct RecommendOptions {
    var folder = ""
    /// Items of the catalog that is timed; 0 tries the links of the folder instead.
    var items = 0

    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if !word.hasPrefix("--"), folder.isEmpty {
                folder = word
            } else if word == "--items", let number = rest.popFirst().flatMap({ Int($0) }),
                (1...10_000_000).contains(number)
            {
                items = number
            } else {
                throw UsageError("'\(word)' makes no sense; recommend takes a folder or --items N")
            }
        }
        guard !folder.isEmpty || items > 0 else {
            throw UsageError("name a folder with catalog and retrieval, or --items N")
        }
    }
}
