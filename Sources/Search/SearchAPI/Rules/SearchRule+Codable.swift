// As `{"name":"…","priority":1,"when":{…},"then":{…}}`. Members that are missing have their defaults; a member that no rule
// has is an error.

extension SearchRule: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, enabled, priority, when, then
    }

    /// Decodes a rule; members that are missing have their defaults, except for the name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.members(CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .name),
            isEnabled: try container.decodeIfPresent(Bool.self, forKey: .enabled) ?? true,
            priority: try container.decodeIfPresent(Int.self, forKey: .priority) ?? 0,
            when: try container.decodeIfPresent(Conditions.self, forKey: .when) ?? Conditions(),
            then: try container.decodeIfPresent(Effects.self, forKey: .then) ?? Effects())
    }

    /// Encodes the rule; members with their default value are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        if !isEnabled { try container.encode(false, forKey: .enabled) }
        if priority != 0 { try container.encode(priority, forKey: .priority) }
        if when != Conditions() { try container.encode(when, forKey: .when) }
        try container.encode(then, forKey: .then)
    }
}

extension SearchRule.Conditions: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case words, categories, campaigns, from, until, query
    }

    /// Decodes conditions; members that are missing always hold.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.members(CodingKeys.self)
        self.init(
            words: try container.decodeIfPresent(SearchRule.Words.self, forKey: .words),
            categories: try container.decodeIfPresent([String].self, forKey: .categories) ?? [],
            campaigns: try container.decodeIfPresent([String].self, forKey: .campaigns) ?? [],
            from: try container.moment(.from), until: try container.moment(.until),
            query: Set(try container.words([SearchRule.QueryPart].self, .query)))
    }

    /// Encodes the conditions that do not always hold.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(words, forKey: .words)
        if !categories.isEmpty { try container.encode(categories, forKey: .categories) }
        if !campaigns.isEmpty { try container.encode(campaigns, forKey: .campaigns) }
        try container.encodeIfPresent(from.map { AttributeValue.date($0).written }, forKey: .from)
        try container.encodeIfPresent(until.map { AttributeValue.date($0).written }, forKey: .until)
        let parts = SearchRule.QueryPart.allCases.filter(query.contains)
        if !parts.isEmpty { try container.encode(parts, forKey: .query) }
    }
}

extension SearchRule.Words: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case match, phrases
    }

    /// Decodes a condition on words; `match` is `contains` where it is missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.members(CodingKeys.self)
        self.init(
            try container.word(Match.self, .match) ?? .contains, try container.decode([String].self, forKey: .phrases))
    }

    /// Encodes the comparison and the phrases.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(match, forKey: .match)
        try container.encode(phrases, forKey: .phrases)
    }
}

extension SearchRule.Effects: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case pins, boosts, burials, hide, synonyms, redirect
    }

    /// The member `hide`.
    private struct Hide: Codable {
        var ids: [String]
        var filter: RuleFilter?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case ids, filter
        }

        init(_ ids: [String], _ filter: RuleFilter?) { (self.ids, self.filter) = (ids, filter) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.members(CodingKeys.self)
            ids = try container.decodeIfPresent([String].self, forKey: .ids) ?? []
            filter = try container.decodeIfPresent(RuleFilter.self, forKey: .filter)
        }
    }

    /// Decodes changes; those that are missing are not made.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.members(CodingKeys.self)
        let hide = try container.decodeIfPresent(Hide.self, forKey: .hide)
        self.init(
            pins: try container.decodeIfPresent([SearchRule.Pin].self, forKey: .pins) ?? [],
            boosts: try container.decodeIfPresent([SearchRule.Weighting].self, forKey: .boosts) ?? [],
            burials: try container.decodeIfPresent([SearchRule.Weighting].self, forKey: .burials) ?? [],
            hiddenIDs: hide?.ids ?? [], hidden: hide?.filter,
            synonyms: try container.decodeIfPresent([String].self, forKey: .synonyms) ?? [],
            redirect: try container.decodeIfPresent(String.self, forKey: .redirect))
    }

    /// Encodes the changes that are made.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !pins.isEmpty { try container.encode(pins, forKey: .pins) }
        if !boosts.isEmpty { try container.encode(boosts, forKey: .boosts) }
        if !burials.isEmpty { try container.encode(burials, forKey: .burials) }
        if !hiddenIDs.isEmpty || hidden != nil { try container.encode(Hide(hiddenIDs, hidden), forKey: .hide) }
        if !synonyms.isEmpty { try container.encode(synonyms, forKey: .synonyms) }
        try container.encodeIfPresent(redirect, forKey: .redirect)
    }
}

extension SearchRule.Pin: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, place
    }

    /// Decodes a pin.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.members(CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .id), at: try container.decode(Int.self, forKey: .place))
    }

    /// Encodes the id and the place.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(place, forKey: .place)
    }
}

extension SearchRule.Weighting: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case filter, weight
    }

    /// Decodes a factor; its weight is 0.5 where it is missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.members(CodingKeys.self)
        self.init(
            try container.decode(RuleFilter.self, forKey: .filter),
            by: try container.decodeIfPresent(Double.self, forKey: .weight) ?? 0.5)
    }

    /// Encodes the filter and the weight.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(filter, forKey: .filter)
        try container.encode(weight, forKey: .weight)
    }
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

extension SearchRequest.Rules: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case inline, campaign, usesRules, time
    }

    /// Decodes the rules of a search; members that are missing have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.members(CodingKeys.self)
        self.init(
            inline: try container.decodeIfPresent([SearchRule].self, forKey: .inline) ?? [],
            campaign: try container.decodeIfPresent(String.self, forKey: .campaign),
            usesRules: try container.decodeIfPresent(Bool.self, forKey: .usesRules) ?? true,
            time: try container.moment(.time))
    }

    /// Encodes the rules of a search; members with their default value are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !inline.isEmpty { try container.encode(inline, forKey: .inline) }
        try container.encodeIfPresent(campaign, forKey: .campaign)
        if !usesRules { try container.encode(false, forKey: .usesRules) }
        try container.encodeIfPresent(time.map { AttributeValue.date($0).written }, forKey: .time)
    }
}
