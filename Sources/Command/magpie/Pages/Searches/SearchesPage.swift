import Essentials
import Recommendations
import SearchAPI

/// The page of `magpie events --report`: what people looked for and did not find, and how the searches, the rules and the
/// places do.
struct SearchesPage {
    let report: SearchReport
    /// The most rows of a table.
    let limit: Int
    let store: String

    var html: HTML {
        """
        \(PageParts.head("What people searched for", PageParts.reportStyle, PageParts.searchesStyle))
        <body class=searches>
        <a class=skip href="#lost">Skip to the tables</a>
        <header>
        <h1>\(PageParts.bird)<span>What people searched for</span></h1>
        <dl class=tiles>\(tiles)</dl>
        </header>
        <main>
        \(unanswered)
        \(passedOver)
        \(queries)
        \(rules)
        \(positions)
        </main>
        <footer>\(remarks)<p>magpie \(Version.number) · \(store)\(period)</p></footer>
        </body>
        </html>

        """
    }

    private var tiles: HTML {
        let total = report.total
        let share = Proportion(total.empty, of: total.searches)
        return [
            PageParts.tile(
                "searches", Numbers.count(total.searches), Numbers.plural(total.answers, "page") + " answered"),
            PageParts.tile(
                "nothing found", Numbers.count(total.empty),
                share.map { "\($0.percent) of the searches" } ?? "no searches", isBad: total.empty > 0),
            PageParts.tile(
                "click-through", total.rate?.percent ?? "–",
                total.rate.map { "95% interval: \($0.interval)" } ?? "no answers with hits"),
            PageParts.tile("clicks", Numbers.count(total.clicks), "one for each search and item"),
            PageParts.tile("carts", Numbers.count(total.carts), "after a search"),
            PageParts.tile("purchases", Numbers.count(total.purchases), "after a search"),
        ].joined()
    }

    // MARK: tables

    private var unanswered: HTML {
        let all = report.unanswered
        let rows = all.prefix(limit).map { query in
            Row(name: query.name, cells: [Numbers.count(query.counts.empty), Numbers.count(query.counts.searches)])
        }
        return section(
            "lost", "Looked for and not found", "Searches without any hit, or without a relevant one.",
            ["query", "nothing found", "searches"], rows, of: all.count, orElse: "Every search found something.")
    }

    private var passedOver: HTML {
        let all = report.passedOver
        let rows = all.prefix(limit).map { query in
            Row(
                name: query.name,
                cells: [
                    Numbers.count(query.counts.found), Numbers.count(query.counts.clicks),
                    query.counts.rate?.interval ?? "–",
                ])
        }
        let average = report.total.rate.map { " That of all searches is \($0.percent)." } ?? ""
        return section(
            "passed", "Found and passed over",
            "Queries with hits whose click-through is below the average beyond doubt: so is the upper end of its "
                + "95% interval." + average,
            ["query", "answers with hits", "clicks", "95% interval"], rows, of: all.count,
            orElse: "No query is below the average beyond doubt.")
    }

    private var queries: HTML {
        let rows = report.queries.prefix(limit).map(SearchRow.init).map(Row.init)
        return section(
            "queries", "Searches", "Most searched first. Spellings that a search does not tell apart are one query.",
            ["query"] + (report.queries.first.map { SearchRow($0).header } ?? []), rows, of: report.queries.count,
            orElse: "No search was recorded.")
    }

    private var rules: HTML {
        let rows = report.rules.prefix(limit).map(SearchRow.init).map(Row.init)
        return section(
            "rules", "Rules",
            "The answers in which a rule acted. The last column has the click-through of the same queries in answers in "
                + "which it did not act.",
            ["rule"] + (report.rules.first.map { SearchRow($0).header } ?? []), rows, of: report.rules.count,
            orElse: "No rule acted.")
    }

    private var positions: HTML {
        let rows = report.positions.prefix(limit).map(SearchRow.init).map(Row.init)
        let chart = PositionChart(positions: Array(report.positions.prefix(max(limit, PositionChart.least)))).html
        return section(
            "positions", "Places", "Clicks for each item that was shown at a place, over all pages.",
            ["place"] + (report.positions.first.map { SearchRow($0).header } ?? []), rows, of: report.positions.count,
            orElse: "No item was shown.", chart)
    }

    private struct Row {
        var name: String
        var cells: [String]

        init(name: String, cells: [String]) { (self.name, self.cells) = (name, cells) }
        init(_ row: SearchRow) { (name, cells) = (row.name, row.cells) }
    }

    private func section(
        _ id: String, _ title: String, _ text: String, _ header: [String], _ rows: [Row], of count: Int,
        orElse none: String, _ chart: HTML = ""
    ) -> HTML {
        if rows.isEmpty { return "<section id=\(id)><h2>\(title)</h2><p>\(none)</p></section>" }
        let head = header.map { name -> HTML in "<th scope=col>\(name)</th>" }
        let body = rows.map { row -> HTML in
            let cells = row.cells.map { cell -> HTML in "<td>\(cell)</td>" }
            return "<tr><th scope=row><bdi>\(row.name.printable)</bdi></th>\(cells)</tr>\n"
        }
        let more: HTML =
            count > rows.count
            ? "<p>\(Numbers.count(count - rows.count)) more; --limit shows more rows.</p>" : ""
        return """
            <section id=\(id)><h2>\(title)</h2><p>\(text)</p>\(chart)
            <div class=wide tabindex=0 role=region aria-label="\(title)"><table><thead><tr>\(head)</tr></thead><tbody>
            \(body)</tbody></table></div>\(more)</section>
            """
    }

    // MARK: the foot

    private var remarks: HTML {
        report.remarks.split(separator: "\n").map { line -> HTML in "<p>\(String(line))</p>" }.joined()
    }

    private var period: String {
        report.since.map { " · since \($0.formatted(Date.ISO8601FormatStyle().year().month().day()))" } ?? ""
    }
}
