public import SearchAPI

/// A named way to recommend: what finds the items, and the rules that they keep.
public struct Model: Hashable, Sendable, Codable {
    /// The ways to find items.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Items that look like the seeds.
        case similar
        /// Items that say the words of the seeds' titles and types.
        case words
        /// Items that were seen, put in the cart or bought in the visits of the seeds.
        case together
        /// Items of another type that are bought with the seeds, or agree with them in color and pattern.
        case complementary
        /// The items that were wanted most.
        case popular
        /// Items that go with those that the customer dealt with.
        case personal
        /// The items that the customer looked at, newest first.
        case recent
        /// The items that came into the store last.
        case newest
    }

    /// A kind with its weight in a blend.
    public struct Part: Hashable, Sendable, Codable {
        /// The way to find items.
        public var kind: Kind
        /// Above 0.
        public var weight: Double

        /// Creates a part with a weight, 1 by default.
        public init(_ kind: Kind, weight: Double = 1) {
            self.kind = kind
            self.weight = weight
        }
    }

    /// A factor for the scores of items.
    public struct Boost: Hashable, Sendable, Codable {
        /// The condition that the items meet.
        public var filter: Filter
        /// 0.01…100; below 1 items come later.
        public var factor: Double

        /// Creates a factor for the items that pass a filter.
        public init(_ filter: Filter, factor: Double) {
            self.filter = filter
            self.factor = factor
        }
    }

    /// Items that come first.
    public struct Pin: Hashable, Sendable, Codable {
        /// The condition that the items meet.
        public var filter: Filter
        /// The most of them, 1…10.
        public var most: Int

        /// Creates a pin of the best item that passes a filter, or of several.
        public init(_ filter: Filter, most: Int = 1) {
            self.filter = filter
            self.most = most
        }
    }

    /// A limit on items with one value.
    public struct Group: Hashable, Sendable, Codable {
        /// The name of the field.
        public var field: String
        /// The most items with the same value, 1…100.
        public var most: Int

        /// Creates a limit on the items with the same value of a field.
        public init(_ field: String, most: Int) {
            self.field = field
            self.most = most
        }
    }

    /// A share of the customers, who get another model.
    public struct Variant: Hashable, Sendable, Codable {
        /// The name of the group of customers.
        public var name: String
        /// The name of the model that they get.
        public var model: String
        /// Above 0, compared with those of the others.
        public var share: Double

        /// Creates a variant, by default with a share of 1.
        public init(_ name: String, model: String, share: Double = 1) {
            self.name = name
            self.model = model
            self.share = share
        }
    }

    /// The kinds that find the items; of several the scores are added.
    public var parts: [Part]
    /// The kinds that fill the places that stay empty, one after the other.
    public var then: [Kind] = []
    /// The condition that items meet, beside that of the request.
    public var filter = Filter.all
    /// The factors for scores, at most 20.
    public var boosts: [Boost] = []
    /// The items that come first, at most 20.
    public var pins: [Pin] = []
    /// The limit on items with one value; nil for none.
    public var group: Group?
    /// The share of unlikeness to the items before it in the choice of each item, 0…1.
    public var diversity = 0.0
    /// Lets items come back that the customer bought.
    public var allowsBought = false
    /// Days that count for what is popular; nil for all that are kept.
    public var days: Double?
    /// The models that customers get in place of this one; its own parts and rules then count for nothing.
    public var variants: [Variant] = []

    /// Creates a model of one kind, with the kinds that usually follow it.
    public init(_ kind: Kind) {
        parts = [Part(kind)]
        then = kind.followers
    }

    /// Creates a model of several kinds, which the popular items follow.
    public init(_ parts: [Part]) {
        self.parts = parts
        then = [.popular]
    }

    /// The kinds of the parts and of those that follow.
    var kinds: Set<Kind> { Set(parts.map(\.kind) + then) }

    /// The name of the group of a customer; the same for the same first name on every machine. Nil without variants.
    func variant(for customer: [String], model name: String) -> Variant? {
        let whole = variants.reduce(0) { $0 + $1.share }
        guard whole > 0 else { return nil }
        let hash = FNV1a(Array("\(name)\n\(customer.first ?? "")".utf8)).value
        var random = SplitMix(seed: hash)
        var place = random.unit() * whole
        for variant in variants {
            place -= variant.share
            if place < 0 { return variant }
        }
        return variants.last
    }
}

extension Model.Kind {
    /// The kinds that answer from what the customer of a request did.
    static let ofOnePerson: Set<Model.Kind> = [.personal, .recent]

    /// The kinds that fill places where this one alone is asked for and finds too little.
    var followers: [Model.Kind] {
        switch self {
        case .similar, .words: [.popular]
        case .together, .complementary: [.similar, .popular]
        case .personal, .recent: [.similar, .popular]
        case .popular: [.similar]
        case .newest: []
        }
    }
}
