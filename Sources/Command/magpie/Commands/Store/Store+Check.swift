import VisualSearch

extension Store {
    /// `magpie store check`.
    struct Check: Subcommand {
        static let name = "store check"
        static let summary = "Verifies the whole store, unchanged, and lists damage."
        static let synopsis = "magpie store check [FILE]"
        static let unusableHelp = "Damage; or a missing or unusable store."
        static let examples = [
            Example(purpose: "verify a store", line: "magpie store check shop.magpie")
        ]

        var store = StorePlace.standardName

        static var options: [OptionGroup<Self>] { .options(.storeFile(sets: \.store)) }

        func run(_ words: [Path]) throws -> ExitCode {
            try store.requireFile(for: "store check")
            let opened = try CatalogStore.openedForCheck(path: store.text)
            let findings = try opened.check()
            guard findings.isEmpty else {
                try StandardOutput().write(findings.map { $0.printable + "\n" }.joined())
                note(
                    "magpie: \(store) is damaged; 'magpie store repair \(store.text.shellWord)' saves what can be read\n"
                )
                return .setup
            }
            let items = try opened.read { snapshot in snapshot.count }
            try StandardOutput().write("\(store.text.printable) is sound: \(Numbers.plural(items, "item"))\n")
            if opened.mode == .readOnly {
                note(
                    "magpie: the index of words was not compared: the store cannot be written, or is of an older form\n"
                )
            }
            return .done
        }
    }
}
