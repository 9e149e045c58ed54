internal import Essentials
internal import ImageTypes
internal import Synchronization

// The metrics of the transport.
extension HTTPServer {
    func report() {
        metrics.gauge(.connections) { [connections] in Double(connections.count) }
        metrics.gauge(.refusedConnections) { [weak self] in Double(self?.refusedConnections ?? 0) }
        metrics.gauge(.imageJobsWaiting) { [jobs] in Double(jobs.waiting) }
        metrics.gauge(.imageJobsRunning) { [jobs] in Double(jobs.running) }
        metrics.gauge(.fetchJobsWaiting) { [fetches] in Double(fetches.waiting) }
        metrics.gauge(.fetchJobsRunning) { [fetches] in Double(fetches.running) }
        metrics.gauge(.searchesWaiting) { [searches] in Double(searches.waiting) }
        metrics.gauge(.recordsWaiting) { [records] in Double(records.waiting) }
        metrics.gauge(.requestsUnderWay) { [weak self] in Double(self?.underWay.load(ordering: .relaxed) ?? 0) }
        metrics.gauge(.bodyBytes) { [weak self] in Double(self?.held.load(ordering: .relaxed) ?? 0) }
        metrics.gauge(.bodyBytesWithoutKey) { [sendersWithoutKey] in Double(sendersWithoutKey.count) }
        metrics.gauge(.residentMemory) { ThisProcess.residentBytes }
        metrics.gauge(.cpuSeconds) { ThisProcess.cpuSeconds }
        metrics.gauge(.openFiles) { ThisProcess.openFiles }
        let started = Date().timeIntervalSince1970
        metrics.gauge(.startTime) { started }
        metrics.gauge(.build, labels: "version=\"\(configuration.version)\"") { 1 }
        for verdict in ["refused", "insufficient"] { countRefusedKey(verdict, by: 0) }
    }

    func countRefusedKey(_ verdict: String, by amount: UInt64 = 1) {
        metrics.count(.refusedKeys, labels: "reason=\"\(verdict)\"", by: amount)
    }

    /// This process, as the system sees it.
    private enum ThisProcess {
        static var residentBytes: Double {
            guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
                let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
            else { return .nan }
            return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
        }

        static var cpuSeconds: Double {
            var time = timespec()
            // Safe: written within the call.
            guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .nan }
            return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
        }

        static var openFiles: Double {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) } ?? .nan
        }
    }
}
