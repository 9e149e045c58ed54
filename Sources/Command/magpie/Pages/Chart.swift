import SearchAPI
import WireFormat

/// A distribution with its title, beside others in the head of a page.
struct Chart {
    let html: HTML

    private init(html: HTML) { self.html = html }

    /// A bar for each value, as long as its share of the largest count. `label` is markup.
    init(_ title: String, rows: [(label: HTML, count: Int)], isBad: Bool = false) {
        let bars = Self.bars(rows.map(\.count), least: 1)
        let rows = zip(rows, bars).map { row, length -> HTML in
            "\(row.label)<i><u style=\"width:\(length)%\"></u></i><b>\(Numbers.count(row.count))</b>"
        }
        html = .unless(
            rows.isEmpty,
            "<section\(.unless(!isBad, " class=bad"))><h2>\(title)</h2><div class=rows>\(rows)</div></section>")
    }

    /// A column of images for each class, with its upper end below it.
    init(_ title: String, columns: [(end: Double, count: Int)]) {
        let columns = zip(columns, Self.bars(columns.map(\.count), least: 2)).map { column, height -> HTML in
            let end = column.end.rounded(places: column.end < 1 ? 2 : 0) ?? ""
            return """
                <div title="below \(end): \(Numbers.plural(column.count, "image"))"><i><u style="height:\(height)%"></u></i>\
                <span>\(end)</span></div>
                """
        }
        html = .unless(
            columns.isEmpty, "<section><h2>\(title)</h2><div class=plot>\(columns)</div></section>")
    }

    /// The values of one field over all hits: those of numbers as a histogram above their range. Values copy a filter.
    init(_ facet: Facet) {
        guard let range = facet.range else {
            let rows = facet.values.map { value -> (label: HTML, count: Int) in
                let filter = "--filter \("\(facet.field):\(value.value)".shellWord)"
                // Long values such as categories are cut at their beginning: their ends differ.
                let label: HTML = """
                    <button data-copy="\(filter)" title="\(value.value)">\(.patch(value.color?.hex))<bdi>\(value.value)\
                    </bdi></button>
                    """
                return (label: label, count: value.count)
            }
            self.init(facet.field, rows: rows)
            return
        }
        func text(_ value: Double) -> String { value.rounded(places: 2) ?? "–" }
        let bins = facet.histogram.map { (name: "\(text($0.lower)) to \(text($0.upper))", count: $0.count) }
        let bars = zip(bins, Self.bars(bins.map(\.count), least: 3)).map { bin, height -> HTML in
            "<u title=\"\(bin.name): \(Numbers.plural(bin.count, "hit"))\" style=\"height:\(height)%\"></u>"
        }
        let summary = bins.filter { $0.count > 0 }.map { "\($0.name): \($0.count)" }.joined(separator: ", ")
        // The range alone shows all where the values are in one bin.
        let isFlat = bins.count < 2
        let mean = facet.isDate ? nil : facet.mean.map(text)
        self.init(
            html: """
                <section><h2>\(facet.field)</h2>\
                \(.unless(isFlat || summary.isEmpty, "<div class=bins role=img aria-label=\"\(summary)\">\(bars)</div>"))\
                <div class=range\(mean.html { " title=\"mean \($0)\"" })><b>\(text(range.lowerBound))</b>\
                \(.unless(!isFlat, "<i></i>"))<b>\(text(range.upperBound))</b></div></section>
                """)
    }

    /// Percents of the largest count; what is there at all is seen.
    private static func bars(_ counts: [Int], least: Int) -> [Int] {
        let maximum = max(counts.max() ?? 0, 1)
        return counts.map { $0 == 0 ? 0 : max($0 * 100 / maximum, least) }
    }
}
