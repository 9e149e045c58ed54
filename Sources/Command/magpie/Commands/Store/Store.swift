import VisualSearch

/// `magpie store`.
struct Store: ParentCommand {
    static let name = "store"
    static let summary =
        "Maintains stores: check, repair, back up, restore, merge, describe anew and more."
    static var nested: [any Subcommand.Type] {
        [
            Check.self, Repair.self, Compact.self, Export.self, Import.self, Backup.self, Copy.self, Restore.self,
            Learn.self, Describe.self, Merge.self,
        ]
    }
    static let details = """
        FILE defaults to \(StorePlace.standardName) in this folder; --store FILE is equivalent. A store in use keeps
        its latest items in FILE-wal, so a plain copy of FILE lacks them: use backup, or 'magpie backup' for all data of a
        server: FILE.jobs (queued insertions), FILE.events (tracked events, consents) and FILE.content as well. A file that is put in the place of another by hand is refused while the log of that one lies
        beside it.
        """

    /// Two names: FROM and TO, the first of which may be given with `--store`.
    static func names(
        _ from: Path?, _ words: [Path], otherwise sentence: String
    ) throws(UsageError) -> (from: Path, to: Path) {
        guard let from, let target = words.first, words.count == 1 else { throw UsageError(sentence) }
        return (from, target)
    }
}
