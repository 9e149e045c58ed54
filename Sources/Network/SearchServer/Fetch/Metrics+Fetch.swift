extension Metrics {
    package func count(_ error: FetchError) { count(.fetchFailures, labels: "reason=\"\(error.label)\"") }

    /// Adds the counters of all reasons before the first failure, so that their growth can be measured from 0.
    func showFetchFailures() {
        for label in FetchError.labels { count(.fetchFailures, labels: "reason=\"\(label)\"", by: 0) }
    }
}
