import VisualSearch
import WireFormat

/// The result of `magpie store describe`.
struct DescribedAnew {
    let path: Path
    let former: DescriberIdentity
    let describer: DescriberIdentity
    let need: DescriberChange.Need
    /// False where the store only gets the vectors of the built-in describer beside those that it has.
    let changesDescriber: Bool
    /// The free bytes of the disk; nil where the system does not tell.
    let free: Int?
    var report = DescriberChange.Report()
    /// Of describing alone.
    var seconds = 0.0
    var learned: LearningReport?

    var line: String {
        JSONWriter.line { json in
            json.member("path", path)
            json.member("ok", report.isFinished)
            json.member("former", former.name)
            json.member("describer", describer.name)
            json.member("dimensions", describer.dimensions)
            json.member("pictures", need.pictures)
            json.member("before", report.before)
            json.member("from_files", report.fromFiles)
            json.member("from_thumbnails", report.fromThumbnails)
            if report.fromStore > 0 { json.member("from_store", report.fromStore) }
            if report.builtIn > 0 { json.member("built_in", report.builtIn) }
            if report.missingBuiltIn > 0 { json.member("missing_built_in", report.missingBuiltIn) }
            json.member("missing", array: report.missing) { json, missing in
                json.object {
                    $0.member("id", missing.id)
                    $0.member("reason", missing.reason)
                }
            }
            json.member("missing_removed", report.missingRemoved)
            json.member("bytes_needed", need.bytes)
            if let free { json.member("bytes_free", free) }
            json.member("ms", seconds * 1000, places: 1)
            if let learned { json.member("learned") { learned.write(to: &$0) } }
        }
    }

    /// The message before the work begins.
    var announcement: String {
        let room = free.map { ", \(Numbers.bytes(Double($0))) are free" } ?? ""
        guard changesDescriber else {
            return "magpie: built-in vectors beside those of \(path.text.printable) take about "
                + "\(Numbers.bytes(Double(need.bytes)))\(room)\n"
        }
        return "magpie: describing \(Numbers.plural(need.pictures, "picture")) of \(path.text.printable) anew takes "
            + "about \(Numbers.bytes(Double(need.bytes)))\(room)\n"
    }

    var summary: String {
        guard changesDescriber else {
            return "\(path.text.printable): its pictures are described by \(describer.name.printable) already\n"
                + copies
        }
        let done = report.before + report.fromFiles + report.fromThumbnails + report.fromStore
        var text = "\(path.text.printable): \(Numbers.plural(done, "picture")) described by \(describer.name.printable)"
        text += " in \(Numbers.duration(seconds)): \(Numbers.count(report.fromFiles)) from files, "
        text += "\(Numbers.count(report.fromThumbnails)) from small pictures in the store"
        if report.fromStore > 0 { text += ", \(Numbers.count(report.fromStore)) by built-in vectors of the store" }
        text += report.before > 0 ? ", \(Numbers.count(report.before)) by an earlier run\n" : "\n"
        if !report.missing.isEmpty {
            text += "  \(Numbers.plural(report.missing.count, "item")) without a picture to describe:\n"
            for missing in report.missing.prefix(10) {
                text += "    \(missing.id.printable): \(missing.reason.printable)\n"
            }
            if report.missing.count > 10 { text += "    …\n" }
        }
        if report.missingRemoved > 0 {
            text += "  \(Numbers.plural(report.missingRemoved, "removed item")) can be restored, but no picture finds "
            text += "them\n"
        }
        text += copies
        if let learned { text += "  learned from \(learned.sentence)\n" }
        return text
    }

    /// The vectors of the built-in describer that were made beside those of a model.
    private var copies: String {
        var text = ""
        if report.builtIn > 0 {
            text += "  \(Numbers.plural(report.builtIn, "picture")) got a built-in vector, which recognizes copies\n"
        }
        if report.missingBuiltIn > 0 {
            text += "  \(Numbers.plural(report.missingBuiltIn, "picture")) did not: neither file nor small picture is "
            text += "at hand; the model decides on their copies\n"
        }
        return text
    }
}
