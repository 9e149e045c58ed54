import SQLite
import VisualSearch

extension Store {
    /// `magpie store copy`.
    struct Copy: Subcommand {
        static let name = "store copy"
        static let summary = "Copies all items between files and catalogs in Milvus."
        static let synopsis = "magpie store copy FROM TO"
        static let others = 1...1
        static let details = """
            Both are compared at the end, and the command may be repeated. A catalog in Milvus is
            milvus://HOST:PORT/COLLECTION.
            """
        static let examples = [
            Example(purpose: "to a catalog in Milvus", line: "magpie store copy shop.magpie milvus://db:19530/shop")
        ]

        var store: Path?

        static var options: [OptionGroup<Self>] { .options(.storeFile(sets: \.store)) }

        func run(_ words: [Path]) throws -> ExitCode {
            let (file, target) = try Store.names(
                store, words, otherwise: "copy needs two stores: magpie store copy FROM TO")
            let source = try file.storeToRead(nil)
            let report: CopyReport
            var code = ExitCode.done
            if target.isMilvus {
                report = try source.copyItems(to: target.engine(.create).store)
            } else {
                report = try source.copyItems(toFile: target.text)
                code = try CatalogStore(path: target.text, kind: source.kind).endWithLists(Interruption())
            }
            let sum = String(UInt64(bitPattern: Int64(report.checksum)), radix: 16)
            try StandardOutput().write(
                "\(target.text.printable) holds \(Numbers.plural(report.items, "item")), the same as "
                    + "\(file.text.printable) (checksum \(sum))\n")
            if report.removed > 0 {
                note(
                    "magpie: \(Numbers.plural(report.removed, "removed item")) of \(file) cannot be restored in the copy\n"
                )
            }
            return code
        }
    }
}
