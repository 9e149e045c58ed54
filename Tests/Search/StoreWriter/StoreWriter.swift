import VisualSearch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes the batches of ``Work`` into a store, going on where the store is, and prints the number of each batch when
/// it is acknowledged. Exits with 1 and a message when the store says an error. Nobody closes the store: the end of the
/// process does.
@main
enum StoreWriter {
    private static let kept = Locked<CatalogStore?>(nil)

    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let batches = Int(arguments[2]) else {
            print("usage: store-writer STORE BATCHES")
            exit(64)
        }
        do throws(SearchError) {
            try write(batches, to: arguments[1])
        } catch {
            print("error: \(error)")
            exit(1)
        }
    }

    static func write(_ batches: Int, to path: String) throws(SearchError) {
        let store = try CatalogStore(path: path, describer: Work.describer, mode: .create)
        kept.withLock { $0 = store }
        let done = try store.read { snapshot throws(SearchError) in try snapshot.item(Work.counter) }
        guard case .int(let first) = done?.attributes["batch"] ?? .int(0) else { return }
        let work = Work()
        for number in first + 1..<first + 1 + batches {
            try work.run(number, in: store)
            // One write, so that a reader of the pipe sees whole lines.
            let line = Array("\(number)\n".utf8)
            // Safe: the buffer lives during the call.
            _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        }
    }
}
