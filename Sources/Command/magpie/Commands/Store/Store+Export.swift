import VisualSearch

extension Store {
    /// `magpie store export`.
    struct Export: Subcommand {
        static let name = "store export"
        static let summary = "Prints a line of JSON for each item: its id, sources and attributes."
        static let synopsis = "magpie store export [FILE] [--whole]"
        static let details = """
            Pixels stay out. The lines of --whole have all of a store, so that 'magpie store import' makes an equal
            one.
            """
        static let examples = [
            Example(
                purpose: "write all of a store as text", line: "magpie store export --whole shop.magpie > shop.jsonl")
        ]

        var store = StorePlace.standardName
        var exportsWhole = false

        static var options: [OptionGroup<Self>] {
            .options(
                .storeFile(sets: \.store),
                .flag(
                    "--whole",
                    help: "Export descriptions, thumbnails, fields and rules as well, for 'magpie store import'.",
                    sets: \.exportsWhole))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let store = try store.storeToRead()
            if exportsWhole {
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
