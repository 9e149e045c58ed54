internal import Essentials

extension Snapshot {
    /// Returns the distribution of the values of fields over a set of slots; `*` means all fields that have facets, in
    /// the order of their names. Unknown fields and text fields are left out.
    package func facets(_ request: SearchRequest.FacetRequest, over set: Bitmap) throws(SearchError) -> [Facet] {
        try facets(request) { _ throws(SearchError) in set }
    }

    /// - Parameter set: The slots that count for a field.
    func facets(
        _ request: SearchRequest.FacetRequest, over set: (String) throws(SearchError) -> Bitmap
    ) throws(SearchError) -> [Facet] {
        let known = try store.columns.fields(of: self)
        var seen: Set<String> = []
        var facets: [Facet] = []
        for name in request.fields.flatMap({ $0 == "*" ? known.keys.sorted() : [$0] }) {
            guard let field = known[name], field.type != .text, seen.insert(name).inserted else { continue }
            facets.append(try facet(field, request, over: try set(name)))
        }
        return facets
    }

    private func facet(
        _ field: Field, _ request: SearchRequest.FacetRequest, over set: Bitmap
    ) throws(SearchError) -> Facet {
        switch try column(field, .whole) {
        case .strings(let column):
            var counts = Array(repeating: 0, count: column.strings.count)
            for slot in set.intersection(column.present) {
                for code in column[slot] { counts[Int(code)] += 1 }
            }
            if request.branches, let counts = branchCounts(of: column, over: set) {
                return facet(field, counts.map { Facet.Value($0.key, count: $0.value) }, request.limit)
            }
            let values = counts.indices.lazy.filter { counts[$0] > 0 }
                .map { Facet.Value(column.strings[$0], count: counts[$0]) }
            return facet(field, values, request.limit)
        case .integers(let column) where field.type == .bool:
            let present = set.intersection(column.present)
            var yes = 0
            for slot in present where column.values[slot] != 0 { yes += 1 }
            let values = [Facet.Value("true", count: yes), Facet.Value("false", count: present.count - yes)]
            return facet(field, values.filter { $0.count > 0 }, request.limit)
        case .integers(let column):
            let isDate = field.type == .date
            let numbers = set.intersection(column.present).map {
                isDate ? Double(column.values[$0]) / 1000 : Double(column.values[$0])
            }
            return Facet(field.name, of: numbers, bins: request.bins, isDate ? .date : .whole)
        case .floats(let column):
            let numbers = set.intersection(column.present).map { column.values[$0] }
            return Facet(field.name, of: numbers, bins: request.bins, .any)
        }
    }

    /// The most frequent values, ties in the order of a dictionary.
    private func facet(_ field: Field, _ values: some Sequence<Facet.Value>, _ limit: Int) -> Facet {
        let all = Array(values)
        let limit = max(limit, 0)
        guard limit > 0, !all.isEmpty else { return Facet(field: field.name, more: all.count) }
        // Only values that may be shown need keys, and of these only ties.
        let lowest = all.map(\.count).sorted(by: >)[min(limit, all.count) - 1]
        var best = all.filter { $0.count >= lowest }.sorted { $0.count > $1.count }
        var start = 0
        while start < best.count {
            let end = best[start...].firstIndex { $0.count < best[start].count } ?? best.count
            if end - start > 1 {
                let ties = Array(best[start..<end])
                let order = ties.map(\.value).collated(at: Array(ties.indices))
                best.replaceSubrange(start..<end, with: order.map { ties[$0] })
            }
            start = end
        }
        return Facet(field: field.name, values: Array(best.prefix(limit)), more: max(all.count - limit, 0))
    }

    /// The items of each value and of each branch above it; nil where no value has one.
    private func branchCounts(of column: StringColumn, over set: Bitmap) -> [String: Int]? {
        let separator = Facet.branchSeparator
        guard column.strings.contains(where: { $0.contains(separator) }) else { return nil }
        let paths = column.strings.map { text in
            let levels = text.components(separatedBy: separator)
            return (1...levels.count).map { levels[..<$0].joined(separator: separator) }
        }
        var counts: [String: Int] = [:]
        for slot in set.intersection(column.present) {
            let codes = column[slot]
            if codes.count == 1 {
                for branch in paths[Int(codes.first!)] { counts[branch, default: 0] += 1 }
            } else {
                for branch in Set(codes.flatMap { paths[Int($0)] }) { counts[branch, default: 0] += 1 }
            }
        }
        return counts
    }
}

extension Facet {
    fileprivate init(_ field: String, of numbers: [Double], bins: Int, _ steps: HistogramSteps) {
        let isDate = if case .date = steps { true } else { false }
        guard let lowest = numbers.min(), let highest = numbers.max() else {
            self.init(field: field, isDate: isDate)
            return
        }
        self.init(
            field: field, range: lowest...highest, histogram: Histogram(of: numbers, bins: bins, steps)?.bins ?? [],
            isDate: isDate)
    }
}

/// Widths that bins may have.
enum HistogramSteps {
    /// 1, 2 or 5 times a power of ten; for whole numbers 1 at least.
    case any, whole
    /// Seconds that make whole minutes, hours, days or years.
    case date

    private static let seconds = [
        1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600, 2_592_000,
        7_776_000, 15_552_000, 31_536_000,
    ].map(Double.init)

    /// The smallest width that is not below `width`.
    func width(from width: Double) -> Double {
        if case .date = self, let step = HistogramSteps.seconds.first(where: { $0 >= width }) { return step }
        let unit = if case .date = self { HistogramSteps.seconds[HistogramSteps.seconds.count - 1] } else { 1.0 }
        let power = pow(10, floor(log10(width / unit))) * unit
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= width } ?? 10 * power
        if case .whole = self { return max(step, 1) }
        return step
    }
}

/// Numbers counted in bins of equal width whose ends are round.
struct Histogram {
    let bins: [Facet.Bin]

    /// Nil where there is nothing to count, or the range of the numbers is too large to be divided.
    init?(of numbers: [Double], bins wanted: Int, _ steps: HistogramSteps) {
        guard wanted > 0, let lowest = numbers.min(), let highest = numbers.max(), (highest - lowest).isFinite else {
            return nil
        }
        let even = (highest - lowest) / Double(wanted)
        guard even.isNormal else {
            bins = [Facet.Bin(lower: lowest, upper: highest, count: numbers.count)]
            return
        }
        // Round ends may need one bin more than the range does; on both sides of 0 there are two at least.
        var width = steps.width(from: even)
        while Histogram.count(lowest, highest, width) > max(wanted, 2) { width = steps.width(from: width * 1.01) }
        let first = floor(lowest / width)
        guard first.isFinite, width.isFinite, width > 0 else { return nil }
        var counts = [Int](repeating: 0, count: Histogram.count(lowest, highest, width))
        for number in numbers {
            counts[min(max(Int(floor(number / width) - first), 0), counts.count - 1)] += 1
        }
        bins = counts.enumerated().map { place, count in
            Facet.Bin(lower: (first + Double(place)) * width, upper: (first + Double(place + 1)) * width, count: count)
        }
    }

    /// Bins from the one of the least number to that of the greatest.
    private static func count(_ lowest: Double, _ highest: Double, _ width: Double) -> Int {
        let count = floor(highest / width) - floor(lowest / width) + 1
        return count < 1_000_000 ? Int(count) : 1_000_000
    }
}
