/// One request of a session to a directory: where it stands, what it does, and which candidates it wants to see.
public struct StepCall: Hashable, Sendable {
    /// A change of the state.
    public enum Action: Hashable, Sendable {
        /// Selects the candidate with this id.
        case select(String)
        /// Takes back so many selections, 1 or more; more than there are lead to the first step.
        case goBack(Int)
    }

    /// The state before the action.
    public var path: StepPath
    /// The change; nil, the default, shows the state as it is.
    public var action: Action?
    /// The candidates to show.
    public var view: StepView
    /// Words that name a place at or below the state, in any spelling, such as `negishi 5` or `根岸5丁目`. Nil, the
    /// default, looks for nothing. At most 200 characters.
    public var words: String?

    /// Creates a call.
    public init(_ path: StepPath = StepPath(), action: Action? = nil, view: StepView = StepView(), words: String? = nil)
    {
        self.path = path
        self.action = action
        self.view = view
        self.words = words
    }
}

/// The candidates of a step to show.
public struct StepView: Hashable, Sendable {
    /// The candidates to leave out at the beginning, 0 or more. Default 0.
    public var offset: Int
    /// The most candidates to show, and the most matches of words, 1…1000. Default 100.
    public var limit: Int
    /// Shows candidates only whose label or reading begins so, in kanji, kana or romaji alike, whatever the width and
    /// case of the letters. Default empty; at most 200 characters.
    public var prefix: String

    /// Creates a view.
    public init(offset: Int = 0, limit: Int = 100, prefix: String = "") {
        self.offset = offset
        self.limit = limit
        self.prefix = prefix
    }
}

extension StepCall {
    /// The bounds of calls, the same in process and over HTTP.
    package enum Limits {
        package static let depth = 32
        /// An item's id has up to 512 bytes, and a prefix before it.
        package static let idBytes = 1024
        package static let candidates = 1000
        package static let textCharacters = 200
    }

    /// Throws `invalidArgument` for what is out of its bounds, and `stepsNotPositive`.
    package func check() throws(StepError) {
        if case .goBack(let steps)? = action, steps < 1 { throw .stepsNotPositive(steps) }
        guard path.ids.count <= Limits.depth else {
            throw .invalidArgument("path has \(path.ids.count) ids; at most \(Limits.depth) are accepted")
        }
        var ids = path.ids
        if case .select(let id)? = action { ids.append(id) }
        if let long = ids.first(where: { $0.utf8.count > Limits.idBytes }) {
            throw .invalidArgument("an id has \(long.utf8.count) bytes; at most \(Limits.idBytes) are accepted")
        }
        guard view.offset >= 0 else { throw .invalidArgument("offset is \(view.offset); it must be 0 or more") }
        guard (1...Limits.candidates).contains(view.limit) else {
            throw .invalidArgument("limit is \(view.limit); it must be 1…\(Limits.candidates)")
        }
        for (name, text) in [("prefix", view.prefix), ("words", words ?? "")] {
            // Combining marks could make one character of any length.
            guard text.unicodeScalars.count <= Limits.textCharacters else {
                throw .invalidArgument(
                    "\(name) has \(text.unicodeScalars.count) characters; at most \(Limits.textCharacters) are accepted"
                )
            }
        }
        if let locale = path.locale {
            let isTag = locale.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            guard isTag, (1...64).contains(locale.utf8.count) else {
                throw .invalidArgument("locale must be a language tag such as en or en-GB, of at most 64 letters")
            }
        }
    }
}

/// As `{"path":["jp","30"],"locale":"en","action":{"select":"302015"},"limit":100,"offset":0,"prefix":"ネ","words":"…"}`;
/// each member may be left out, and other members are refused.
extension StepCall: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case path, locale, action, limit, offset, prefix, words
    }

    private enum ActionKeys: String, CodingKey, CaseIterable {
        case select, goBack
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { return nil }
    }

    private static func refuse(_ decoder: any Decoder, but known: [String]) throws {
        let keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
        if let odd = keys.first(where: { !known.contains($0) }) {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath + [AnyKey(stringValue: odd)], debugDescription: "unknown member",
                    underlyingError: StepError.invalidArgument(
                        "is no member of a call; the members are \(known.joined(separator: ", "))")))
        }
    }

    /// Decodes a call; throws for members that a call does not have.
    public init(from decoder: any Decoder) throws {
        try StepCall.refuse(decoder, but: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        path = StepPath(
            try container.decodeIfPresent([String].self, forKey: .path) ?? [],
            locale: try container.decodeIfPresent(String.self, forKey: .locale))
        view = StepView()
        view.limit = try container.decodeIfPresent(Int.self, forKey: .limit) ?? view.limit
        view.offset = try container.decodeIfPresent(Int.self, forKey: .offset) ?? view.offset
        view.prefix = try container.decodeIfPresent(String.self, forKey: .prefix) ?? view.prefix
        words = try container.decodeIfPresent(String.self, forKey: .words)
        guard container.contains(.action), try !container.decodeNil(forKey: .action) else { return }
        try StepCall.refuse(
            try container.superDecoder(forKey: .action), but: ActionKeys.allCases.map(\.rawValue))
        let chosen = try container.nestedContainer(keyedBy: ActionKeys.self, forKey: .action)
        switch (
            try chosen.decodeIfPresent(String.self, forKey: .select),
            try chosen.decodeIfPresent(Int.self, forKey: .goBack)
        ) {
        case (let id?, nil): action = .select(id)
        case (nil, let steps?): action = .goBack(steps)
        default:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: chosen.codingPath, debugDescription: "no action",
                    underlyingError: StepError.invalidArgument("must have either select or goBack")))
        }
    }

    /// Encodes the call without the members that have their defaults.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path.ids, forKey: .path)
        try container.encodeIfPresent(path.locale, forKey: .locale)
        let usual = StepView()
        if view.limit != usual.limit { try container.encode(view.limit, forKey: .limit) }
        if view.offset != usual.offset { try container.encode(view.offset, forKey: .offset) }
        if view.prefix != usual.prefix { try container.encode(view.prefix, forKey: .prefix) }
        try container.encodeIfPresent(words, forKey: .words)
        guard let action else { return }
        var chosen = container.nestedContainer(keyedBy: ActionKeys.self, forKey: .action)
        switch action {
        case .select(let id): try chosen.encode(id, forKey: .select)
        case .goBack(let steps): try chosen.encode(steps, forKey: .goBack)
        }
    }
}
