package import Recommendations

/// The models and consents behind the routes, for threads that may block.
package protocol RecommendationSource: Sendable {
    /// Recommends items, and keeps what was shown.
    func recommendBlocking(_ request: RecommendationRequest) throws(SearchError) -> RecommendationAnswer

    /// Lists the purposes that customers agree to, by name.
    func consentCategoriesBlocking() throws(SearchError) -> [ConsentCategory]

    /// Lists the latest answer of the customer to each category.
    func consentsBlocking(of customer: [String]) throws(SearchError) -> [Consent]

    /// Lists the models that the store defines, and all models, those that exist without a definition included.
    func modelNames() throws(SearchError) -> (defined: Set<String>, all: Set<String>)
}

extension RouteContext {
    /// Recommends items; its time is a stage in the metrics.
    func recommendBlocking(_ request: RecommendationRequest) throws(SearchError) -> RecommendationAnswer {
        let start = ContinuousClock.now
        defer { observe("recommend", since: start) }
        return try recommendations.recommendBlocking(request)
    }
}

extension Recommender: RecommendationSource {
    package func modelNames() throws(SearchError) -> (defined: Set<String>, all: Set<String>) {
        let defined = Set(try definitions().keys)
        return (defined, defined.union(Model.Kind.allCases.map(\.rawValue)))
    }
}
