internal import Foundation

/// Recommendations and consents by the calls of Bloomreach, as a source like the embedded one.
///
/// Attributes come back as JSON has them: texts, numbers, flags and lists of texts; others are left out and named. A
/// score that the service does not give is 0. For a server of your own use ``/SearchClient/RemoteEngine``, which loses nothing.
public struct BloomreachEngine: RecommendationService {
    private let client: BloomreachClient

    /// Creates a source from a client.
    public init(_ client: BloomreachClient) { self.client = client }

    /// Recommends items; rows that cannot be read are among the notices.
    public func recommend(_ request: RecommendationRequest) async throws(SearchError) -> RecommendationAnswer {
        let rows = try await attempt(await client.recommendations(request, as: [String: JSONValue].self))
        var notices = rows.notices.map { Notice(.unreadable, $0.description) }
        let items = rows.map { row in
            var attributes: [String: AttributeValue] = [:]
            for (name, json) in row.item where !Bloomreach.systemKeys.contains(name) && json != .null {
                attributes[name] = AttributeValue(plain: json)
                if attributes[name] == nil {
                    notices.append(Notice(.unreadable, "\(name) of the item \(row.id) is \(json.kind)", field: name))
                }
            }
            return Recommendation(
                id: row.id, engine: row.engine, score: row.score ?? 0, attributes: attributes, reasons: row.reasons)
        }
        return RecommendationAnswer(
            model: rows.first?.model ?? request.model, variant: rows.first?.variant, items: items, notices: notices)
    }

    /// Lists the purposes that customers agree to.
    public func consentCategories() async throws(SearchError) -> [ConsentCategory] {
        try await attempt(Array(await client.consentCategories()))
    }

    /// Lists the latest answer of the customer to each category. See ``BloomreachClient/consents(of:)``.
    public func consents(of customer: [String]) async throws(SearchError) -> [Consent] {
        try await attempt(Array(await client.consents(of: customer)))
    }

    private func attempt<Value>(
        _ call: @autoclosure () async throws(ClientError) -> Value
    ) async throws(SearchError) -> Value {
        do throws(ClientError) { return try await call() } catch { throw SearchError(error) }
    }
}

extension AttributeValue {
    /// A value without its kind; nil for an object and for an array of anything but scalars.
    fileprivate init?(plain json: JSONValue) {
        switch json {
        case .string(let text): self = .string(text)
        case .int(let number): self = .int(number)
        case .number(let number): self = .float(number)
        case .bool(let flag): self = .bool(flag)
        case .array(let values):
            let texts = values.compactMap(\.text)
            guard texts.count == values.count else { return nil }
            self = .list(texts)
        case .null, .object: return nil
        }
    }
}
