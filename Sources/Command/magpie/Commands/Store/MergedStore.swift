import VisualSearch
import WireFormat

/// The result of `magpie store merge`.
struct MergedStore {
    let path: Path
    let parts: Int
    let report: StoreMerge.Report
    /// Of the merge alone.
    var seconds = 0.0
    var learned: LearningReport?

    var line: String {
        JSONWriter.line { json in
            json.member("path", path)
            json.member("ok", true)
            json.member("items", report.items)
            json.member("parts", parts)
            json.member("dropped", report.dropped)
            json.member("bytes", report.bytes)
            if report.withoutBuiltIn > 0 { json.member("without_built_in", report.withoutBuiltIn) }
            json.member("ms", seconds * 1000, places: 1)
            if let learned { json.member("learned") { learned.write(to: &$0) } }
        }
    }

    var summary: String {
        var text = "\(path.text.printable) holds \(Numbers.plural(report.items, "item")) of "
        text += "\(Numbers.plural(parts, "store")), \(Numbers.bytes(Double(report.bytes))), merged in "
        text += "\(Numbers.duration(seconds))\n"
        if report.dropped > 0 {
            text += "  \(Numbers.plural(report.dropped, "item")) left out: others have their ids\n"
        }
        if report.forgotten > 0 {
            text += "  \(Numbers.plural(report.forgotten, "removed item")) of the parts cannot be restored here\n"
        }
        if report.withoutBuiltIn > 0 {
            text += "  \(Numbers.plural(report.withoutBuiltIn, "item")) without a built-in vector, which "
            text += "'magpie store describe --model' makes\n"
        }
        if let learned { text += "  learned from \(learned.sentence)\n" }
        return text
    }
}
