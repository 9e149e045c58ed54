import VisualSearch

extension Store {
    /// `magpie store backup`.
    struct Backup: Subcommand {
        static let name = "store backup"
        static let summary = "Copies a store, even while it is in use, and verifies the copy."
        static let synopsis = "magpie store backup FILE TO"
        static let others = 1...1
        static let examples = [
            Example(purpose: "back up while a server runs", line: "magpie store backup shop.magpie monday.magpie")
        ]

        var store: Path?

        static var options: [OptionGroup<Self>] { .options(.storeFile(sets: \.store)) }

        func run(_ words: [Path]) throws -> ExitCode {
            let (file, target) = try Store.names(
                store, words, otherwise: "backup needs a store and a target: magpie store backup FILE TO")
            try file.requireFile(for: "store backup")
            let copy = try CatalogStore(path: file.text, mode: .readOnly, kind: nil).backup(to: target.text)
            let size = Numbers.bytes(Double(copy.bytes))
            try StandardOutput().write(
                "\(target.text.printable) holds \(Numbers.plural(copy.items, "item")), \(size), and is sound\n")
            return .done
        }
    }
}
