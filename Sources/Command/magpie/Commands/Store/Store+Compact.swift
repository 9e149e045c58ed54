import VisualSearch

extension Store {
    /// `magpie store compact`.
    enum Compact: StoreAction {
        static let name = "compact"
        static let help = "deletes removed items for good and returns their space to the disk"

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let file = try arguments.onlyFile(in: words, of: self)
            try file.requireFile(for: "store compact")
            let (before, after, dropped) = try file.store(nil).compact()
            let sizes = "\(Numbers.bytes(Double(after))), \(Numbers.bytes(Double(before))) before"
            let gone = dropped == 0 ? "" : "; \(Numbers.plural(dropped, "removed item")) dropped for good"
            try StandardOutput().write("\(file.text.printable): \(sizes)\(gone)\n")
            return .done
        }
    }
}
