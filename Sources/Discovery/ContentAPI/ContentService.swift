internal import Essentials

/// Content that is queried, wherever it lives: embedded in this process, or behind HTTP.
public protocol ContentService: Sendable {
    /// Finds content. See ``ContentQuery``.
    func search(_ query: ContentQuery) async throws(SearchError) -> ContentPage<ContentInstance>
}

/// Content in this process, which can also be asked by blocking the calling thread.
public protocol LocalContentService: ContentService {
    /// Finds content, on the calling thread. See ``ContentQuery``.
    func searchBlocking(_ query: ContentQuery) throws(SearchError) -> ContentPage<ContentInstance>
}

/// An instance whose values have a type of the caller.
public struct TypedContent<Values: Decodable & Sendable>: Sendable {
    /// The values, decoded.
    public var values: Values
    /// The instance that they came from.
    public var instance: ContentInstance
}

extension ContentService {
    /// Finds content and decodes the values of each instance.
    ///
    /// Dates are milliseconds since 1970 or ISO 8601. A populated relation decodes as ``Related``.
    ///
    /// - Throws: what ``search(_:)`` throws, and `service` for values that the type cannot hold, with the id of the
    ///   instance and the place.
    public func search<Values: Decodable & Sendable>(
        _ query: ContentQuery, as type: Values.Type
    ) async throws(SearchError) -> ContentPage<TypedContent<Values>> {
        try await search(query).map { instance throws(SearchError) in
            TypedContent(values: try instance.decoded(as: type), instance: instance)
        }
    }
}

extension ContentInstance {
    /// Returns the values as a type of the caller.
    ///
    /// - Throws: `service` for values that the type cannot hold, with the id of the instance and the place.
    public func decoded<Values: Decodable>(as type: Values.Type) throws(SearchError) -> Values {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let milliseconds = try? container.decode(Double.self) {
                return Date(timeIntervalSince1970: milliseconds / 1000)
            }
            let text = try container.decode(String.self)
            guard case .date(let date)? = AttributeValue(text, as: .date) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "`\(text)` is no date")
            }
            return date
        }
        do {
            return try decoder.decode(type, from: Data(JSONValue.object(values).encoded))
        } catch {
            let reason = (error as? DecodingError).map { $0.sentence(of: "") } ?? "\(error)"
            throw .service("the values of `\(id)` are no \(type): \(reason)")
        }
    }
}

/// The other end of a relation in values of a type of the caller: an id, or an instance where it was populated.
public struct Related<Values: Decodable & Sendable>: Decodable, Sendable {
    /// The id of the instance.
    public var id: String
    /// Its values; nil where the relation was not populated or leads to nothing.
    public var values: Values?

    private enum CodingKeys: String, CodingKey {
        case id, values
    }

    /// Decodes an id or an instance.
    public init(from decoder: any Decoder) throws {
        if let id = try? decoder.singleValueContainer().decode(String.self) {
            self.id = id
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        values = try container.decodeIfPresent(Values.self, forKey: .values)
    }
}
