/// A source of recommendations and consents, wherever it lives: embedded in this process, behind HTTP, or a vendor's
/// service.
public protocol RecommendationService: Sendable {
    /// Recommends items. See ``RecommendationRequest``.
    func recommend(_ request: RecommendationRequest) async throws(SearchError) -> RecommendationAnswer

    /// Lists the purposes that customers agree to, by name.
    func consentCategories() async throws(SearchError) -> [ConsentCategory]

    /// Lists the latest answer of the customer, known by any of the names, to each category.
    func consents(of customer: [String]) async throws(SearchError) -> [Consent]
}
