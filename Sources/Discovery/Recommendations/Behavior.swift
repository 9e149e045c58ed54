package import Essentials
package import SearchAPI

/// The behavior of visitors toward items, as the models read it. Counted from the events; nothing of a forgotten customer is in it.
package protocol Behavior: Sendable {
    /// The items that were wanted in the same visits as `item`, or bought together with it, best first.
    ///
    /// Scores are 0…1: a cosine of weighted, decayed visits, shrunk towards 0 where few visits were seen.
    func companions(
        of item: String, by relation: Companionship, limit: Int
    ) throws(SearchError) -> [Companion]

    /// The items that were wanted most since a moment (nil: in the kept time, with decay), best first.
    func popular(since: Date?, limit: Int) throws(SearchError) -> [Companion]

    /// The same list from a place on, for models that take only some of the items.
    func popular(since: Date?, from start: Int, limit: Int) throws(SearchError) -> [Companion]

    /// The items that the customer, known by any of the names, dealt with, newest first, each once. Empty without a consent
    /// for personalization.
    func interests(of customer: [String], limit: Int) throws(SearchError) -> [Interest]

    /// The items that the customer bought. Empty without a consent for personalization.
    func purchases(of customer: [String]) throws(SearchError) -> Set<String>
}

extension Behavior {
    /// The list from a place on, cut out of a longer one.
    package func popular(since: Date?, from start: Int, limit: Int) throws(SearchError) -> [Companion] {
        Array(try popular(since: since, limit: start + limit).dropFirst(start))
    }
}

/// The visits that join two items.
package enum Companionship: Hashable, Sendable {
    /// Seen, put in the cart or bought in one visit, weighted by the action.
    case wanted
    /// Bought in one transaction or visit.
    case bought
}

/// An item with its strength, 0…1, and the visits or events that speak for it.
package struct Companion: Hashable, Ranked, Sendable {
    package var item: String
    package var score: Double
    package var count: Int

    /// The stronger one; of equal ones by name.
    package func precedes(_ other: Companion) -> Bool { (other.score, item) < (score, other.item) }

    package init(item: String, score: Double, count: Int) {
        self.item = item
        self.score = score
        self.count = count
    }
}

/// An item that a customer dealt with.
package struct Interest: Hashable, Sendable {
    package var item: String
    /// The strength of the wish, above 0: larger for a purchase than for a view, less with age.
    package var weight: Double
    package var latest: Date

    package init(item: String, weight: Double, latest: Date) {
        self.item = item
        self.weight = weight
        self.latest = latest
    }
}
