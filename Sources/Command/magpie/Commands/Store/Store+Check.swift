import VisualSearch

extension Store {
    /// `magpie store check`.
    enum Check: StoreAction {
        static let name = "check"
        static let help = "verifies the whole store, unchanged, and lists damage; exit code 2 if there is any"

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let file = try arguments.onlyFile(in: words, of: self)
            try file.requireFile(for: "store check")
            let store = try CatalogStore.openedForCheck(path: file.text)
            let findings = try store.check()
            guard findings.isEmpty else {
                try StandardOutput().write(findings.map { $0.printable + "\n" }.joined())
                note(
                    "magpie: \(file) is damaged; 'magpie store repair \(file.text.shellWord)' saves what can be read\n")
                return .setup
            }
            let items = try store.read { snapshot in snapshot.count }
            try StandardOutput().write("\(file.text.printable) is sound: \(Numbers.plural(items, "item"))\n")
            if store.mode == .readOnly {
                note(
                    "magpie: the index of words was not compared: the store cannot be written, or is of an older form\n"
                )
            }
            return .done
        }
    }
}
