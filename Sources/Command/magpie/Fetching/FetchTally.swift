import Essentials
import SearchServer

/// The pictures of a run that were fetched, and those that were not, with the reasons.
struct FetchTally {
    /// The reasons that are shown.
    private static let shownReasons = 10

    var (fetched, unchanged) = (0, 0)
    private(set) var failed = 0
    private var reasons: [String: (count: Int, example: String)] = [:]

    mutating func addFailure(_ reason: String, of address: String) {
        failed += 1
        reasons[reason, default: (0, address)].count += 1
    }

    var done: Int { fetched + unchanged + failed }

    /// "2,950 pictures fetched, 12 unchanged, 3 not fetched", and the most frequent reasons, a line each.
    var text: String {
        var text = "\(Numbers.plural(fetched, "picture")) fetched, \(Numbers.count(unchanged)) unchanged"
        if failed > 0 { text += ", \(Numbers.count(failed)) not fetched" }
        let ranked = reasons.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        for (reason, found) in ranked.prefix(Self.shownReasons) {
            text += "\n  \(Numbers.count(found.count)): \(reason), such as \(FetchURL.inLog(found.example).printable)"
        }
        let rest = ranked.dropFirst(Self.shownReasons).map(\.value.count).reduce(0, +)
        return text + (rest > 0 ? "\n  \(Numbers.count(rest)): other reasons" : "")
    }
}
