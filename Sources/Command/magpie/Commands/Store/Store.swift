import VisualSearch

/// `magpie store ACTION …`.
struct Store: Subcommand {
    /// The actions, in the order of the help.
    static var actions: [any StoreAction.Type] {
        [
            Check.self, Repair.self, Compact.self, Export.self, Import.self, Backup.self, Copy.self, Restore.self,
            Learn.self,
            Describe.self, Merge.self,
        ]
    }

    static let name = "store"
    static let summary =
        "Maintains stores: check, repair, back up, restore, merge, describe anew and more."
    static var synopsis: String { "magpie store \(actions.map { $0.name }.joined(separator: "|")) [FILE] [options]" }
    static var nested: [NestedCommand] {
        actions.map {
            NestedCommand(name: $0.name, help: $0.help, operands: .file, refused: StoreArguments.refused(by: $0.name))
        }
    }
    static var details: String {
        """
        \(nested.table)

        FILE defaults to \(StorePlace.standardName) in this folder; --store FILE is equivalent. A store in use keeps
        its latest items in FILE-wal, so a plain copy of FILE lacks them: use backup. A backup leaves out a server's
        FILE.jobs (queued insertions), FILE.events (tracked events, consents) and FILE.content; the last is backed up
        by its own name. A file that is put in the place of another by hand is refused while the log of that one lies
        beside it.
        """
    }
    static let examples = [
        Example(purpose: "verify a store", line: "magpie store check shop.magpie"),
        Example(purpose: "save a damaged store", line: "magpie store repair shop.magpie -o saved.magpie"),
        Example(purpose: "back up while a server runs", line: "magpie store backup shop.magpie monday.magpie"),
        Example(purpose: "go back to a backup", line: "magpie store restore shop.magpie --from monday.magpie"),
        Example(purpose: "take over the describer of a new version", line: "magpie store describe shop.magpie"),
        Example(purpose: "write all of a store as text", line: "magpie store export --whole shop.magpie > shop.jsonl"),
        Example(purpose: "make an equal store of it", line: "magpie store import shop.jsonl new.magpie"),
        Example(purpose: "list removed items", line: "magpie store restore shop.magpie --list"),
        Example(
            purpose: "one store of eight parts", line: "magpie store merge catalog.*-of-8.magpie -o whole.magpie --json"
        ),
    ]

    var arguments = StoreArguments()

    static var options: [OptionGroup<Store>] { StoreArguments.groups.map { $0.inside(\.arguments) } }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let word = words.first else {
            throw UsageError("missing action: \(Self.synopsis)")
        }
        guard let action = Self.actions.first(where: { $0.name == word.text }) else {
            let hint = nearest(to: word.text, among: Self.actions.map { $0.name })
            throw UsageError("unknown action '\(word)'" + (hint.map { "; did you mean \($0)?" } ?? ""))
        }
        try arguments.check(for: action.name)
        return try action.run(Array(words.dropFirst()), arguments)
    }
}

/// One action of `magpie store`, in a file of its own. An entry in ``Store/actions`` makes it available.
protocol StoreAction {
    static var name: String { get }
    /// Its paragraph in the help of `magpie store`.
    static var help: String { get }

    /// Runs the action with the words after its name.
    static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode
}
