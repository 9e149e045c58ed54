package import Essentials

/// The searches of people and their actions on the answers, counted from the searches and the events of one file.
///
/// A click, a cart and a purchase count once for each search and item, however often they were reported, and only for an
/// item that the answer showed. A further page of a search is an answer of its own: it counts among the answers and not
/// among the searches.
package struct SearchReport: Hashable, Sendable {
    /// The figures of one query, of one rule, or of all searches.
    package struct Counts: Hashable, Sendable {
        /// Answers with the first page.
        package var searches = 0
        /// Answers with any page.
        package var answers = 0
        /// Searches that found nothing, or nothing relevant.
        package var empty = 0
        /// Answers that found something.
        package var found = 0
        /// Of ``found``, those with a click on an item.
        package var clicked = 0
        package var clicks = 0
        package var carts = 0
        package var purchases = 0
        /// The places of the clicked items that stood in the list, added up, and their number.
        package var places = 0
        package var placedClicks = 0

        package init() {}

        /// The share of the answers with hits that had a click; nil without such an answer.
        package var rate: Proportion? { Proportion(clicked, of: found) }
        /// The mean place of the clicked items, from 1; nil without a click on the list.
        package var place: Double? { placedClicks > 0 ? Double(places) / Double(placedClicks) : nil }

        mutating func add(_ other: Counts) {
            searches += other.searches
            answers += other.answers
            empty += other.empty
            found += other.found
            clicked += other.clicked
            clicks += other.clicks
            carts += other.carts
            purchases += other.purchases
            places += other.places
            placedClicks += other.placedClicks
        }
    }

    /// The searches for the same words, or with the same kind of example without words.
    package struct Query: Hashable, Sendable {
        package var kind: RecordedSearch.Kind
        /// The spelling that was typed most often; nil without words.
        package var words: String?
        /// The words as a search compares them: without letter case, accents and signs.
        package var folded: String?
        package var counts = Counts()
    }

    /// The answers in which a rule acted.
    package struct Rule: Hashable, Sendable {
        package var name: String
        package var counts = Counts()
        /// Of the same queries, the answers with hits in which the rule did not act, such as those before it was made.
        package var foundWithout = 0
        package var clickedWithout = 0

        /// The click-through of the same queries without the rule; nil where it always acted.
        package var rateWithout: Proportion? { Proportion(clickedWithout, of: foundWithout) }
    }

    /// A place in the list of hits.
    package struct Position: Hashable, Sendable {
        package var place: Int
        /// Items that were shown there.
        package var shown = 0
        package var clicks = 0
        package var carts = 0
        package var purchases = 0

        package var rate: Proportion? { Proportion(clicks, of: shown) }
    }

    /// Clicks, carts and purchases that belong to no search of the report.
    package struct Apart: Hashable, Sendable {
        /// Without a `queryId`.
        package var withoutSearch = 0
        /// With the id of a search that is not kept.
        package var unknownSearch = 0
        /// On an item that the answer did not show.
        package var notShown = 0
        /// Reported before for the same search and item.
        package var repeated = 0
        /// After a search before the time that the report begins with.
        package var earlier = 0

        package init() {}
    }

    /// The first moment that counts; nil for all that is kept.
    package var since: Date?
    package var total = Counts()
    /// Most searches first.
    package var queries: [Query] = []
    /// Most answers first.
    package var rules: [Rule] = []
    /// By place.
    package var positions: [Position] = []
    package var apart = Apart()
    /// Searches of any time that could not be kept: too many at once, or the disk was full.
    package var dropped = 0

    package init() {}
}

extension SearchReport {
    /// The queries with searches that found nothing, those with the most of them first.
    package var unanswered: [Query] {
        queries.filter { $0.counts.empty > 0 }.sorted { left, right in
            (right.counts.empty, left.order) < (left.counts.empty, right.order)
        }
    }

    /// The queries whose hits people pass over beyond doubt: the upper end of the interval of their click-through lies
    /// below the click-through of all searches. Those with the most answers first.
    package var passedOver: [Query] {
        guard let average = total.rate?.share else { return [] }
        return queries.filter { ($0.counts.rate?.high ?? 1) < average }.sorted { left, right in
            (right.counts.found, left.order) < (left.counts.found, right.order)
        }
    }
}

extension SearchReport.Query {
    /// Orders equal counts.
    var order: String { (folded ?? "") + " " + kind.rawValue }
}
