/// A metric as Prometheus names it: the name stands here alone, for the counting and for the report.
package struct Metric: Sendable {
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    /// That of a counter ends in `_total`.
    package let name: String
    package let kind: Kind
    package let help: String

    /// A value that goes up and down, unless another kind is said.
    package init(_ name: String, _ help: String, kind: Kind = .gauge) {
        self.name = name
        self.help = help
        self.kind = kind
    }
}

// The metrics of the transport.
extension Metric {
    static let requests = Metric("magpie_requests_total", "Requests by route and status.", kind: .counter)
    static let requestSeconds = Metric(
        "magpie_request_duration_seconds", "Seconds from request line to end of response.", kind: .histogram)
    static let stageSeconds = Metric(
        "magpie_image_stage_seconds", "Seconds of each stage of image processing.", kind: .histogram)
    static let refusedKeys = Metric(
        "magpie_refused_keys_total", "Requests with a missing, invalid or insufficient key.", kind: .counter)

    static let connections = Metric("magpie_connections", "Open connections.")
    static let refusedConnections = Metric(
        "magpie_connections_refused_total", "Connections refused because of the connection limit.", kind: .counter)
    static let imageJobsWaiting = Metric("magpie_image_jobs_waiting", "Image jobs in the queue.")
    static let imageJobsRunning = Metric("magpie_image_jobs_running", "Image jobs running.")
    static let fetchJobsWaiting = Metric(
        "magpie_fetch_jobs_waiting", "Requests in the queue whose image must be downloaded.")
    static let fetchJobsRunning = Metric("magpie_fetch_jobs_running", "Requests running whose image is downloaded.")
    static let searchesWaiting = Metric("magpie_searches_waiting", "Searches without an image in the queue.")
    static let recordsWaiting = Metric("magpie_records_waiting", "Events and insert status requests in the queue.")
    static let requestsUnderWay = Metric(
        "magpie_requests_under_way", "Requests being received, processed or answered.")
    static let bodyBytes = Metric("magpie_body_bytes", "Size of the request bodies in memory in bytes.")
    static let bodyBytesWithoutKey = Metric(
        "magpie_body_bytes_without_key", "Size of the bodies of clients without a valid key so far in bytes.")
    static let build = Metric("magpie_build_info", "Version of the server.")

    static let residentMemory = Metric("process_resident_memory_bytes", "Resident memory in bytes.")
    static let cpuSeconds = Metric("process_cpu_seconds_total", "CPU time in seconds.", kind: .counter)
    static let openFiles = Metric("process_open_fds", "Open file descriptors.")
    static let startTime = Metric(
        "process_start_time_seconds", "Start time of the process in seconds since 1970.")
}
