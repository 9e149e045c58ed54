import CatalogFile
import VisualSearch

extension Store {
    /// `magpie store import`.
    struct Import: Subcommand {
        static let name = "store import"
        static let summary = "Makes a store of the lines of 'magpie store export --whole'."
        static let synopsis = "magpie store import LINES NEW [options]"
        static let others = 1...1
        static let details = """
            Compares both at its end, and learns from the types. It is the way to an older version, which does not
            open the file of a newer one.
            """
        static let examples = [
            Example(purpose: "make an equal store of another", line: "magpie store import shop.jsonl new.magpie")
        ]

        /// The file of lines.
        var store: Path?
        var typeField: String?
        var skipsLearning = false

        static var options: [OptionGroup<Self>] {
            .options(
                .value("--store", kind: .path("LINES"), help: "File of lines, in place of LINES.", sets: \.store),
                .typeField(sets: \.typeField), .noLearning(sets: \.skipsLearning))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let (lines, target) = try Store.names(
                store, words, otherwise: "import needs lines and a new store: magpie store import LINES NEW")
            if target.isMilvus {
                throw UsageError("import makes a file; 'magpie store copy' takes it to a catalog in Milvus")
            }
            let items = try lines.judged(isNamed: true) { try make(target, lines) }
            try StandardOutput().write(
                "\(target.text.printable) holds \(Numbers.plural(items, "item")), as \(lines.text.printable) says\n")
            let interruption = Interruption()
            do throws(SearchError) {
                if !skipsLearning {
                    _ = try Merge.learn(target, CatalogStore.typeFields(typeField), interruption.cancellation)
                }
                return try CatalogStore(path: target.text).endWithLists(interruption)
            } catch {
                guard case .cancelled = error, let code = interruption.exitCode else { throw error }
                note("magpie: interrupted; all items are stored, and 'magpie store learn' lets the store learn\n")
                return code
            }
        }

        private func make(_ target: Path, _ lines: Path) throws -> Int {
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
