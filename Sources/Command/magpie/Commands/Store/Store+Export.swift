import VisualSearch

extension Store {
    /// `magpie store export`.
    enum Export: StoreAction {
        static let name = "export"
        static let help = """
            prints a line of JSON for each item: its id, sources and attributes, without pixels; with --whole also the \
            descriptions and thumbnails of its pictures, fields and rules, of which 'magpie store import' makes an equal \
            store
            """

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let store = try arguments.onlyFile(in: words, of: self).storeToRead()
            if arguments.exportsWhole {
                try StandardOutput().writeLines { line in try store.exportWhole(line) }
                return .done
            }
            var left = 0
            try StandardOutput().writeLines { line in left = try store.export(line) }
            if left > 0 {
                let (have, them) = left == 1 ? ("has", "it") : ("have", "them")
                note(
                    "magpie: \(Numbers.plural(left, "further picture")) \(have) no source, and no line names \(them): "
                        + "a catalog could not find \(them); --whole has all\n")
            }
            return .done
        }
    }
}
