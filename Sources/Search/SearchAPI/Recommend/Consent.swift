/// A purpose that customers agree to or refuse, such as a newsletter: its definition, not anyone's answer.
public struct ConsentCategory: Hashable, Sendable, Codable, Identifiable {
    /// The name of the category.
    public var id: String
    /// True where the law needs no agreement for this purpose.
    public var hasLegitimateInterest: Bool
    /// The ways a consent can come in, and whether each is open: `crm`, `import`, `page`, `private_api`, `public_api`,
    /// `scenario` and any other.
    public var sources: [String: Bool]
    /// Texts by language and key, such as `name` and `description`; the empty language is the default one. A text that
    /// the service has as null is not there.
    public var translations: [String: [String: String]]

    /// Creates a category; by default without legitimate interest, sources and texts.
    public init(
        id: String, hasLegitimateInterest: Bool = false, sources: [String: Bool] = [:],
        translations: [String: [String: String]] = [:]
    ) {
        self.id = id
        self.hasLegitimateInterest = hasLegitimateInterest
        self.sources = sources
        self.translations = translations
    }

    /// Decodes a category; texts that are null are left out.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let texts = try values.decode([String: [String: String?]].self, forKey: .translations)
        self.init(
            id: try values.decode(String.self, forKey: .id),
            hasLegitimateInterest: try values.decode(Bool.self, forKey: .hasLegitimateInterest),
            sources: try values.decode([String: Bool].self, forKey: .sources),
            translations: texts.mapValues { $0.compactMapValues(\.self) })
    }
}

/// The answer of a customer to one category.
public struct Consent: Hashable, Sendable, Codable {
    /// The name of the category.
    public var category: String
    /// True where the customer agreed.
    public var isGiven: Bool
    /// The words that the customer saw or sent, if kept.
    public var message: String?
    /// The way the answer came in, such as `page` or `crm`.
    public var source: String?
    /// The moment of the answer, in seconds since 1970.
    public var timestamp: Double
    /// The end of the agreement, in seconds since 1970; nil for one without an end.
    public var until: Double?

    /// Creates an answer; by default without words, source and end.
    public init(
        category: String, isGiven: Bool, message: String? = nil, source: String? = nil, timestamp: Double,
        until: Double? = nil
    ) {
        self.category = category
        self.isGiven = isGiven
        self.message = message
        self.source = source
        self.timestamp = timestamp
        self.until = until
    }

    /// True where the agreement holds at the moment, in seconds since 1970.
    public func isValid(at moment: Double) -> Bool {
        isGiven && timestamp <= moment && (until.map { moment < $0 } ?? true)
    }
}
