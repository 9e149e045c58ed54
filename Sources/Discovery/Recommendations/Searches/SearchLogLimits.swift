/// The bounds of the searches that a server keeps; beyond them the oldest go first. They take up at most a quarter of the
/// bytes of the file, which they share with the events.
package struct SearchLogLimits: Hashable, Sendable {
    /// The most searches. Default 500,000.
    package var count: Int
    /// The days after which a search is removed. Default 90.
    package var days: Int

    /// Creates limits; by default 500,000 searches of 90 days.
    package init(count: Int = 500_000, days: Int = 90) {
        self.count = count
        self.days = days
    }
}
