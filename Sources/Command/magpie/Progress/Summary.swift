import Essentials

extension Tally {
    /// The summary at the end of a run; empty where nothing was done.
    var summary: String {
        if done == 0 { return "" }
        var rows: [String] = []
        if outputs > 0 {
            let read = inputBytes > 0 ? ", from \(Numbers.bytes(Double(inputBytes)))" : ""
            rows.append("\(Numbers.plural(outputs, "file")) written, \(Numbers.bytes(Double(outputBytes)))\(read)")
        }
        if skipped > 0 { rows.append("\(Numbers.count(skipped)) skipped: their outputs are there and up to date") }
        if clipped > 0 { rows.append("\(Numbers.plural(clipped, "box", "boxes")) cut off at the edge of the picture") }
        if previews > 0 {
            let small = smallPreviews > 0 ? "; \(Numbers.count(smallPreviews)) with fewer pixels than the sensor" : ""
            rows.append(
                previews == 1
                    ? "1 is the preview of a RAW file\(small)"
                    : "\(Numbers.count(previews)) are previews of RAW files\(small)")
        }
        if developed > 0 {
            rows.append(
                developed == 1
                    ? "1 is developed from a RAW file" : "\(Numbers.count(developed)) are developed from RAW files")
        }
        if unmarked > 0 {
            let generated = unmarkedAI > 0 ? ", \(Numbers.count(unmarkedAI)) of them of generated pictures" : ""
            rows.append(
                "\(Numbers.plural(unmarked, "image")) lost marks of rights or origin\(generated): --keep rights writes them"
            )
        }
        if unsigned > 0 {
            rows.append("\(Numbers.plural(unsigned, "image")) lost Content Credentials, not the other marks")
        }
        return "\(Numbers.plural(done, "image")) in \(Numbers.duration(seconds)): \(rates)\n"
            + rows.map { "  \($0)\n" }.joined() + failureRows
    }

    /// The summary of a dry run.
    var plan: String {
        if done == 0 { return "" }
        let stay = skipped > 0 ? ", \(Numbers.count(skipped)) are up to date" : ""
        return "\(Numbers.plural(done, "image")): \(Numbers.count(done - skipped - failed)) would be made\(stay)\n"
            + failureRows
    }

    /// The codes of errors in words that follow a number.
    private static let faults = [
        "notFound": "missing", "unsupportedFormat": "of another format", "undecodable": "damaged",
        "truncated": "cut off", "tooLarge": "too large", "boxOutside": "without the box",
        "boxTooSmall": "with too small a box", "previewTooSmall": "with too small a preview",
        "writeFailed": "not written", "timedOut": "timed out",
        "invalidRecipe": "with an invalid recipe",
        "missingLibrary": "for want of a library", "missingEncoder": "for want of an encoder",
        "internal": "by an internal fault",
    ]

    /// The number of failed inputs by fault, most frequent first; empty if no input failed.
    var failureRows: String {
        if failed == 0 { return "" }
        let codes = failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let counts = codes.map { "\(Numbers.count($0.value)) \(Self.faults[$0.key] ?? $0.key)" }.joined(separator: ", ")
        return "  \(Numbers.plural(failed, "error")): \(counts)\n"
    }

    var rates: String {
        let time = max(seconds, 0.001)
        return "\(Numbers.rate(Double(done) / time)) images/s, \(Numbers.bytes(Double(inputBytes) / time))/s"
    }
}

extension String {
    func padded(to width: Int, atFront: Bool = false, with filler: Character = " ") -> String {
        let padding = String(repeating: filler, count: max(width - count, 0))
        return atFront ? padding + self : self + padding
    }

    /// Without the characters that move the cursor or turn the direction of a line.
    var printable: String { printable(controlsAs: "\u{fffd}") }
}
