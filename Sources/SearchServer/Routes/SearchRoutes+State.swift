internal import Foundation
internal import VisualSearch

// How the server is, for those who watch it.
extension SearchRoutes {
    /// Says there what goes on here.
    package func report(to metrics: Metrics) {
        self.metrics.withLock { $0 = metrics }
        runner.report(to: metrics)
        metrics.gauge("magpie_index_items", "Items in the store.") { [engine] in
            (try? engine.countNow()).map(Double.init) ?? .nan
        }
        metrics.gauge("magpie_index_bytes", "Size of the file of the store.") { [engine] in
            let attributes = try? FileManager.default.attributesOfItem(atPath: engine.store.path)
            return (attributes?[.size] as? NSNumber)?.doubleValue ?? .nan
        }
        metrics.gauge("magpie_inserts_waiting", "Accepted insertions that are not done yet.") { [jobs] in
            (try? jobs.count()).map(Double.init) ?? .nan
        }
        metrics.gauge("magpie_uploads", "Uploaded pictures that are kept.") { [uploads] in Double(uploads.held.count) }
        metrics.gauge("magpie_upload_bytes", "Their bytes.") { [uploads] in Double(uploads.held.bytes) }
    }

    /// The text of it tells nothing about this machine: anybody may ask.
    package var health: Health {
        guard (try? engine.countNow()) != nil else { return Health(failure: "the store cannot be read") }
        // What is asked for is found all the same, and what is inserted now is lost.
        guard SearchRoutes.fileNumber(engine.store.path) == storeFile else {
            return Health(failure: "the file of the store is gone, or another one is in its place")
        }
        return Health(warning: runner.waitsForDisk ? "insertions wait: they cannot be written" : nil)
    }

    static func fileNumber(_ path: String) -> UInt64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
    }
}
