package import SearchAPI
internal import SearchServer
package import TestSupport
package import WireFormat

/// Models and consents in memory, which note what they are asked.
package final class NotedSource: RecommendationSource {
    package init() {}

    private let noted = Locked<[RecommendationRequest]>([])
    package var asked: [RecommendationRequest] { noted.withLock { $0 } }

    package static let categories = [
        ConsentCategory(
            id: "newsletter", sources: ["page": true, "fax": false],
            translations: ["": ["name": "Newsletter"], "cs": ["name": "Zpravodaj"]]),
        ConsentCategory(id: "sms", hasLegitimateInterest: true),
    ]
    package static let consent = Consent(
        category: "newsletter", isGiven: true, message: "I do", source: "page", timestamp: 1_700_000_000)

    package func recommendBlocking(_ request: RecommendationRequest) throws(SearchError) -> RecommendationAnswer {
        noted.withLock { $0.append(request) }
        switch request.model {
        case "similar":
            let items = (0..<min(request.limit, 4)).map { index in
                Recommendation(
                    id: "it's \"\(index)\"", engine: index == 3 ? "random" : "similar", score: 0.5,
                    source: index == 0 ? "https://img.example/0.jpg" : "/home/shop/1.jpg",
                    attributes: [
                        "title": .text("Lamp \(index)"), "price": .float(Double(index) + 0.5), "stock": .int(index),
                        "tags": .list(["a", "b"]),
                        "item_id": "another",
                    ],
                    reasons: [.init(kind: "similar", seed: request.seeds.keys.sorted().first, share: 1)])
            }
            return RecommendationAnswer(
                model: request.model, variant: "B", items: items, notices: [Notice(.unknownValue, "a remark")])
        case "broken": throw .store(path: "/home/shop/shop.magpie", reason: "it burns")
        default: throw .invalidArgument("there is no model `\(request.model)`; the models are: similar")
        }
    }

    package func recommendBlocking(withoutHistory request: RecommendationRequest) throws(SearchError)
        -> RecommendationAnswer?
    {
        try recommendBlocking(request)
    }

    package func consentCategoriesBlocking() throws(SearchError) -> [ConsentCategory] { Self.categories }

    package func modelNames() -> (defined: Set<String>, all: Set<String>) { ([], ["similar"]) }

    package func consentsBlocking(of customer: [String]) throws(SearchError) -> [Consent] {
        customer.contains("a@example.org") ? [Self.consent] : []
    }
}

// Calls of Bloomreach to a served store.
extension Shop {
    /// For tests that change nothing.
    package static let recommending = Result {
        let source = NotedSource()
        return (shop: try Shop(names: ["shoe-001"], recommendations: source), source: source)
    }

    package static let attributes = "/data/v2/projects/p-1/customers/attributes"
    package static let recommend = "/optimization/streams/s-1/recommend/user"

    package func bloomreach(
        _ path: String, _ body: String, headers: [String] = []
    ) throws -> (answer: Answer, json: JSONValue) {
        try ask("POST", path, headers: [Shop.json] + headers, body: Array(body.utf8))
    }
}
