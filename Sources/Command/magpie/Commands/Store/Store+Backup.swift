import VisualSearch

extension Store {
    /// `magpie store backup`.
    enum Backup: StoreAction {
        static let name = "backup"
        static let help = "FILE TO: copies a store, even while it is in use, and verifies the copy"

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let (file, target) = try arguments.files(
                in: words, otherwise: "backup needs a store and a target: magpie store backup FILE TO")
            try file.requireFile(for: "store backup")
            let copy = try CatalogStore(path: file.text, mode: .readOnly, kind: nil).backup(to: target.text)
            let size = Numbers.bytes(Double(copy.bytes))
            try StandardOutput().write(
                "\(target.text.printable) holds \(Numbers.plural(copy.items, "item")), \(size), and is sound\n")
            return .done
        }
    }
}
