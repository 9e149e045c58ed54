import Recommendations
import WireFormat

/// One row of a report of searches: of a query, a rule or a position.
struct SearchRow {
    private enum Content {
        case query(SearchReport.Query)
        case rule(SearchReport.Rule)
        case position(SearchReport.Position)
    }

    private let content: Content

    init(_ query: SearchReport.Query) { content = .query(query) }
    init(_ rule: SearchReport.Rule) { content = .rule(rule) }
    init(_ position: SearchReport.Position) { content = .position(position) }

    /// Characters of a name in a table.
    private static let width = 60

    var name: String {
        switch content {
        case .query(let query): query.name
        case .rule(let rule): rule.name
        case .position(let position): "\(position.place)"
        }
    }

    /// The name as a table has it.
    var cut: String {
        let text = name.printable
        return text.count > Self.width ? text.prefix(Self.width - 1) + "…" : text
    }

    /// The titles of the columns after the name.
    var header: [String] {
        let deeds = ["clicks", "carts", "purchases", "click-through", "95% interval"]
        return switch content {
        case .query: ["searches", "nothing found"] + deeds + ["place"]
        case .rule: ["answers"] + deeds + ["place", "without it"]
        case .position: ["shown"] + deeds
        }
    }

    var cells: [String] {
        switch content {
        case .query(let query):
            [Numbers.count(query.counts.searches), Numbers.count(query.counts.empty)] + Self.cells(query.counts)
        case .rule(let rule):
            [Numbers.count(rule.counts.answers)] + Self.cells(rule.counts) + [rule.rateWithout?.text ?? "–"]
        case .position(let position):
            [position.shown, position.clicks, position.carts, position.purchases].map(Numbers.count)
                + Self.cells(position.rate)
        }
    }

    private static func cells(_ counts: SearchReport.Counts) -> [String] {
        [counts.clicks, counts.carts, counts.purchases].map(Numbers.count) + cells(counts.rate)
            + [counts.place.flatMap { $0.rounded(places: 1) } ?? "–"]
    }

    private static func cells(_ rate: Proportion?) -> [String] { [rate?.percent ?? "–", rate?.interval ?? "–"] }

    func line(by name: String) -> String {
        JSONWriter.line { json in
            json.member("by", name)
            switch content {
            case .query(let query):
                json.member("kind", query.kind.rawValue)
                if let words = query.words { json.member("name", words) }
                if let folded = query.folded { json.member("folded", folded) }
                Self.write(query.counts, to: &json)
            case .rule(let rule):
                json.member("name", rule.name)
                Self.write(rule.counts, to: &json)
                if let rate = rule.rateWithout {
                    json.member("rateWithout", rate.share, places: 6)
                    json.member("rateWithoutLow", rate.low, places: 6)
                    json.member("rateWithoutHigh", rate.high, places: 6)
                }
            case .position(let position):
                json.member("position", position.place)
                json.member("shown", position.shown)
                json.member("clicks", position.clicks)
                json.member("carts", position.carts)
                json.member("purchases", position.purchases)
                Self.write(position.rate, to: &json)
            }
        }
    }

    static func write(_ counts: SearchReport.Counts, to json: inout JSONWriter) {
        json.member("searches", counts.searches)
        json.member("answers", counts.answers)
        json.member("empty", counts.empty)
        json.member("clicks", counts.clicks)
        json.member("carts", counts.carts)
        json.member("purchases", counts.purchases)
        write(counts.rate, to: &json)
        if let place = counts.place { json.member("place", place, places: 3) }
    }

    private static func write(_ rate: Proportion?, to json: inout JSONWriter) {
        guard let rate else { return }
        json.member("rate", rate.share, places: 6)
        json.member("rateLow", rate.low, places: 6)
        json.member("rateHigh", rate.high, places: 6)
    }
}

extension SearchReport.Query {
    /// The words in the spelling of most searches; in brackets what a search came with beside words.
    var name: String {
        let example: String? =
            switch kind {
            case .words: nil
            case .picture: "(a picture)"
            case .item: "(an item)"
            case .colors: "(colors)"
            case .objects: "(the objects in a picture)"
            case .nothing: "(conditions alone)"
            }
        return [words, example].compactMap(\.self).joined(separator: " ")
    }
}

extension Proportion {
    /// `12.5%`
    var percent: String { Proportion.percent(share) }
    /// `9.13% to 16.6%`
    var interval: String { "\(Proportion.percent(low)) to \(Proportion.percent(high))" }
    /// `12.5% (9.13% to 16.6%)`
    var text: String { "\(percent) (\(interval))" }

    static func percent(_ share: Double) -> String { "\((share * 100).rounded(places: 2) ?? "–")%" }
}
