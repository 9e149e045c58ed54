import SearchAPI
import VisualSearch
import WireFormat

/// The result of `magpie store describe`.
struct DescribedAnew {
    let path: Path
    let former: DescriberIdentity
    let describer: DescriberIdentity
    let need: DescriberChange.Need
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
            if let learned { json.member("learned", object: { learned.write(to: &$0) }) }
        }
    }

    /// What is told before the work begins.
    var announcement: String {
        let room = free.map { ", \(Numbers.bytes(Double($0))) are free" } ?? ""
        return "magpie: describing \(Numbers.plural(need.pictures, "picture")) of \(path.text.printable) anew takes "
            + "about \(Numbers.bytes(Double(need.bytes)))\(room)\n"
    }

    var summary: String {
        let done = report.before + report.fromFiles + report.fromThumbnails
        var text = "\(path.text.printable): \(Numbers.plural(done, "picture")) described by \(describer.name.printable)"
        text += " in \(Numbers.duration(seconds)): \(Numbers.count(report.fromFiles)) from files, "
        text += "\(Numbers.count(report.fromThumbnails)) from small pictures in the store"
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
        if let learned { text += "  learned from \(learned.sentence)\n" }
        return text
    }
}
