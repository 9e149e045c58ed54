import Foundation
import ImageTypes
import SearchAPI

@testable import Recommendations

/// Searches and events that follow a seed, and what they add up to, counted here with plain dictionaries.
struct SearchLogFixture {
    var searches: [RecordedSearch] = []
    var events: [TrackedEvent] = []

    /// Texts that are one query, and the key that the report has for it.
    static let spellings = [
        ("red shoe", "red shoe"), ("Red  SHOE", "red shoe"), ("réd-shoe!", "red shoe"), ("blue bag", "blue bag"),
        ("Größe 40", "grosse 40"), ("GRÖSSE 40", "grosse 40"), ("?!", "?!"), ("zzz", "zzz"),
    ]

    init(seed: UInt64, searches count: Int, events eventCount: Int) {
        var random = SplitMix(seed: seed)
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
        for index in 0..<count {
            let (text, _) = Self.spellings[below(Self.spellings.count)]
            let kind: RecordedSearch.Kind = below(6) == 0 ? .picture : .words
            let page = below(4) == 0 ? 2 : 1
            let hasFound = text != "zzz"
            let shown = (0..<(hasFound ? 4 : 0)).map { place in
                RecordedSearch.Shown(
                    "item-\((place * 3 + below(3)))", place: (page - 1) * 4 + place + 1, isSecondary: below(9) == 0)
            }
            searches.append(
                RecordedSearch(
                    id: "r\(index)", kind: kind, words: kind == .picture && below(2) == 0 ? nil : text, page: page,
                    total: hasFound ? 9 : 0, hasFound: hasFound,
                    rules: [[], ["sale"], ["sale", "=cmd()"]][below(3)], shown: shown))
        }
        let actions = ["product_click", "add_to_cart", "transaction", "product_view", "Product-Click", "my own"]
        for _ in 0..<eventCount {
            events.append(
                TrackedEvent(
                    action: actions[below(actions.count)], user: "u\(below(9))",
                    query: below(20) == 0 ? nil : "r\(below(count + count / 10))",
                    item: below(12) == 0 ? nil : "item-\(below(14))", position: below(3) == 0 ? 1_000_000_000 : nil))
        }
    }

    /// The counts by key of a query, by rule, and by place, without any code of the report.
    struct Sums {
        struct Row: Equatable {
            var searches = 0, answers = 0, empty = 0, clicks = 0, carts = 0, purchases = 0, clicked = 0, found = 0
        }
        struct Place: Equatable { var shown = 0, clicks = 0, carts = 0, purchases = 0 }
        var queries: [String: Row] = [:]
        var rules: [String: Row] = [:]
        var places: [Int: Place] = [:]
        var unknown = 0, notShown = 0, repeated = 0, withoutSearch = 0
    }

    var sums: Sums {
        var sums = Sums()
        let known = Set(searches.map(\.id))
        var done: Set<[String]> = []
        var bySearch: [String: [(String, String?)]] = [:]
        for event in events {
            let meanings = [
                "product_click": "click", "Product-Click": "click", "add_to_cart": "cart", "transaction": "buy",
            ]
            guard let what = meanings[event.action] else { continue }
            guard let query = event.query else {
                sums.withoutSearch += 1
                continue
            }
            guard done.insert([query, what, event.item ?? "", event.item == nil ? "-" : "+"]).inserted else {
                sums.repeated += 1
                continue
            }
            if known.contains(query) {
                bySearch[query, default: []].append((what, event.item))
            } else {
                sums.unknown += 1
            }
        }
        for search in searches {
            var row = Sums.Row(
                searches: search.page == 1 ? 1 : 0, answers: 1, empty: search.page == 1 && !search.hasFound ? 1 : 0,
                found: search.hasFound ? 1 : 0)
            for item in search.shown where !item.isSecondary { sums.places[item.place, default: .init()].shown += 1 }
            for (what, item) in bySearch[search.id] ?? [] {
                let shown = search.shown.filter { $0.item == item }
                if item != nil, shown.isEmpty {
                    sums.notShown += 1
                    continue
                }
                let place = shown.first { !$0.isSecondary }?.place ?? 0
                switch what {
                case "click":
                    row.clicks += 1
                    row.clicked = row.found
                    if place > 0 { sums.places[place, default: .init()].clicks += 1 }
                case "cart":
                    row.carts += 1
                    if place > 0 { sums.places[place, default: .init()].carts += 1 }
                default:
                    row.purchases += 1
                    if place > 0 { sums.places[place, default: .init()].purchases += 1 }
                }
            }
            let key = "\(search.kind)/" + (Self.spellings.first { $0.0 == search.words }?.1 ?? "")
            sums.queries[key, default: .init()].add(row)
            for rule in search.rules { sums.rules[rule, default: .init()].add(row) }
        }
        return sums
    }
}

extension SearchLogFixture.Sums.Row {
    fileprivate mutating func add(_ other: Self) {
        searches += other.searches
        answers += other.answers
        empty += other.empty
        clicks += other.clicks
        carts += other.carts
        purchases += other.purchases
        clicked += other.clicked
        found += other.found
    }

    init(_ counts: SearchReport.Counts) {
        self.init(
            searches: counts.searches, answers: counts.answers, empty: counts.empty, clicks: counts.clicks,
            carts: counts.carts, purchases: counts.purchases, clicked: counts.clicked, found: counts.found)
    }
}
