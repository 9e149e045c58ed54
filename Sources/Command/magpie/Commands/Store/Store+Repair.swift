import VisualSearch

extension Store {
    /// `magpie store repair`.
    enum Repair: StoreAction {
        static let name = "repair"
        static let help = """
            copies the readable part of a damaged store into a new one; the damaged store stays unchanged; exit code 2 if \
            anything is lost
            """

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let file = try arguments.onlyFile(in: words, of: self)
            try file.requireFile(for: "store repair")
            let target = arguments.output ?? Path(bytes: file.bytes + Array(".repaired".utf8))
            let report = try CatalogStore.repair(path: file.text, to: target.text)
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
