package import SearchAPI

/// The purposes that customers agree to, and what each of them answered.
package protocol ConsentSource: Sendable {
    /// The purposes, by name.
    func categories() throws(SearchError) -> [ConsentCategory]

    /// The latest answer of the customer, known by any of the names, to each category.
    func consents(of customer: [String]) throws(SearchError) -> [Consent]
}

/// A place that keeps which items were shown to whom, so that models can be compared later.
package protocol ImpressionLog: Sendable {
    /// Keeps an event for each item of the answer.
    func keepImpressions(_ answer: RecommendationAnswer, for customer: [String]) throws(SearchError)
}
