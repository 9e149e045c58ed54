import SQLite
import VisualSearch

extension Store {
    /// `magpie store compact`.
    struct Compact: Subcommand {
        static let name = "store compact"
        static let summary = "Deletes removed items for good and returns their space to the disk."
        static let synopsis = "magpie store compact [FILE]"

        var store = StorePlace.standardName

        static var options: [OptionGroup<Self>] { .options(.storeFile(sets: \.store)) }

        func run(_ words: [Path]) throws -> ExitCode {
            try store.requireFile(for: "store compact")
            let (before, after, dropped) = try store.store(nil).compact()
            let sizes = "\(Numbers.bytes(Double(after))), \(Numbers.bytes(Double(before))) before"
            let gone = dropped == 0 ? "" : "; \(Numbers.plural(dropped, "removed item")) dropped for good"
            try StandardOutput().write("\(store.text.printable): \(sizes)\(gone)\n")
            return .done
        }
    }
}
