import SearchAPI
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecommendationValueTests {
    @Test func `A consent holds from its moment to its end`() {
        let consent = Consent(category: "newsletter", isGiven: true, timestamp: 100, until: 200)
        #expect(!consent.isValid(at: 99))
        #expect(consent.isValid(at: 100))
        #expect(!consent.isValid(at: 200))
    }
}
