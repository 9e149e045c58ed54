import Recommendations
import WireFormat

/// The click-through of each place as bars, with its 95% interval as a line.
struct PositionChart {
    /// The places that are drawn where the tables have fewer rows, if there are as many.
    static let least = 20
    /// The places that are drawn at most.
    private static let most = 60
    private static let (height, top, foot, left, step) = (160.0, 10.0, 22.0, 44.0, 22.0)

    private let positions: [SearchReport.Position]

    init(positions: [SearchReport.Position]) { self.positions = Array(positions.prefix(Self.most)) }

    var html: HTML {
        let highest = positions.compactMap { $0.rate?.high }.max() ?? 0
        if highest <= 0 { return "" }
        let width = Self.left + Self.step * Double(positions.count) + 8
        let base = Self.top + Self.height
        func y(_ share: Double) -> Double { base - share * Self.height / highest }
        let grid = [highest / 2, highest].html { share in
            """
            \(line("grid", (Self.left, y(share)), (width, y(share))))\
            <text class=scale x="\(number(Self.left - 6))" y="\(number(y(share) + 4))">\
            \((share * 100).rounded(places: 1) ?? "–")%</text>
            """
        }
        let bars = positions.enumerated().html { index, position in
            guard let rate = position.rate else { return "" }
            let x = Self.left + Self.step * Double(index) + 4
            let clicks = Numbers.plural(position.clicks, "click")
            let label = "place \(position.place): \(clicks) on \(Numbers.count(position.shown)) shown, \(rate.text)"
            return """
                <g><title>\(label)</title><rect x="\(number(x))" y="\(number(y(rate.share)))" width="14" \
                height="\(number(base - y(rate.share)))"/>\(line("range", (x + 7, y(rate.low)), (x + 7, y(rate.high))))\
                <text x="\(number(x + 7))" y="\(number(base + 15))">\(position.place)</text></g>
                """
        }
        let (full, whole) = (number(width), number(base + Self.foot))
        let shown = positions.filter { $0.rate != nil }
        let ends = [shown.first, shown.last].compactMap { $0 }.map { "\($0.rate?.percent ?? "") at place \($0.place)" }
        return """
            <div class=wide tabindex=0 role=region aria-label="Click-through by place"><svg class=bars role=img \
            aria-label="Bar chart: click-through by place, \(ends.joined(separator: ", ")). The table has all figures." \
            width="\(full)" height="\(whole)" viewBox="0 0 \(full) \(whole)">\
            \(line("axis", (Self.left, base), (width, base)))\(grid)\(bars)</svg></div>
            """
    }

    private func line(_ kind: String, _ from: (Double, Double), _ to: (Double, Double)) -> HTML {
        """
        <line class=\(kind) x1="\(number(from.0))" y1="\(number(from.1))" x2="\(number(to.0))" y2="\(number(to.1))"/>
        """
    }

    private func number(_ value: Double) -> String { value.rounded(places: 1) ?? "0" }
}
