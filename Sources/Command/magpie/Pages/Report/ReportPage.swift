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

    var head: HTML {
        let byColor: HTML = totals.sortedPalette.isEmpty ? "" : "<option value=hue>color"
        return """
            \(PageParts.head(Numbers.plural(tally.done, "image"), PageParts.reportStyle))
            <body>
            <a class=skip href="#images">Skip to the images</a>
            <header>
            <h1>\(PageParts.bird)\(Numbers.plural(tally.done, "image"))</h1>
            \(PageParts.palette(totals.sortedPalette))
            <dl class=tiles>\(tiles)</dl>
            <div class=charts>\(charts)</div>
            </header>
            <nav>
            <label class=find>\(PageParts.lens)<input type=search placeholder="Find a name" aria-label="Find a name"></label>
            <div class=filters role=group aria-label="Show">\(filters)</div>
            <label class=sort>Sort by <select><option value=given>input<option value=name>name<option value=bytes>size\
            \(byColor)</select></label>
            \(pages)
            </nav>
            <main id=images><ol class=sheet aria-label="Images; arrow keys go from one to the next">

            """
    }

    var foot: HTML {
        let more: HTML =
            left > 0 ? "<p>\(Numbers.plural(left, "more image")) without a card; --json lists all.</p>" : ""
        return """
            </ol><p class=nothing hidden>No image has such a name.</p></main>
            <footer>\(more)<p>magpie \(Version.number)</p></footer>
            <div class=toast role=status></div>
            <script>\(PageParts.reportScript)</script>
            </body>
            </html>

            """
    }

    /// Links to the other pages of a long report; search and sorting are for one page.
    private var pages: HTML {
        if names.count < 2 { return "" }
        let links = names.enumerated().map { index, name -> HTML in
            index + 1 == number
                ? "<b aria-current=page>\(index + 1)</b>" : "<a href=\"\(name)\">\(index + 1)</a>"
        }
        return "<span class=pages role=group aria-label=Pages>\(links)</span>"
    }

    private var tiles: HTML {
        let time = max(tally.seconds, 0.001)
        let good = tally.done - tally.failed - tally.skipped
        var tiles = [PageParts.tile("prepared", Numbers.count(good), "\(percent(good, tally.done)) of all")]
        if tally.skipped > 0 {
            tiles.append(PageParts.tile("up to date", Numbers.count(tally.skipped), "not made again"))
        }
        tiles.append(
            PageParts.tile(
                "errors", Numbers.count(tally.failed),
                tally.failed == 0 ? "all images are fine" : "\(percent(tally.failed, tally.done)) of all",
                isBad: tally.failed > 0))
        tiles.append(
            PageParts.tile(
                "time", Numbers.duration(tally.seconds), "\(Numbers.rate(Double(tally.done) / time)) images/s"))
        let read = Double(tally.inputBytes)
        tiles.append(PageParts.tile("read", Numbers.bytes(read), "\(Numbers.bytes(read / time))/s"))
        tiles.append(
            PageParts.tile("written", Numbers.bytes(Double(tally.outputBytes)), Numbers.plural(tally.outputs, "file")))
        return tiles.joined()
    }

    private func percent(_ part: Int, _ whole: Int) -> String {
        let value = Double(part) / Double(max(whole, 1)) * 100
        return "\(value.rounded(places: value < 10 || value > 99 ? 1 : 0) ?? "–") %"
    }

    private var charts: HTML {
        let formats = tally.formats.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let failures = tally.failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return rows("errors", failures, isBad: true) + rows("formats", formats)
            + columns("megapixels, up to", totals.megapixels.classes(limit: 10))
            + columns("milliseconds an image, up to", totals.milliseconds.classes(limit: 10))
    }

    private func rows(_ title: String, _ rows: [(key: String, value: Int)], isBad: Bool = false) -> HTML {
        guard let maximum = rows.map(\.value).max() else { return "" }
        let bars = rows.map { name, count -> HTML in
            """
            <span>\(name)</span><i><u style="width:\(max(count * 100 / maximum, 1))%"></u></i>\
            <b>\(Numbers.count(count))</b>
            """
        }
        let kind: HTML = isBad ? " class=bad" : ""
        return "<section\(kind)><h2>\(title)</h2><div class=rows>\(bars)</div></section>"
    }

    private func columns(_ title: String, _ classes: [(end: Double, count: Int)]) -> HTML {
        guard let maximum = classes.map(\.count).max() else { return "" }
        let bars = classes.map { end, count -> HTML in
            """
            <div title="below \(label(end)): \(Numbers.plural(count, "image"))">\
            <i><u style="height:\(max(count * 100 / maximum, count > 0 ? 2 : 0))%"></u></i>\
            <span>\(label(end))</span></div>
            """
        }
        return "<section><h2>\(title)</h2><div class=plot>\(bars)</div></section>"
    }

    /// The upper end of a class.
    private func label(_ end: Double) -> String { end.rounded(places: end < 1 ? 2 : 0) ?? "" }

    private var filters: HTML {
        if tally.failed == 0 { return "" }
        return """
            <button data-f=all aria-pressed=true>All</button>\
            <button data-f=bad aria-pressed=false>Errors <b>\(Numbers.count(tally.failed))</b></button>
            """
    }
}
