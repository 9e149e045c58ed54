/// The routes of our own server that transfer the engine's values as they are, for requests that ViSearch cannot
/// express: typed attributes and filters, a picture and words and colors in one query, explanations, a single item.
///
/// Every route is a POST whose body is the call as JSON and whose answer is an ``EngineReply`` as JSON, with status 200
/// for failures of the engine too; an invalid call is 400, authentication and overload answer as on other routes.
/// Pictures are embedded in the JSON, as base64. Answers to other machines have no paths of the server's machine, and
/// those to a caller on that machine only on request. The routes:
///
/// | path | call | answer |
/// | --- | --- | --- |
/// | `/engine/search` | ``SearchRequest`` | ``SearchAnswer`` |
/// | `/engine/discover` | ``DiscoverRequest`` | ``DiscoverAnswer`` |
/// | `/engine/insert` | array of ``Entry`` | array of ``SearchError``, null for what succeeded; all is on disk |
/// | `/engine/remove` | array of ids | array of the ids that were there |
/// | `/engine/item` | an id | ``Item`` or null |
/// | `/engine/count` | `{}` | a number |
/// | `/engine/types` | `{}` | array of ``ProductType`` |
/// | `/engine/suggest` | ``SuggestRequest`` | array of ``Suggestion``; below three letters, frequent searches first |
/// | `/engine/recommend` | ``RecommendationRequest`` | ``RecommendationAnswer`` |
/// | `/engine/categories` | `{}` | array of ``ConsentCategory`` |
/// | `/engine/consents` | array of the names of a customer | array of ``Consent`` |
/// | `/engine/items` | ``ItemsRequest`` | ``ItemsAnswer`` |
/// | `/engine/fields` | `{}` | object of ``AttributeType`` by field |
/// | `/engine/describer` | `{}` | ``DescriberSummary`` |
/// | `/engine/overview` | `{}` | what the store holds and has learned, and what the server takes |
/// | `/engine/searches` | `{}` | the latest searches, newest first |
/// | `/engine/events` | `{"by":…,"action":…,"days":…,"limit":…}` | array of `{"name","events","users"}` |
/// | `/engine/rules` | by GET, without a body | object with the rules of the store as `rules`, each a ``SearchRule`` |
/// | `/engine/rules` | by PUT, the same object | `{"rules":…,"findings":[…]}`: their number, and remarks |
/// | `/engine/upload` | ``UploadRequest`` | ``UploadAnswer`` |
package struct EngineRoute<Call: Codable & Sendable, Answer: Codable & Sendable>: Hashable, Sendable {
    package let path: String
    /// Asking twice does the same as asking once.
    package let isRepeatable: Bool

    package init(path: String, isRepeatable: Bool) { (self.path, self.isRepeatable) = (path, isRepeatable) }

    private init(_ verb: String, isWrite: Bool = false) { self.init(path: "/engine/\(verb)", isRepeatable: !isWrite) }
}

extension EngineRoute<SearchRequest, SearchAnswer> { package static var search: Self { Self("search") } }
extension EngineRoute<DiscoverRequest, DiscoverAnswer> { package static var discover: Self { Self("discover") } }
extension EngineRoute<[Entry], [SearchError?]> { package static var insert: Self { Self("insert", isWrite: true) } }
extension EngineRoute<[String], [String]> { package static var remove: Self { Self("remove", isWrite: true) } }
extension EngineRoute<String, Item?> { package static var item: Self { Self("item") } }
extension EngineRoute<EmptyCall, Int> { package static var count: Self { Self("count") } }
extension EngineRoute<EmptyCall, [ProductType]> { package static var types: Self { Self("types") } }
extension EngineRoute<SuggestRequest, [Suggestion]> { package static var suggest: Self { Self("suggest") } }
/// Asking again after a lost answer counts its items as shown once more.
extension EngineRoute<RecommendationRequest, RecommendationAnswer> {
    package static var recommend: Self { Self("recommend") }
}
extension EngineRoute<EmptyCall, [ConsentCategory]> { package static var categories: Self { Self("categories") } }
extension EngineRoute<[String], [Consent]> { package static var consents: Self { Self("consents") } }
extension EngineRoute<ItemsRequest, ItemsAnswer> { package static var items: Self { Self("items") } }
extension EngineRoute<EmptyCall, [String: AttributeType]> { package static var fields: Self { Self("fields") } }
extension EngineRoute<EmptyCall, DescriberSummary> { package static var describer: Self { Self("describer") } }
extension EngineRoute<UploadRequest, UploadAnswer> { package static var upload: Self { Self("upload") } }

/// A header of calls.
///
/// The source of a picture may be a path of the server's machine. It is left out of answers, unless the caller is on
/// that machine and sends this header. URLs are always included.
package enum EngineHeader {
    package static let paths = "X-Magpie-Paths"
    package static let wanted = "wanted"
}

/// A call without arguments: `{}`.
package struct EmptyCall: Hashable, Sendable, Codable {
    package init() {}
}

/// The answer of an engine route: `{"answer":…}` or `{"error":…}`.
package enum EngineReply<Answer: Codable & Sendable>: Codable, Sendable {
    case answer(Answer)
    case failure(SearchError)

    private enum CodingKeys: String, CodingKey {
        case answer, error
    }

    package init(_ result: Result<Answer, SearchError>) {
        switch result {
        case .success(let answer): self = .answer(answer)
        case .failure(let error): self = .failure(error)
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let error = try container.decodeIfPresent(SearchError.self, forKey: .error) {
            self = .failure(error)
        } else {
            self = .answer(try container.decode(Answer.self, forKey: .answer))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .answer(let answer): try container.encode(answer, forKey: .answer)
        case .failure(let error): try container.encode(error, forKey: .error)
        }
    }

    /// The answer, or the error thrown.
    package func get() throws(SearchError) -> Answer {
        switch self {
        case .answer(let answer): return answer
        case .failure(let error): throw error
        }
    }
}
