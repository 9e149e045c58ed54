/// Insertions that a protocol has accepted, which the server works off later.
package protocol AcceptedInsertions: AnyObject, Sendable {
    /// The reason why they wait at the moment, without any path of this machine; nil while they proceed.
    var waitsBecause: String? { get }
    /// Returns the number of those that are not finished.
    func count() throws(SearchError) -> Int
    /// Removes items, with the insertions of theirs that wait. Returns the ids that existed.
    func remove(_ ids: [String]) throws(SearchError) -> [String]
    /// Reports the durations of the work to these metrics.
    func report(to metrics: Metrics)
    /// Begins, with those that an earlier process has left. False where the system gives no thread for them.
    func start() -> Bool
    /// Returns when the running ones have finished; the next process handles the others.
    func stop()
    /// Closes their file, which is whole by itself then. To be called after ``stop()``.
    func close()
}
