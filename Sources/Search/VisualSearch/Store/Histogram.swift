/// Numbers counted in bins whose ends are round.
struct Histogram {
    let bins: [Facet.Bin]

    /// Counts numbers, each with a mark; a mark counts once in a bin. Nil where there is nothing to count, or the range of
    /// the numbers is too large to be divided.
    init?(of numbers: [(value: Double, mark: Int32)], bins wanted: Int, _ steps: HistogramSteps) {
        guard wanted > 0, var lowest = numbers.first?.value else { return nil }
        var highest = lowest
        for (value, _) in numbers { (lowest, highest) = (min(lowest, value), max(highest, value)) }
        guard (highest - lowest).isFinite else { return nil }
        guard ((highest - lowest) / Double(wanted)).isNormal else {
            var counter = MarkCounter(1)
            for (_, mark) in numbers { counter.add(0, mark) }
            bins = [Facet.Bin(lower: lowest, upper: highest, count: counter.counts[0])]
            return
        }
        guard let step = HistogramStep.fitting(lowest, highest, wanted: wanted, steps) else { return nil }
        let first = step.place(of: lowest)
        var counter = MarkCounter(step.count(lowest, highest))
        let last = counter.counts.count - 1
        for (value, mark) in numbers {
            counter.add(min(max(Int(step.place(of: value) - first), 0), last), mark)
        }
        bins = counter.counts.enumerated().map { place, count in
            Facet.Bin(
                lower: step.edge(first + Double(place)), upper: step.edge(first + Double(place + 1)), count: count)
        }
    }
}
