import Imaging
import WireFormat

/// The page around the cards.
struct ReportPage {
    let tally: Tally
    let totals: ReportTotals
    /// Images without a card, because there are too many for one page.
    let left: Int
    /// Which of the pages this is, from 1, and the names of all of them.
    var number = 1
    var names = [""]

    var head: HTML { "\(page.head)<ol class=sheet aria-label=\"Images; arrow keys go from one to the next\">\n" }

    var foot: HTML { "</ol><p class=nothing hidden>No image has such a name.</p>\(page.foot)" }

    private var page: Page {
        func sorted(_ counts: [String: Int]) -> [(label: HTML, count: Int)] {
            counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ("<span>\($0.key)</span>", $0.value) }
        }
        var page = Page(
            kind: "prep", title: Numbers.plural(tally.done, "image"), entries: "images", colors: totals.sortedPalette,
            tiles: tiles)
        page.charts = [
            Chart("errors", rows: sorted(tally.failures), isBad: true), Chart("formats", rows: sorted(tally.formats)),
            Chart("megapixels, up to", columns: totals.megapixels.classes(limit: 10)),
            Chart("milliseconds an image, up to", columns: totals.milliseconds.classes(limit: 10)),
        ].map(\.html)
        page.bar = bar
        if left > 0 { page.remarks = ["\(Numbers.plural(left, "more image")) without a card; --json lists all."] }
        return page
    }

    private var tiles: [Page.Tile] {
        let (time, read) = (max(tally.seconds, 0.001), Double(tally.inputBytes))
        let good = tally.done - tally.failed - tally.skipped
        var tiles = [Page.Tile("prepared", Numbers.count(good), percent(good))]
        if tally.skipped > 0 { tiles.append(.init("up to date", Numbers.count(tally.skipped), "not made again")) }
        let errors = tally.failed == 0 ? "all images are fine" : percent(tally.failed)
        return tiles + [
            .init("errors", Numbers.count(tally.failed), errors, isBad: tally.failed > 0),
            .init("time", Numbers.duration(tally.seconds), "\(Numbers.rate(Double(tally.done) / time)) images/s"),
            .init("read", Numbers.bytes(read), "\(Numbers.bytes(read / time))/s"),
            .init("written", Numbers.bytes(Double(tally.outputBytes)), Numbers.plural(tally.outputs, "file")),
        ]
    }

    private func percent(_ part: Int) -> String {
        let value = Double(part) / Double(max(tally.done, 1)) * 100
        return "\(value.rounded(places: value < 10 || value > 99 ? 1 : 0) ?? "–") % of all"
    }

    /// Controls of the cards, and links to the other pages of a long report; search and sorting are for one page.
    private var bar: HTML {
        let links = names.enumerated().html { index, name in
            index + 1 == number
                ? "<b aria-current=page>\(index + 1)</b>" : "<a href=\"\(name)\">\(index + 1)</a>"
        }
        let filters: HTML = """
            <button data-f=all aria-pressed=true>All</button>\
            <button data-f=bad aria-pressed=false>Errors <b>\(Numbers.count(tally.failed))</b></button>
            """
        return """
            <nav>
            <label class=find>\(HTML(file: "lens.svg"))<input type=search placeholder="Find a name" \
            aria-label="Find a name"></label>
            <div class=filters role=group aria-label="Show">\(.unless(tally.failed == 0, filters))</div>
            <label class=sort>Sort by <select><option value=given>input<option value=name>name<option value=bytes>size\
            \(.unless(totals.sortedPalette.isEmpty, "<option value=hue>color"))</select></label>
            \(.unless(names.count < 2, "<span class=pages role=group aria-label=Pages>\(links)</span>"))
            </nav>

            """
    }
}
