extension Metrics {
    private static let failures = "magpie_fetch_failures_total"
    private static let help = "Failed image downloads, by reason."

    func count(_ error: FetchError) { count(Metrics.failures, Metrics.help, labels: "reason=\"\(error.label)\"") }

    /// Adds the counters of all reasons before the first failure, so that their growth can be measured from 0.
    func showFetchFailures() {
        for label in FetchError.labels { count(Metrics.failures, Metrics.help, labels: "reason=\"\(label)\"", by: 0) }
    }
}
