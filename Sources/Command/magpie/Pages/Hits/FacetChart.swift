import SearchAPI
import WireFormat

/// The distribution of the values of one field over all hits, as HTML.
struct FacetChart {
    let facet: Facet

    var html: HTML {
        let title: HTML = "<h2>\(facet.field)</h2>"
        if let range = facet.range { return "<section>\(title)\(histogram)\(ends(range))</section>" }
        guard let maximum = facet.values.map(\.count).max() else { return "" }
        let bars = facet.values.map { value -> HTML in
            let filter = "--filter \("\(facet.field):\(value.value)".shellWord)"
            // Long values such as categories are cut at their beginning: their ends differ.
            return """
                <button data-copy="\(filter)" title="\(value.value)">\(patch(value))<bdi>\(value.value)</bdi></button>\
                <i><u style="width:\(max(value.count * 100 / maximum, 1))%"></u></i><b>\(Numbers.count(value.count))</b>
                """
        }
        return "<section>\(title)<div class=rows>\(bars)</div></section>"
    }

    private func patch(_ value: Facet.Value) -> HTML {
        value.color.map { color -> HTML in "<i class=patch style=\"background:\(color.hex)\"></i>" } ?? ""
    }

    /// A column for each bin; empty where all values are in one bin, which the range shows already.
    private var histogram: HTML {
        guard facet.histogram.count > 1, let maximum = facet.histogram.map(\.count).max(), maximum > 0 else {
            return ""
        }
        let bars = facet.histogram.map { bin -> HTML in
            let name = "\(Self.number(bin.lower)) to \(Self.number(bin.upper)): \(Numbers.plural(bin.count, "hit"))"
            let height = bin.count == 0 ? 0 : max(bin.count * 100 / maximum, 3)
            return "<u title=\"\(name)\" style=\"height:\(height)%\"></u>"
        }
        return "<div class=bins role=img aria-label=\"\(summary)\">\(bars)</div>"
    }

    private var summary: String {
        let parts = facet.histogram.filter { $0.count > 0 }.map {
            "\(Self.number($0.lower)) to \(Self.number($0.upper)): \($0.count)"
        }
        return parts.joined(separator: ", ")
    }

    private func ends(_ range: ClosedRange<Double>) -> HTML {
        let line: HTML = facet.histogram.count > 1 ? "" : "<i></i>"
        let (low, high) = (Self.number(range.lowerBound), Self.number(range.upperBound))
        let mean = facet.isDate ? nil : facet.mean.map(Self.number)
        let title: HTML = mean.map { mean in " title=\"mean \(mean)\"" } ?? ""
        return "<div class=range\(title)><b>\(low)</b>\(line)<b>\(high)</b></div>"
    }

    private static func number(_ value: Double) -> String { value.rounded(places: 2) ?? "–" }
}
