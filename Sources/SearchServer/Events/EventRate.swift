internal import ViSearchAPI

/// A limit on the events of an address: so many a second, and ten seconds' worth or a whole batch at once.
final class EventRate: Sendable {
    private struct Bucket {
        var events: Double
        var filled: ContinuousClock.Instant
    }

    /// Addresses that are remembered. Where there are more, those that have been silent longest are forgotten.
    private static let addressLimit = 20_000

    private let perSecond: Double
    private let most: Double
    private let buckets = Locked<[[UInt8]: Bucket]>([:])

    /// - Parameters:
    ///   - perSecond: 0 is no limit.
    ///   - batch: the most events of one request.
    init(perSecond: Int, batch: Int) {
        self.perSecond = Double(max(perSecond, 0))
        most = max(self.perSecond * 10, Double(batch))
    }

    /// Returns true if `count` events of an address are within its rate now, and counts them.
    func takes(_ count: Int, from address: String, now: ContinuousClock.Instant = .now) -> Bool {
        guard perSecond > 0 else { return true }
        let key = IPAddress.sender(address)
        return buckets.withLock { buckets in
            if buckets.count >= EventRate.addressLimit, buckets[key] == nil { forgetSilent(&buckets, now) }
            var bucket = buckets[key] ?? Bucket(events: most, filled: now)
            let seconds = bucket.filled.duration(to: now) / .seconds(1)
            bucket.events = min(most, bucket.events + seconds * perSecond)
            bucket.filled = now
            let isTaken = bucket.events >= Double(count)
            if isTaken { bucket.events -= Double(count) }
            buckets[key] = bucket
            return isTaken
        }
    }

    private func forgetSilent(_ buckets: inout [[UInt8]: Bucket], _ now: ContinuousClock.Instant) {
        let order = buckets.values.map(\.filled).sorted()
        let middle = order[order.count / 2]
        buckets = buckets.filter { $0.value.filled > middle }
    }
}
