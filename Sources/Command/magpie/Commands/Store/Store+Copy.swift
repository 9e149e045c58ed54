import VisualSearch

extension Store {
    /// `magpie store copy`.
    enum Copy: StoreAction {
        static let name = "copy"
        static let help = """
            FROM TO: copies all items between files and catalogs in Milvus, milvus://HOST:PORT/COLLECTION, and compares \
            both; it may be repeated
            """

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let (file, target) = try arguments.files(
                in: words, otherwise: "copy needs two stores: magpie store copy FROM TO")
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
