import Foundation
public import SearchAPI

/// The rules that every home of ``SearchAPI/RecommendationService`` must meet: the models in this process, and those
/// behind HTTP. Each rule gets an empty catalog of its own, with the recommendations from it.
///
///     @Test(arguments: RecommendationContract.rules)
///     func keeps(_ rule: RecommendationContract.Rule) async throws { try await rule.check { try newHome() } }
public enum RecommendationContract {
    /// A catalog, and what is recommended from it.
    public struct Home: Sendable {
        public let catalog: any CatalogService
        public let recommendations: any RecommendationService

        public init(catalog: any CatalogService, recommendations: any RecommendationService) {
            self.catalog = catalog
            self.recommendations = recommendations
        }

        func recommend(_ request: RecommendationRequest) async throws(SearchError) -> RecommendationAnswer {
            var request = request
            request.recordsImpressions = false
            return try await recommendations.recommend(request)
        }

        func fill(_ count: Int = 30) async throws -> ContractCatalog {
            let catalog = ContractCatalog(count: count)
            for result in try await self.catalog.insert(catalog.entries) { try result.get() }
            return catalog
        }
    }

    /// A promise, as a sentence, and how it is tried.
    public struct Rule: Sendable, CustomStringConvertible {
        public let description: String
        private let body: @Sendable (Home) async throws -> Void

        init(_ description: String, _ body: @escaping @Sendable (Home) async throws -> Void) {
            self.description = description
            self.body = body
        }

        /// Throws ``SearchContract/Broken`` when the home does not keep the rule.
        public func check(_ make: () async throws -> Home) async throws { try await body(make()) }
    }

    /// The kinds of model that exist without a definition and without events.
    static let kinds = ["similar", "together", "complementary", "popular", "personal", "recent"]

    /// Requests of every kind, for comparing two homes of the same catalog.
    public static let requests: [RecommendationRequest] =
        kinds.map { RecommendationRequest(model: $0, limit: 7, customer: ["c"], seeds: ["item-3": 1, "item-8": 0.25]) }
        + [
            RecommendationRequest(
                model: "similar", seeds: ["item-1": 1], filter: .greater("stock", .int(0)), attributes: []),
            RecommendationRequest(model: "popular", limit: 20, attributes: ["brand", "price"], fill: .random(seed: 7)),
            RecommendationRequest(model: "similar", seeds: ["nobody": 1]),
        ]

    public static let rules: [Rule] = [
        Rule("an empty catalog recommends nothing, by any model") { home in
            for kind in kinds {
                let answer = try await home.recommend(.init(model: kind, customer: ["c"], fill: .random(seed: 1)))
                try SearchContract.expectEqual(answer.items, [], kind)
                try SearchContract.expectEqual(answer.model, kind, "the model")
            }
        },
        Rule("seeds never come back, and the size is reached while there are items") { home in
            let catalog = try await home.fill()
            let seeds = ["item-1": 1.0, "item-2": 3.0]
            for kind in kinds {
                for limit in [1, 10, 28, 100] {
                    let answer = try await home.recommend(
                        .init(model: kind, limit: limit, customer: ["c"], seeds: seeds, fill: .random(seed: 1)))
                    let ids = answer.items.map(\.id)
                    try SearchContract.expectEqual(ids.count, min(limit, 28), "\(kind) of \(limit)")
                    try SearchContract.expectEqual(Set(ids).count, ids.count, "items of \(kind) without repetition")
                    try SearchContract.expect(
                        Set(ids).isDisjoint(with: seeds.keys) && Set(ids).isSubset(of: catalog.items.map(\.id)),
                        "\(kind) gives \(ids)")
                }
            }
        },
        Rule("the filter holds for every item, random ones included") { home in
            let catalog = try await home.fill()
            let filter = Filter.greaterOrEqual("stock", .int(2))
            let allowed = catalog.ids(filter)
            for kind in kinds {
                let answer = try await home.recommend(
                    .init(model: kind, limit: 100, seeds: ["item-1": 1], filter: filter, fill: .random(seed: 1)))
                try SearchContract.expectEqual(Set(answer.items.map(\.id)), allowed.subtracting(["item-1"]), kind)
            }
        },
        Rule("random items are marked, and the same seed draws the same ones") { home in
            _ = try await home.fill()
            func draw(_ seed: UInt64) async throws -> RecommendationAnswer {
                try await home.recommend(
                    .init(model: "recent", limit: 12, customer: ["nobody"], fill: .random(seed: seed)))
            }
            let first = try await draw(1)
            try SearchContract.expectEqual(try await draw(1), first, "the answer with the same seed")
            for item in first.items {
                try SearchContract.expectEqual(item.isFilled, item.engine == "random", "\(item.id) is marked")
            }
        },
        Rule("scores are from 0 to 1 and shares add up to 1, and equal requests have equal answers") { home in
            _ = try await home.fill()
            for request in requests {
                let answer = try await home.recommend(request)
                try SearchContract.expectEqual(try await home.recommend(request), answer, request.model)
                for item in answer.items {
                    try SearchContract.expect((0...1).contains(item.score), "\(item.id) has the score \(item.score)")
                    let sum = item.reasons.reduce(0) { $0 + $1.share }
                    try SearchContract.expect(
                        item.reasons.isEmpty || abs(sum - 1) < 1e-6, "the shares of \(item.id) add up to \(sum)")
                }
            }
        },
        Rule("attributes are all, those that were asked for, or none") { home in
            let catalog = try await home.fill(12)
            for (wanted, names) in [
                (nil, nil), (["brand", "price", "no such field"], ["brand", "price"]), ([], []),
            ] as [(Set<String>?, Set<String>?)] {
                let answer = try await home.recommend(
                    .init(model: "similar", limit: 11, seeds: ["item-0": 1], attributes: wanted))
                for found in answer.items {
                    let item = catalog.items.first { $0.id == found.id }
                    let expected = item?.attributes.filter { names?.contains($0.key) ?? true }
                    try SearchContract.expectEqual(found.attributes, expected ?? [:], "attributes of \(found.id)")
                }
            }
        },
        Rule("a seed that is not there is a notice, and its name may be anything") { home in
            _ = try await home.fill(12)
            for seed in ["nobody", "it's \"1\"; DROP TABLE items --", "日本"] {
                let answer = try await home.recommend(.init(model: "similar", limit: 3, seeds: [seed: 1]))
                try SearchContract.expect(
                    answer.notices.contains { $0.kind == .unknownItem && $0.text.contains(seed) }, "\(answer.notices)")
            }
        },
        Rule("an unknown model and values out of range are refused, all in one error") { home in
            _ = try await home.fill(3)
            let unknown = try await SearchContract.error("a model that is not there") { () async throws(SearchError) in
                try await home.recommend(.init(model: "nothing"))
            }
            guard case .invalidArgument(let text) = unknown, text.contains("nothing"), text.contains("similar") else {
                throw SearchContract.Broken(description: "\(unknown)")
            }
            let wrong = RecommendationRequest(
                model: "similar", limit: 101, seeds: ["a": 0, "b": -1], categories: (0...10).map(String.init))
            let error = try await SearchContract.error("a request full of faults") { () async throws(SearchError) in
                try await home.recommend(wrong)
            }
            guard case .invalidArgument(let faults) = error,
                ["101", "`a`", "`b`", "11"].allSatisfy({ faults.contains($0) })
            else { throw SearchContract.Broken(description: "\(error)") }
        },
        Rule("a customer of whom nothing is known has no answers to any category") { home in
            try SearchContract.expectEqual(
                try await home.recommendations.consents(of: ["it's nobody"]), [], "consents")
        },
    ]
}
