public import Essentials

extension SearchRequest {
    /// The rules of merchandisers that a search follows, and the conditions that only its caller knows.
    public struct Rules: Hashable, Sendable {
        /// Rules beside those of the store, at most 100. One with the name of a rule of the store takes its place.
        public var inline: [SearchRule]
        /// The campaign that the search belongs to; nil for none.
        public var campaign: String?
        /// False leaves out the rules of the store. Default true.
        public var usesRules: Bool
        /// The moment for the time windows of rules, such as one of next week for a preview. Nil, the default, is now.
        public var time: Date?
        /// The text before phrases were read in it, without words that are negated; nil where nothing was read. The words of
        /// conditions are compared with it.
        package var typedText: String?

        /// Creates the rules of a search: by default those of the store, now, without a campaign.
        public init(
            inline: [SearchRule] = [], campaign: String? = nil, usesRules: Bool = true, time: Date? = nil
        ) {
            self.inline = inline
            self.campaign = campaign
            self.usesRules = usesRules
            self.time = time
        }

        /// Reads a moment in ISO 8601 with its zone; nil for other texts, such as a day.
        package static func moment(_ text: String) -> Date? {
            // A longer text than that of a day has a zone at its end.
            guard text.utf8.count > 10, case .date(let date)? = AttributeValue(text, as: .date) else { return nil }
            return date
        }

        /// The most rules of one request.
        package static let limit = 100
        /// The most bytes of the name of a campaign.
        package static let campaignBytes = 200
    }
}

/// A rule whose conditions a search meets, and what it did to the answer.
public struct AppliedRule: Hashable, Sendable, Codable {
    /// A kind of change.
    public enum Effect: String, Hashable, Sendable, Codable, CaseIterable {
        /// Items at fixed places.
        case pins
        /// Items that come earlier.
        case boosts
        /// Items that come later.
        case burials
        /// Items that are left out.
        case hides
        /// Synonyms for words of the query.
        case synonyms
        /// An address to go to.
        case redirect
    }

    /// The name of the rule.
    public var name: String
    /// The changes of the rule that are in force for this search.
    public var effects: [Effect]
    /// The changes of the rule that are not in force, each with its reason, as short texts.
    public var skipped: [String]

    /// Creates the record of a rule; by default nothing was skipped.
    public init(_ name: String, effects: [Effect], skipped: [String] = []) {
        self.name = name
        self.effects = effects
        self.skipped = skipped
    }
}

/// The move of a hit by a rule.
public struct RuleMove: Hashable, Sendable, Codable {
    /// The name of the rule.
    public var rule: String
    /// The kind of the change: pins, boosts or burials.
    public var effect: AppliedRule.Effect
    /// The place of a pin; the weight of a boost or a burial.
    public var value: Double

    /// Creates a move.
    public init(_ rule: String, _ effect: AppliedRule.Effect, _ value: Double) {
        self.rule = rule
        self.effect = effect
        self.value = value
    }
}
