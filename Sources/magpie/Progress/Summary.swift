extension Tally {
    /// What a person wants to know at the end.
    var summary: String {
        let images = Numbers.plural(done, "image")
        if done == 0 { return "no images found\n" }
        var rows = [("\(images) in \(Numbers.duration(seconds))", rates)]
        if outputs > 0 {
            let read = inputBytes > 0 ? ", from \(Numbers.bytes(Double(inputBytes)))" : ""
            rows.append(
                ("", "\(Numbers.plural(outputs, "file")) written, \(Numbers.bytes(Double(outputBytes)))\(read)"))
        }
        if skipped > 0 { rows.append(("", "\(Numbers.count(skipped)) skipped, they were there already")) }
        return rows.map { left, right in left.isEmpty ? "  \(right)\n" : "\(left): \(right)\n" }.joined() + failureRows
    }

    /// How many inputs failed, by code with examples; empty when none did.
    var failureRows: String {
        if failed == 0 { return "" }
        var text = "  \(Numbers.plural(failed, "error"))\n"
        let width = failures.keys.map(\.count).max() ?? 0
        for (code, failures) in failures.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
            let more = failures.count > failures.examples.count ? ", …" : ""
            let names = failures.examples.map { $0.text.printable }.joined(separator: ", ")
            let count = Numbers.count(failures.count).padded(to: 6, atFront: true)
            text += "    \(code.padded(to: width))\(count)  \(names)\(more)\n"
        }
        return text
    }

    var rates: String {
        let time = max(seconds, 0.001)
        return "\(Numbers.rate(Double(done) / time)) images/s, \(Numbers.bytes(Double(inputBytes) / time))/s"
    }
}

extension String {
    func padded(to width: Int, atFront: Bool = false) -> String {
        let room = String(repeating: " ", count: max(width - count, 0))
        return atFront ? room + self : self + room
    }

    /// Without the characters that move the cursor or turn the direction of a line.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.misleads ? "\u{fffd}" : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var misleads: Bool { properties.generalCategory == .control || properties.isBidiControl }
}
