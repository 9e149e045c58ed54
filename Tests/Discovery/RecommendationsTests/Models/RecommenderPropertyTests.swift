import ImageTypes
import SearchAPI
import Testing

@testable import Recommendations

/// Facts about every answer, on random stores, visits, models and requests.
@Suite(.timeLimit(.minutes(5)))
struct RecommenderPropertyTests {
    private static let models = """
        {"blend": {"blend": {"similar": 1, "together": 2, "complementary": 1, "words": 0.5}, "then": ["personal", "popular"],
                   "filter": "price:<90", "diversity": 0.4, "boosts": [{"filter": "brand:Nord|Oro", "factor": 3}]},
         "capped": {"kind": "together", "most": {"brand": 2}, "filter": "!brand:Lumo",
                    "pins": [{"filter": "brand:Borgo", "most": 2}]},
         "split": {"variants": {"a": {"model": "blend"}, "b": {"model": "personal", "share": 2}}}}
        """

    @Test(arguments: 0..<6) func `Rules hold for whatever is asked`(seed: Int) throws {
        var random = SplitMix(seed: seed)
        let count = [1, 3, 17, 60, 120, 300][seed]
        let shop = try Shop(items: count, seed: UInt64(seed))
        let behavior = Shop.behavior(items: count, seed: UInt64(seed))
        let recommender = shop.recommender(behavior)
        let defined = try recommender.define(Array(Self.models.utf8))
        let names = Model.Kind.allCases.map(\.rawValue) + defined.keys.sorted()
        for _ in 0..<60 {
            let request = request(names, count, &random)
            let answer = try recommender.recommendBlocking(request)
            #expect(try recommender.recommendBlocking(request) == answer)
            let ids = answer.items.map(\.id)
            #expect(Set(ids).count == ids.count && ids.count <= request.limit)
            #expect(Set(ids).isDisjoint(with: request.seeds.keys))
            #expect(Set(ids).isDisjoint(with: try behavior.purchases(of: request.customer)))
            let model = try self.model(of: answer, recommender)
            var eligible = 0
            for index in 0..<count where try holds(request, model, try shop.attributes(Shop.id(index))) {
                let id = Shop.id(index)
                if request.seeds[id] == nil, try !behavior.purchases(of: request.customer).contains(id) {
                    eligible += 1
                }
            }
            for item in answer.items {
                #expect(try holds(request, model, item.attributes))
                #expect((0...1).contains(item.score) && !item.engine.isEmpty)
                #expect(abs(item.reasons.reduce(0) { $0 + $1.share } - 1) < 1e-9)
            }
            if let group = model.group {
                let values = answer.items.map { $0.attributes[group.field] }
                #expect(values.allSatisfy { value in values.count { $0 == value } <= group.most })
            } else if case .random = request.fill {
                #expect(ids.count == min(request.limit, eligible), "\(request)")
            }
            if eligible > 0 { #expect(!ids.isEmpty, "\(request)") }
        }
    }

    private func request(_ names: [String], _ count: Int, _ random: inout SplitMix) -> RecommendationRequest {
        var request = RecommendationRequest(
            model: names.randomElement(using: &random)!, limit: Int.random(in: 1...40, using: &random))
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            // Some are not in the store.
            let id = Shop.id(Int.random(in: 0..<count + 3, using: &random))
            request.seeds[id] = Double.random(in: 0.1...10, using: &random)
        }
        request.customer = [[], ["ann"], ["ben", "ann"], ["nobody"]].randomElement(using: &random)!
        request.filter = [
            .all, .equal("in_stock", .bool(true)), .less("price", .int(40)), .not(.equal("brand", "Nord")),
        ]
        .randomElement(using: &random)!
        request.categories = [[], [], ["Bags"], ["Home"], ["Shoes", "Mugs"]].randomElement(using: &random)!
        if Bool.random(using: &random) { request.fill = .random(seed: random.next()) }
        return request
    }

    /// The model that gave the answer, variants resolved.
    private func model(of answer: RecommendationAnswer, _ recommender: Recommender) throws -> Model {
        let defined = try recommender.definitions()
        let model = defined[answer.model] ?? Model.Kind(rawValue: answer.model).map(Model.init)!
        guard let variant = model.variants.first(where: { $0.name == answer.variant }) else { return model }
        return defined[variant.model] ?? Model.Kind(rawValue: variant.model).map(Model.init)!
    }

    private func holds(
        _ request: RecommendationRequest, _ model: Model, _ attributes: [String: AttributeValue]
    ) throws -> Bool {
        let price = attributes["price"]?.number ?? 0
        let brand = attributes["brand"]?.written ?? ""
        let type = attributes["category"]?.written ?? ""
        func holds(_ filter: Filter) -> Bool {
            switch filter {
            case .all: true
            case .equal("in_stock", let value): attributes["in_stock"] == value
            case .equal("brand", let value): brand == value.written
            case .less("price", let value): price < value.number ?? 0
            case .not(let other): !holds(other)
            case .or(let others): others.contains(where: holds)
            default: false
            }
        }
        let isOfType = request.categories.isEmpty || request.categories.contains { type.contains($0) }
        return isOfType && holds(request.filter) && holds(model.filter)
    }
}
