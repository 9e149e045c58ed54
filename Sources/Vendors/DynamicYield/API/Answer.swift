extension DynamicYield {
    /// The answer to a search.
    ///
    /// An answer that came is usable: a request that fails throws. Parts that could not be read are left out and listed
    /// in ``notices``.
    public struct Answer<Item: Sendable>: Sendable {
        /// The choices; the first one has the results. Empty where no campaign applies.
        public var choices: [Choice<Item>]
        /// The values to keep for the next request of the same person.
        public var cookies: [Cookie]
        /// The remarks of the service.
        public var warnings: [Warning]
        /// The parts of the answer that could not be read.
        public var notices: [Fault] = []

        package init(choices: [Choice<Item>], cookies: [Cookie] = [], warnings: [Warning] = []) {
            self.choices = choices
            self.cookies = cookies
            self.warnings = warnings
        }

        /// `warning` with any warning or notice, `success` without.
        public var status: Status { warnings.isEmpty && notices.isEmpty ? .success : .warning }
        /// The results of the first variation of the first choice.
        public var results: Results<Item>? { choices.first?.variations.first?.results }
        /// The slots of ``results``, best first or in the requested order.
        public var slots: [Slot<Item>] { results?.slots ?? [] }
        /// The facets of ``results``.
        public var facets: [Facet] { results?.facets ?? [] }
        /// The number of all results.
        public var total: Int? { results?.total }
        /// The name of the visitor for the next request, from the cookie `_dyid_server`.
        public var visitorID: String? { cookies.first { $0.name == Cookie.visitor }?.value }
        /// The name of the visit for the next request, from the cookie `_dyjsession`.
        public var sessionID: String? { cookies.first { $0.name == Cookie.session }?.value }
    }

    /// The success of a request that was answered.
    public enum Status: String, Hashable, Sendable {
        /// Answered without remarks.
        case success = "SUCCESS"
        /// Answered with remarks.
        case warning = "WARNING"
        /// Not answered; calls throw it as an error.
        case error = "ERROR"
    }

    /// The campaign that was chosen for a request.
    public struct Choice<Item: Sendable>: Sendable {
        /// The kind of a decision; unknown ones are kept.
        public struct Kind: RawRepresentable, Hashable, Sendable {
            /// The name on the wire.
            public var rawValue: String
            /// Creates a kind from its name.
            public init(rawValue: String) { self.rawValue = rawValue }
        }

        /// The number of the campaign.
        public var id: Int?
        /// The name of the campaign.
        public var name: String
        /// The kind of the decision, such as `SEMANTIC_SEARCH_DECISION`.
        public var kind: Kind
        /// The name of this decision, for reports of engagement.
        public var decisionID: String?
        /// The groups of the campaign.
        public var groups: [String]
        /// The variations that were chosen.
        public var variations: [Variation<Item>]

        package init(
            id: Int?, name: String, kind: Kind, decisionID: String?, groups: [String] = [],
            variations: [Variation<Item>]
        ) {
            self.id = id
            self.name = name
            self.kind = kind
            self.decisionID = decisionID
            self.groups = groups
            self.variations = variations
        }
    }

    /// A variation of a campaign, with its results.
    public struct Variation<Item: Sendable>: Sendable {
        /// The number of the variation.
        public var id: Int?
        /// The names of the campaign, where they were asked for.
        public var analytics: Analytics?
        /// The results; nil for a payload of another kind.
        public var results: Results<Item>?

        package init(id: Int?, analytics: Analytics?, results: Results<Item>?) {
            self.id = id
            self.analytics = analytics
            self.results = results
        }
    }

    /// The names of the campaign that an answer comes from.
    public struct Analytics: Hashable, Sendable {
        /// The number of the campaign.
        public var campaignID: Int?
        /// The name of the campaign.
        public var campaignName: String?
        /// The number of the experience.
        public var experienceID: Int?
        /// The name of the experience.
        public var experienceName: String?
        /// The number of the variation.
        public var variationID: Int?
        /// The name of the variation.
        public var variationName: String?

        package init() {}
    }
}

extension DynamicYield.Choice.Kind {
    /// Results of a search by text.
    public static var semanticSearch: Self { Self(rawValue: "SEMANTIC_SEARCH_DECISION") }
    /// Results of a search by picture.
    public static var visualSearch: Self { Self(rawValue: "VISUAL_SEARCH_DECISION") }
    /// No campaign applies.
    public static var noDecision: Self { Self(rawValue: "NO_DECISION") }
}
