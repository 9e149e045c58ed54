package import SearchAPI

extension EventStore: ImpressionLog {
    /// Keeps an event for each item of the answer: `recommendation_view`, with the model and the variant, so that
    /// variants can be compared. It is in no count of what people want.
    package func keepImpressions(
        _ answer: RecommendationAnswer, for customer: [String]
    ) throws(SearchError) {
        try add(
            answer.items.enumerated().map { index, item in
                var members = [
                    "action": "recommendation_view", "pid": item.id, "pos": String(index + 1),
                    "recommendation_id": answer.model, "recommendation_engine": item.engine,
                ]
                members["uid"] = customer.first
                members["recommendation_variant_id"] = answer.variant
                return TrackedEvent(
                    action: "recommendation_view", user: customer.first, item: item.id, position: index + 1,
                    members: members)
            })
    }
}
