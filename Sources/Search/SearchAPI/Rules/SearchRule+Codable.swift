// As `{"name":"…","priority":1,"when":{…},"then":{…}}`. Members that are missing have their defaults; a member that no rule
// has is an error.

extension SearchRule: MemberCodable {
    static let blank = SearchRule("", then: Effects())
    static let members: [Member<SearchRule>] = [
        .init("name", \.name, .required), .init("enabled", \.isEnabled), .init("priority", \.priority),
        .init("when", \.when), .init("then", \.then, .written),
    ]
    static var isStrict: Bool { true }
}

extension SearchRule.Conditions: MemberCodable {
    static let blank = SearchRule.Conditions()
    static let members: [Member<SearchRule.Conditions>] = [
        .init("words", \.words), .init("categories", \.categories), .init("campaigns", \.campaigns),
        .init("from", \.from.moment), .init("until", \.until.moment), .init("query", \.parts),
    ]
    static var isStrict: Bool { true }

    private var parts: KnownWords<SearchRule.QueryPart> {
        get { KnownWords(query) }
        set { query = newValue.chosen }
    }
}

extension SearchRule.Words: MemberCodable {
    static let blank = SearchRule.Words(.contains, [])
    static let members: [Member<SearchRule.Words>] = [
        .init("match", \.comparison, .written), .init("phrases", \.phrases, .required),
    ]
    static var isStrict: Bool { true }

    private var comparison: KnownWord<Match> {
        get { KnownWord(match) }
        set { match = newValue.word }
    }
}

extension SearchRule.Effects: MemberCodable {
    static let blank = SearchRule.Effects()
    static let members: [Member<SearchRule.Effects>] = [
        .init("pins", \.pins), .init("boosts", \.boosts), .init("burials", \.burials), .init("hide", \.hide),
        .init("synonyms", \.synonyms), .init("redirect", \.redirect),
    ]
    static var isStrict: Bool { true }

    /// The member `hide`.
    private struct Hide: MemberCodable {
        var ids: [String] = []
        var filter: RuleFilter?

        static let blank = Hide()
        static let members: [Member<Hide>] = [.init("ids", \.ids, .written), .init("filter", \.filter)]
        static var isStrict: Bool { true }
    }

    private var hide: Hide {
        get { Hide(ids: hiddenIDs, filter: hidden) }
        set { (hiddenIDs, hidden) = (newValue.ids, newValue.filter) }
    }
}

extension SearchRule.Pin: MemberCodable {
    static let blank = SearchRule.Pin("", at: 0)
    static let members: [Member<SearchRule.Pin>] = [
        .init("id", \.id, .required), .init("place", \.place, .required),
    ]
    static var isStrict: Bool { true }
}

extension SearchRule.Weighting: MemberCodable {
    static let blank = SearchRule.Weighting("")
    static let members: [Member<SearchRule.Weighting>] = [
        .init("filter", \.filter, .required), .init("weight", \.weight, .written),
    ]
    static var isStrict: Bool { true }
}

extension RuleFilter: Codable {
    /// Decodes an expression from a string, and a filter from an object.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .expression(text)
        } else {
            self = .filter(try Filter(from: decoder))
        }
    }

    /// Encodes the text of an expression, or the object of a filter.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .expression(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .filter(let filter): try filter.encode(to: encoder)
        }
    }
}

extension SearchRequest.Rules: MemberCodable {
    static let blank = SearchRequest.Rules()
    static let members: [Member<SearchRequest.Rules>] = [
        .init("inline", \.inline), .init("campaign", \.campaign), .init("usesRules", \.usesRules),
        .init("time", \.time.moment),
    ]
    static var isStrict: Bool { true }
}
