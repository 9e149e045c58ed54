internal import Foundation
internal import ImageTypes
internal import Synchronization

// The metrics of the transport.
extension HTTPServer {
    func report() {
        metrics.gauge("magpie_connections", "Open connections.") { [connections] in Double(connections.count) }
        metrics.gauge(
            "magpie_connections_refused_total", "Connections refused because of the connection limit.",
            kind: "counter"
        ) { [weak self] in Double(self?.refusedConnections ?? 0) }
        metrics.gauge("magpie_image_jobs_waiting", "Image jobs in the queue.") { [jobs] in Double(jobs.waiting) }
        metrics.gauge("magpie_image_jobs_running", "Image jobs running.") { [jobs] in Double(jobs.running) }
        metrics.gauge("magpie_fetch_jobs_waiting", "Requests in the queue whose image must be downloaded.") {
            [fetches] in
            Double(fetches.waiting)
        }
        metrics.gauge("magpie_fetch_jobs_running", "Requests running whose image is downloaded.") { [fetches] in
            Double(fetches.running)
        }
        metrics.gauge("magpie_searches_waiting", "Searches without an image in the queue.") { [searches] in
            Double(searches.waiting)
        }
        metrics.gauge("magpie_records_waiting", "Events and insert status requests in the queue.") { [records] in
            Double(records.waiting)
        }
        metrics.gauge("magpie_requests_under_way", "Requests being received, processed or answered.") { [weak self] in
            Double(self?.underWay.load(ordering: .relaxed) ?? 0)
        }
        metrics.gauge("magpie_body_bytes", "Size of the request bodies in memory in bytes.") { [weak self] in
            Double(self?.held.load(ordering: .relaxed) ?? 0)
        }
        metrics.gauge(
            "magpie_body_bytes_without_key", "Size of the bodies of clients without a valid key so far in bytes."
        ) { [strangers] in
            Double(strangers.count)
        }
        metrics.gauge("process_resident_memory_bytes", "Resident memory in bytes.") { ThisProcess.residentBytes }
        metrics.gauge("process_cpu_seconds_total", "CPU time in seconds.", kind: "counter") {
            ThisProcess.cpuSeconds
        }
        metrics.gauge("process_open_fds", "Open file descriptors.") { ThisProcess.openFiles }
        let started = Date().timeIntervalSince1970
        metrics.gauge("process_start_time_seconds", "Start time of the process in seconds since 1970.") { started }
        metrics.gauge("magpie_build_info", "Version of the server.", labels: "version=\"\(configuration.version)\"") {
            1
        }
        for verdict in ["refused", "insufficient"] { countRefusedKey(verdict, by: 0) }
    }

    func countRefusedKey(_ verdict: String, by amount: UInt64 = 1) {
        metrics.count(
            "magpie_refused_keys_total", "Requests with a missing, invalid or insufficient key.",
            labels: "reason=\"\(verdict)\"", by: amount)
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
