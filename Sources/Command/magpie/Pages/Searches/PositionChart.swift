import Recommendations
import WireFormat

/// The click-through of each place as bars, with its 95% interval as a line.
struct PositionChart {
    /// The places that are drawn where the tables have fewer rows, if there are as many.
    static let least = 20
    /// The places that are drawn at most.
    private static let most = 60

    private let positions: [SearchReport.Position]

    init(positions: [SearchReport.Position]) { self.positions = Array(positions.prefix(Self.most)) }

    private static let (height, top, foot, left, step) = (160.0, 10.0, 22.0, 44.0, 22.0)

    var html: HTML {
        let highest = positions.compactMap { $0.rate?.high }.max() ?? 0
        if highest <= 0 { return "" }
        let scale = Self.height / highest
        let width = Self.left + Self.step * Double(positions.count) + 8
        let base = Self.top + Self.height
        var parts: [HTML] = [line(from: (Self.left, base), to: (width, base), kind: "axis")]
        for share in [highest / 2, highest] {
            let y = base - share * scale
            parts.append(line(from: (Self.left, y), to: (width, y), kind: "grid"))
            parts.append(
                "<text class=scale x=\"\(number(Self.left - 6))\" y=\"\(number(y + 4))\">\(Self.percent(share))</text>")
        }
        for (index, position) in positions.enumerated() {
            guard let rate = position.rate else { continue }
            let x = Self.left + Self.step * Double(index) + 4
            let middle = x + 7
            let clicks = Numbers.plural(position.clicks, "click")
            let label = "place \(position.place): \(clicks) on \(Numbers.count(position.shown)) shown, \(rate.text)"
            parts.append(
                """
                <g><title>\(label)</title><rect x="\(number(x))" y="\(number(base - rate.share * scale))" width="14" \
                height="\(number(rate.share * scale))"/>\
                \(line(from: (middle, base - rate.low * scale), to: (middle, base - rate.high * scale), kind: "range"))\
                <text x="\(number(middle))" y="\(number(base + 15))">\(position.place)</text></g>
                """)
        }
        let (full, whole) = (number(width), number(base + Self.foot))
        return """
            <div class=wide tabindex=0 role=region aria-label="Click-through by place"><svg class=bars role=img \
            aria-label="\(summary)" width="\(full)" height="\(whole)" viewBox="0 0 \(full) \(whole)">\(parts)</svg></div>
            """
    }

    private var summary: String {
        let first = positions.first { $0.rate != nil }
        let last = positions.last { $0.rate != nil }
        let ends = [first, last].compactMap { $0 }.map { "\($0.rate?.percent ?? "") at place \($0.place)" }
        return "Bar chart: click-through by place, \(ends.joined(separator: ", ")). The table has all figures."
    }

    private func line(from: (Double, Double), to: (Double, Double), kind: String) -> HTML {
        """
        <line class=\(kind) x1="\(number(from.0))" y1="\(number(from.1))" x2="\(number(to.0))" y2="\(number(to.1))"/>
        """
    }

    private static func percent(_ share: Double) -> String { "\((share * 100).rounded(places: 1) ?? "–")%" }

    private func number(_ value: Double) -> String { value.rounded(places: 1) ?? "0" }
}
