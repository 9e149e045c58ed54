import CatalogFile
import SearchAPI
import VisualSearch

extension Store {
    /// `magpie store import`.
    enum Import: StoreAction {
        static let name = "import"
        static let help = """
            LINES NEW: makes a store of the lines of 'export --whole', compares both, and learns at its end; the way to \
            an older version, which does not open the file of a newer one
            """

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let (lines, target) = try arguments.files(
                in: words, otherwise: "import needs lines and a new store: magpie store import LINES NEW")
            if target.isMilvus {
                throw UsageError("import makes a file; 'magpie store copy' takes it to a catalog in Milvus")
            }
            let items = try make(target, lines)
            try StandardOutput().write(
                "\(target.text.printable) holds \(Numbers.plural(items, "item")), as \(lines.text.printable) says\n")
            let interruption = Interruption()
            do throws(SearchError) {
                if !arguments.skipsLearning {
                    _ = try Merge.learn(target, arguments.typeFields, interruption.cancellation)
                }
                return try CatalogStore(path: target.text).endWithLists(interruption)
            } catch {
                guard case .cancelled = error, let code = interruption.exitCode else { throw error }
                note("magpie: interrupted; all items are stored, and 'magpie store learn' lets the store learn\n")
                return code
            }
        }

        private static func make(_ target: Path, _ lines: Path) throws -> Int {
            let size = max((try? FileStatus.of(lines).size) ?? 0, 1)
            let progress = ShareProgress("importing")
            defer { progress.end() }
            var (bytes, shown) = (0, 0)
            return try CatalogStore.makeStore(at: target.text, from: lines.text) { body throws(SearchError) in
                try TableFile.eachLine(path: lines.text) { line, text throws(SearchError) in
                    bytes += text.count + 1
                    if bytes * 100 / size != shown {
                        shown = bytes * 100 / size
                        progress.show(min(Double(bytes) / Double(size), 1))
                    }
                    return try body(line, text)
                }
            }
        }
    }
}
