internal import Foundation
internal import Synchronization
internal import VisualSearch

// What the transport tells in `/metrics`.
extension HTTPServer {
    func report() {
        metrics.gauge("magpie_connections", "Open connections.") { [connections] in Double(connections.count) }
        metrics.gauge(
            "magpie_connections_refused_total", "Connections closed at once, because there were too many.",
            kind: "counter"
        ) { [weak self] in Double(self?.refusedConnections ?? 0) }
        metrics.gauge("magpie_image_jobs_waiting", "Image jobs in line.") { [jobs] in Double(jobs.waiting) }
        metrics.gauge("magpie_image_jobs_running", "Image jobs under way.") { [jobs] in Double(jobs.running) }
        metrics.gauge("magpie_fetch_jobs_waiting", "Requests in line whose picture is to be fetched.") { [fetches] in
            Double(fetches.waiting)
        }
        metrics.gauge("magpie_fetch_jobs_running", "Requests under way whose picture is fetched.") { [fetches] in
            Double(fetches.running)
        }
        metrics.gauge("magpie_searches_waiting", "Searches without pictures in line.") { [searches] in
            Double(searches.waiting)
        }
        metrics.gauge("magpie_requests_under_way", "Requests under way.") { [weak self] in
            Double(self?.underWay.load(ordering: .relaxed) ?? 0)
        }
        metrics.gauge("magpie_body_bytes", "Request bodies in memory.") { [weak self] in
            Double(self?.held.load(ordering: .relaxed) ?? 0)
        }
        metrics.gauge("magpie_body_bytes_without_key", "Those of clients that sent no valid key yet.") { [strangers] in
            Double(strangers.count)
        }
        metrics.gauge("process_resident_memory_bytes", "Memory of the process.") { ThisProcess.residentBytes }
        metrics.gauge("process_cpu_seconds_total", "CPU time of the process.", kind: "counter") {
            ThisProcess.cpuSeconds
        }
        metrics.gauge("process_open_fds", "Open files and connections of the process.") { ThisProcess.openFiles }
        let started = Date().timeIntervalSince1970
        metrics.gauge("process_start_time_seconds", "When the server started.") { started }
        metrics.gauge("magpie_build_info", "The version.", labels: "version=\"\(configuration.version)\"") { 1 }
        for verdict in ["refused", "insufficient"] { countRefusedKey(verdict, by: 0) }
    }

    func countRefusedKey(_ verdict: String, by amount: UInt64 = 1) {
        metrics.count(
            "magpie_refused_keys_total", "Requests without a valid key, or whose key lacks the right.",
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
