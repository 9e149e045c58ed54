import WireFormat

/// The text that `magpie index` ends with.
struct IndexSummary {
    let ending: IndexRun.Ending
    let writer: IndexWriter
    let isDryRun: Bool
    let store: Path

    /// - Parameter items: The number of items in the store.
    func text(items: Int) -> String {
        let learned = ending.learned.map { "  learned from \($0.sentence)\n" } ?? ""
        if ending.tally.done == 0, writer.counts.isEmpty { return learned }
        let tally = ending.tally
        var text = "\(Numbers.plural(tally.done, "image")) in \(Numbers.duration(tally.seconds)): \(tally.rates)\n"
        text += "  \(isDryRun ? "would be: " : "")\(actions)\n\(further)\(removed)"
        if let use = writer.use { text += "  \(use.summary)\n" }
        text += tally.failureRows
        text +=
            isDryRun
            ? "  nothing was changed: it was a dry run\n"
            : "  \(store.text.printable) holds \(Numbers.plural(items, "item"))\n"
        return text + learned
    }

    /// The counts as a line of JSON.
    func line(items: Int) -> String {
        JSONWriter.line { json in
            json.member("complete", ending.isWhole)
            json.member("exitCode", Int(ending.code.rawValue))
            for action in [Indexed.Action.added, .updated, .unchanged, .removed] {
                json.member(action.rawValue, writer.counts[action] ?? 0)
            }
            json.member("failed", ending.tally.failed)
            if let use = writer.use { use.write(to: &json) }
            json.member("unreadTexts", writer.unread.count)
            json.member("withdrawn", writer.withdrawn.count)
            json.member("items", items)
            if isDryRun { json.member("dryRun", true) }
            json.member("ms", ending.tally.seconds * 1000, places: 0)
        }
    }

    private var further: String { writer.further.summary.map { "  further pictures: \($0)\n" } ?? "" }

    private var actions: String {
        let actions: [Indexed.Action] = [.added, .updated, .unchanged, .removed]
        let done = actions.compactMap { action in
            writer.counts[action].map { "\(Numbers.count($0)) \(action.rawValue)" }
        }
        return done.isEmpty ? "nothing to do" : done.joined(separator: ", ")
    }

    private var removed: String {
        if ending.removed.isEmpty { return "" }
        let names = ending.removed.prefix(5).map(\.id.printable).joined(separator: ", ")
        return "  removed: \(names)\(ending.removed.count > 5 ? ", …" : "")"
            + (isDryRun ? "\n" : "; 'magpie store restore --store \(store.text.shellWord)' brings them back\n")
    }
}
