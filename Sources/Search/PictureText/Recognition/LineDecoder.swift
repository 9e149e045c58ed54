internal import Essentials

/// Turns the certainties of classes at the steps along a line into its text.
///
/// A class that is best at several steps in a row is one character; class 0, the one for none, parts two equal ones.
struct LineDecoder: Sendable {
    let characters: CharacterTable

    /// The text of a line, and the mean certainty of its characters to five digits; 0 without any.
    ///
    /// - Parameter values: The certainties, the classes of a step side by side.
    func line(_ values: Span<Float>, steps: Range<Int>, classes: Int) -> (text: String, score: Double) {
        precondition(classes > 0 && steps.lowerBound >= 0 && steps.upperBound * classes <= values.count)
        var text = ""
        var certainties: [Double] = []
        var last = 0
        for step in steps {
            let best = LineDecoder.best(values, from: step * classes, count: classes)
            if best.index != last, best.index != 0 {
                text += characters[best.index]
                certainties.append(LineDecoder.rounded(Double(best.value)))
            }
            last = best.index
        }
        let mean = certainties.isEmpty ? 0 : LineDecoder.sum(certainties[...]) / Double(certainties.count)
        return (text, mean.isFinite ? LineDecoder.rounded(mean) : 0)
    }

    /// The first of the greatest values. Class 0 where none is a number.
    private static func best(_ values: Span<Float>, from start: Int, count: Int) -> (index: Int, value: Float) {
        var best = (index: 0, value: -Float.infinity)
        for index in 0..<count {
            // Safe: the caller has checked the range.
            let value = unsafe values[unchecked: start &+ index]
            if value > best.value { best = (index, value) }
        }
        return best
    }

    private static func rounded(_ value: Double) -> Double { (value * 1e5).rounded(.toNearestOrEven) / 1e5 }

    /// The sum in the order in which NumPy adds: its means are rounded, and many are halfway between two numbers.
    private static func sum(_ values: ArraySlice<Double>) -> Double {
        if values.count < 8 { return values.reduce(0, +) }
        guard values.count <= 128 else {
            let half = values.count / 2 / 8 * 8
            return sum(values.prefix(half)) + sum(values.dropFirst(half))
        }
        var parts = Array(values.prefix(8))
        let whole = values.count / 8 * 8
        for (index, value) in values.prefix(whole).dropFirst(8).enumerated() { parts[index % 8] += value }
        let sum = ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]))
        return values.dropFirst(whole).reduce(sum, +)
    }
}
