package import Recommendations

/// The models and consents behind the routes, for threads that may block.
package protocol RecommendationSource: Sendable {
    /// Recommends items.
    func recommendBlocking(_ request: RecommendationRequest) throws(SearchError) -> RecommendationAnswer

    /// Recommends items to somebody who may know nothing of what one person did. Nil where the model answers from that.
    func recommendBlocking(withoutHistory request: RecommendationRequest) throws(SearchError) -> RecommendationAnswer?

    /// Lists the purposes that customers agree to, by name.
    func consentCategoriesBlocking() throws(SearchError) -> [ConsentCategory]

    /// Lists the latest answer of the customer to each category.
    func consentsBlocking(of customer: [String]) throws(SearchError) -> [Consent]

    /// Lists the models that the store defines, and all models, those that exist without a definition included.
    func modelNames() throws(SearchError) -> (defined: Set<String>, all: Set<String>)
}

extension RouteContext {
    /// Recommends items, and keeps which were shown; its time is a stage in the metrics. Nil where the model answers from
    /// what one person did, and the keys of the request lack the right `data`.
    package func recommendBlocking(
        _ wanted: RecommendationRequest, for request: HTTPRequest
    ) throws(SearchError) -> RecommendationAnswer? {
        try wanted.filter.checkPrivateText()
        let start = ContinuousClock.now
        let answer =
            request.rights.contains(.data)
            ? try recommendations.recommendBlocking(wanted)
            : try recommendations.recommendBlocking(withoutHistory: wanted)
        observe("recommend", since: start)
        if let answer, wanted.recordsImpressions {
            impressions?.keep(answer, for: wanted.customer, from: request.remoteAddress, metrics.withLock { $0 })
        }
        return answer
    }

    /// The refusal of a model that needs the right `data`.
    package static func historyRefusal(_ model: String) -> String {
        "the model `\(model.prefix(64))` answers from what one person did; that needs a key with the right `data`"
    }
}

extension Recommender: RecommendationSource {
    package func modelNames() throws(SearchError) -> (defined: Set<String>, all: Set<String>) {
        let defined = Set(try definitions().keys)
        return (defined, defined.union(Model.Kind.allCases.map(\.rawValue)))
    }
}
