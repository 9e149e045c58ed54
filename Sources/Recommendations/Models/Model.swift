package import SearchAPI

/// A named way to recommend: what finds the items, and the rules that they keep.
package struct Model: Hashable, Sendable, Codable {
    /// The ways to find items.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
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
    package struct Part: Hashable, Sendable, Codable {
        package var kind: Kind
        /// Above 0.
        package var weight: Double
    }

    /// A factor for the scores of items.
    package struct Boost: Hashable, Sendable, Codable {
        package var filter: Filter
        /// 0.01…100; below 1 items come later.
        package var factor: Double
    }

    /// Items that come first.
    package struct Pin: Hashable, Sendable, Codable {
        package var filter: Filter
        /// The most of them, 1…10.
        package var most: Int
    }

    /// A limit on items with one value.
    package struct Group: Hashable, Sendable, Codable {
        package var field: String
        /// The most items with the same value, 1…100.
        package var most: Int
    }

    /// A share of the customers, who get another model.
    package struct Variant: Hashable, Sendable, Codable {
        package var name: String
        package var model: String
        /// Above 0, compared with those of the others.
        package var share: Double
    }

    /// The kinds that find the items; of several the scores are added.
    package var parts: [Part]
    /// The kinds that fill the places that stay empty, one after the other.
    package var then: [Kind] = []
    /// The condition that items meet, beside that of the request.
    package var filter = Filter.all
    package var boosts: [Boost] = []
    package var pins: [Pin] = []
    package var group: Group?
    /// The share of unlikeness to the items before it in the choice of each item, 0…1.
    package var diversity = 0.0
    /// Lets items come back that the customer bought.
    package var allowsBought = false
    /// Days that count for what is popular; nil for all that are kept.
    package var days: Double?
    /// The models that customers get in place of this one; its own parts and rules then count for nothing.
    package var variants: [Variant] = []

    /// Creates a model of one kind, with the kinds that usually follow it.
    package init(_ kind: Kind) {
        parts = [Part(kind: kind, weight: 1)]
        then = kind.followers
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
