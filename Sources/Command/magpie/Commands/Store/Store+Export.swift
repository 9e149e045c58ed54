import VisualSearch

extension Store {
    /// `magpie store export`.
    enum Export: StoreAction {
        static let name = "export"
        static let help = "prints a line of JSON for each item: its id, source and attributes, without pictures"

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let store = try arguments.onlyFile(in: words, of: self).storeToRead()
            try StandardOutput().writeLines { line in try store.export(line) }
            return .done
        }
    }
}
