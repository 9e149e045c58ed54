/// A door of our own server that takes and gives the engine's values as they are, for what ViSearch cannot say: typed
/// attributes and filters, a picture and words and colors in one query, explanations, looking up one item.
///
/// Every route is a POST whose body is the call as JSON and whose answer is an ``EngineReply`` as JSON, with status 200
/// for failures of the engine too; a call that cannot be read is 400, authentication and overload answer as everywhere.
/// Pictures travel inside the JSON, as base64. Paths of the server's machine are left out of answers to others, unless
/// a caller on that machine asks for them. The routes:
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
package struct EngineRoute<Call: Codable & Sendable, Answer: Codable & Sendable>: Hashable, Sendable {
    package let path: String
    /// Asking twice does the same as asking once.
    package let isRepeatable: Bool
}

extension EngineRoute where Call == SearchRequest, Answer == SearchAnswer {
    package static var search: Self { Self(path: "/engine/search", isRepeatable: true) }
}

extension EngineRoute where Call == DiscoverRequest, Answer == DiscoverAnswer {
    package static var discover: Self { Self(path: "/engine/discover", isRepeatable: true) }
}

extension EngineRoute where Call == [Entry], Answer == [SearchError?] {
    package static var insert: Self { Self(path: "/engine/insert", isRepeatable: false) }
}

extension EngineRoute where Call == [String], Answer == [String] {
    package static var remove: Self { Self(path: "/engine/remove", isRepeatable: false) }
}

extension EngineRoute where Call == String, Answer == Item? {
    package static var item: Self { Self(path: "/engine/item", isRepeatable: true) }
}

extension EngineRoute where Call == EmptyCall, Answer == Int {
    package static var count: Self { Self(path: "/engine/count", isRepeatable: true) }
}

extension EngineRoute where Call == EmptyCall, Answer == [ProductType] {
    package static var types: Self { Self(path: "/engine/types", isRepeatable: true) }
}

/// A header of calls.
///
/// Where pictures came from may be a path of the server's machine. It is left out of answers, unless the caller is on
/// that machine and sends this header. URLs are always there.
package enum EngineHeader {
    package static let paths = "X-Magpie-Paths"
    package static let wanted = "wanted"
}

/// A call without arguments: `{}`.
package struct EmptyCall: Hashable, Sendable, Codable {
    package init() {}
}

/// What an engine route answers: `{"answer":…}` or `{"error":…}`.
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
