import Essentials
import Recommendations

/// The page of `magpie events --report`: what people looked for and did not find, and how the searches, the rules and the
/// places do.
struct SearchesPage {
    let report: SearchReport
    /// The most rows of a table.
    let limit: Int
    let store: String

    var html: HTML {
        var page = Page(kind: "searches", title: "What people searched for", entries: "tables", tiles: tiles)
        page.remarks = report.remarks.split(separator: "\n").map(String.init)
        let day = report.since?.formatted(Date.ISO8601FormatStyle().year().month().day())
        page.origin = store + (day.map { " · since \($0)" } ?? "")
        page.isStill = true
        return page.html(tables)
    }

    private var tiles: [Page.Tile] {
        let total = report.total
        let share = Proportion(total.empty, of: total.searches).map { "\($0.percent) of the searches" }
        return [
            .init("searches", Numbers.count(total.searches), Numbers.plural(total.answers, "page") + " answered"),
            .init("nothing found", Numbers.count(total.empty), share ?? "no searches", isBad: total.empty > 0),
            .init(
                "click-through", total.rate?.percent ?? "–",
                total.rate.map { "95% interval: \($0.interval)" } ?? "no answers with hits"),
            .init("clicks", Numbers.count(total.clicks), "one for each search and item"),
            .init("carts", Numbers.count(total.carts), "after a search"),
            .init("purchases", Numbers.count(total.purchases), "after a search"),
        ]
    }

    private var tables: [HTML] {
        let average = report.total.rate.map { " That of all searches is \($0.percent)." } ?? ""
        let chart = PositionChart(positions: Array(report.positions.prefix(max(limit, PositionChart.least)))).html
        return [
            table(
                "lost", "Looked for and not found", "Searches without any hit, or without a relevant one.",
                orElse: "Every search found something.", report.unanswered, ["query", "nothing found", "searches"]
            ) { ($0.name, [Numbers.count($0.counts.empty), Numbers.count($0.counts.searches)]) },
            table(
                "passed", "Found and passed over",
                "Queries with hits whose click-through is below the average beyond doubt: so is the upper end of its "
                    + "95% interval." + average,
                orElse: "No query is below the average beyond doubt.", report.passedOver,
                ["query", "answers with hits", "clicks", "95% interval"]
            ) { query in
                let counts = query.counts
                let cells = [Numbers.count(counts.found), Numbers.count(counts.clicks), counts.rate?.interval ?? "–"]
                return (query.name, cells)
            },
            table(
                "queries", "Searches",
                "Most searched first. Spellings that a search does not tell apart are one query.",
                orElse: "No search was recorded.", report.queries, "query", "", SearchRow.init),
            table(
                "rules", "Rules",
                "The answers in which a rule acted. The last column has the click-through of the same queries in "
                    + "answers in which it did not act.",
                orElse: "No rule acted.", report.rules, "rule", "", SearchRow.init),
            table(
                "positions", "Places", "Clicks for each item that was shown at a place, over all pages.",
                orElse: "No item was shown.", report.positions, "place", chart, SearchRow.init),
        ]
    }

    private func table<Element>(
        _ id: String, _ title: String, _ text: String, orElse none: String, _ all: [Element], _ name: String,
        _ chart: HTML, _ row: (Element) -> SearchRow
    ) -> HTML {
        let header = [name] + (all.first.map(row)?.header ?? [])
        return table(id, title, text, orElse: none, all, header, chart) { (row($0).name, row($0).cells) }
    }

    private func table<Element>(
        _ id: String, _ title: String, _ text: String, orElse none: String, _ all: [Element], _ header: [String],
        _ chart: HTML = "", _ row: (Element) -> (name: String, cells: [String])
    ) -> HTML {
        if all.isEmpty || limit < 1 { return "<section id=\(id)><h2>\(title)</h2><p>\(none)</p></section>" }
        let rows = all.prefix(limit).map(row).html { row in
            "<tr><th scope=row><bdi>\(row.name.printable)</bdi></th>\(row.cells.html { "<td>\($0)</td>" })</tr>\n"
        }
        let more = all.count - limit
        return """
            <section id=\(id)><h2>\(title)</h2><p>\(text)</p>\(chart)
            <div class=wide tabindex=0 role=region aria-label="\(title)"><table><thead><tr>\
            \(header.html { "<th scope=col>\($0)</th>" })</tr></thead><tbody>
            \(rows)</tbody></table></div>\
            \(.unless(more <= 0, "<p>\(Numbers.count(more)) more; --limit shows more rows.</p>"))</section>

            """
    }
}
