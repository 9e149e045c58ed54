import VisualSearch

extension Store {
    /// `magpie store repair`.
    struct Repair: Subcommand {
        static let name = "store repair"
        static let summary = "Copies the readable part of a damaged store into a new one."
        static let synopsis = "magpie store repair [FILE] [-o NEW]"
        static let unusableHelp = "Something is lost; or a missing or unusable store."
        static let details = """
            The damaged store stays unchanged.
            """
        static let examples = [
            Example(purpose: "save a damaged store", line: "magpie store repair shop.magpie -o saved.magpie")
        ]

        var store = StorePlace.standardName
        var output: Path?

        static var options: [OptionGroup<Self>] {
            .options(
                .storeFile(sets: \.store),
                .value(
                    "-o", "--output", kind: .path("NEW"),
                    help: "File for the repaired store.", default: .clause("FILE with .repaired added"), sets: \.output)
            )
        }

        func run(_ words: [Path]) throws -> ExitCode {
            try store.requireFile(for: "store repair")
            let target = output ?? Path(bytes: store.bytes + Array(".repaired".utf8))
            let report = try CatalogStore.repair(path: store.text, to: target.text)
            let code = try CatalogStore(path: target.text, kind: nil).endWithLists(Interruption())
            var text = "\(target.text.printable) holds \(Numbers.plural(report.kept, "item"))\n"
            for (name, ids) in [("lost", report.lost), ("with attributes missing", report.doubtful)] where !ids.isEmpty
            {
                text += "  \(Numbers.count(ids.count)) \(name): \(firstIDs(ids))\n"
            }
            try StandardOutput().write(text)
            return report.lost.isEmpty && report.doubtful.isEmpty ? code : .setup
        }
    }
}
