import VisualSearch

extension Store {
    /// `magpie store export`.
    enum Export: StoreAction {
        static let name = "export"
        static let help = "prints a line of JSON for each item: its id, sources and attributes, without pixels"

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let store = try arguments.onlyFile(in: words, of: self).storeToRead()
            var left = 0
            try StandardOutput().writeLines { line in left = try store.export(line) }
            if left > 0 {
                let (have, them) = left == 1 ? ("has", "it") : ("have", "them")
                note(
                    "magpie: \(Numbers.plural(left, "further picture")) \(have) no source, and no line names \(them): "
                        + "a catalog could not find \(them)\n")
            }
            return .done
        }
    }
}
