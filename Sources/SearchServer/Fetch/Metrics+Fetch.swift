extension Metrics {
    private static let failures = "magpie_fetch_failures_total"
    private static let help = "Failed image downloads, by reason."

    func count(_ error: FetchError) { count(Metrics.failures, Metrics.help, labels: "reason=\"\(error.label)\"") }

    /// Makes all reasons known before the first failure, for whoever reads how they grow.
    func showFetchFailures() {
        for label in FetchError.labels { count(Metrics.failures, Metrics.help, labels: "reason=\"\(label)\"", by: 0) }
    }
}
