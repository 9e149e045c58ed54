/// A request for texts to search for, while somebody types.
public struct SuggestRequest: Hashable, Sendable {
    /// The accepted limits.
    package static let limits = 1...100
    /// The most characters of a text.
    package static let textLength = 250

    /// The typed text. Its last word may be the beginning of one, unless a character that is part of no word follows it.
    public var text: String
    /// The most suggestions, 1…100. Default 10.
    public var limit: Int
    /// Also completes a beginning with a slip: one from 4 letters on, two from 8. Default true. Suggestions for the text
    /// as it is typed always come alone.
    public var correctsSpelling: Bool
    /// The language and region, such as `en-GB`, whose frequent searches a server suggests for short texts. Default nil:
    /// those of all.
    public var locale: String?
    /// Words, or several words, that no suggestion contains; case and accents do not matter. Default none.
    public var blocked: [String]

    /// Creates a request; by default for 10 suggestions, with spelling.
    public init(
        _ text: String, limit: Int = 10, correctsSpelling: Bool = true, locale: String? = nil, blocked: [String] = []
    ) {
        self.text = text
        self.limit = limit
        self.correctsSpelling = correctsSpelling
        self.locale = locale
        self.blocked = blocked
    }
}

/// A text to search for.
public struct Suggestion: Hashable, Sendable, Codable {
    /// The origin of a suggestion.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The typed words, the last one completed by a word of the catalog.
        case completion
        /// A title of the catalog that begins as typed.
        case title
        /// A completion of a beginning with a slip.
        case corrected
        /// A frequent search of people.
        case frequent
    }

    /// The text, with its words as the items spell them.
    public var text: String
    /// The origin.
    public var kind: Kind
    /// The items that contain all words of it, at least 1; beyond 100 an estimate. Nil for a frequent search.
    public var items: Int?

    /// Creates a suggestion.
    public init(_ text: String, kind: Kind, items: Int? = nil) {
        self.text = text
        self.kind = kind
        self.items = items
    }
}

/// Members that are missing have their defaults.
extension SuggestRequest: MemberCodable {
    static let blank = SuggestRequest("")
    static let members: [Member<SuggestRequest>] = [
        .init("text", \.text, .required), .init("limit", \.limit, .written),
        .init("correctsSpelling", \.correctsSpelling), .init("locale", \.locale), .init("blocked", \.blocked),
    ]
}
