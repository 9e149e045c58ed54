internal import Essentials
internal import SQLite

// Metrics and health of the store and the insertions.
extension RouteContext {
    /// Registers the gauges of the store, the insertions and the uploads.
    func report(to metrics: Metrics) {
        self.metrics.withLock { $0 = metrics }
        insertions?.report(to: metrics)
        metrics.showFetchFailures()
        metrics.gauge(.indexItems) { [engine] in
            (try? engine.countBlocking()).map(Double.init) ?? .nan
        }
        metrics.gauge(.indexBytes) { [engine] in
            let attributes = try? FileManager.default.attributesOfItem(atPath: engine.store.path)
            return attributes?.number(.size).map(Double.init) ?? .nan
        }
        // Weak: the insertions report to the metrics, and their file is closed with the server.
        metrics.gauge(.insertsWaiting) { [weak insertions] in
            insertions.map { (try? $0.count()).map(Double.init) ?? .nan } ?? 0
        }
        metrics.gauge(.learningFailures) { [engine] in Double(engine.learningFailures) }
        metrics.gauge(.picturesToDescribe) { [engine] in Double(engine.picturesToDescribe()) }
        for part in memoryCounts {
            metrics.gauge(.memory, labels: "part=\"\(part.name)\"") { Double(part.bytes()) }
        }
        metrics.gauge(.learnings) { [engine] in Double(engine.learnings.runs) }
        metrics.gauge(.learningSeconds) { [engine] in engine.learnings.seconds }
        metrics.gauge(.uploads) { [uploads] in Double(uploads.held.count) }
        metrics.gauge(.uploadBytes) { [uploads] in Double(uploads.held.bytes) }
    }

    /// The text contains nothing about this machine, because anybody may request it.
    var health: Health {
        guard readsStore() else { return Health(failure: "the store cannot be read") }
        // Searches still work on the removed file.
        if let lostFile { return Health(failure: lostFile) }
        if storeFaults.isUnreadable { return Health(failure: "the store could not be read within the last minute") }
        var health = Health(
            warning: insertions?.waitsBecause.map { "insertions are waiting: \($0)" }
                ?? (storeFaults.isFull ? "the disk of the store was full within the last minute" : nil))
        if engine.isOfAbsentDescriber {
            let lack = "pictures are not answered: the describer of the store is not at hand"
            if engine.hasLostDescriber { health.lack = lack } else { health.notes = [lack] }
            return health
        }
        health.notes = engine.describerState
        return health
    }

    /// Reads the number of items, and a few of them, chosen at random, with all that is kept of them.
    private func readsStore() -> Bool {
        do throws(SearchError) {
            try engine.steadily { () throws(SearchError) in try readSome() }
            return true
        } catch {
            storeFaults.note(error)
            return false
        }
    }

    private func readSome() throws(SearchError) {
        try engine.store.read { snapshot throws(SearchError) in
            for _ in 0..<4 where snapshot.slots > 0 {
                let slot = Int.random(in: 0..<snapshot.slots)
                guard try snapshot.item(at: slot) != nil else { continue }
                _ = try snapshot.vector(at: slot)
                _ = try snapshot.colors(at: slot)
            }
        }
    }
}
