internal import ImageTypes

/// A limit on what an address does: so much a second, and more at once.
package final class SenderRate: Sendable {
    private struct Bucket {
        var left: Double
        var filled: ContinuousClock.Instant
    }

    /// Addresses that are remembered. Where there are more, those that have been silent longest are forgotten.
    private static let addressLimit = 20_000

    private let perSecond: Double
    private let most: Double
    private let buckets = Locked<[[UInt8]: Bucket]>([:])

    /// - Parameters:
    ///   - perSecond: 0 is no limit.
    ///   - most: At once.
    package init(perSecond: Int, most: Int) {
        self.perSecond = Double(max(perSecond, 0))
        self.most = Double(most)
    }

    /// Returns true if so much of an address is within its rate now, and counts it.
    package func takes(_ count: Int, from address: String, now: ContinuousClock.Instant = .now) -> Bool {
        guard perSecond > 0 else { return true }
        let key = IPAddress.sender(address)
        return buckets.withLock { buckets in
            if buckets.count >= SenderRate.addressLimit, buckets[key] == nil { forgetSilent(&buckets, now) }
            var bucket = buckets[key] ?? Bucket(left: most, filled: now)
            let seconds = bucket.filled.duration(to: now) / .seconds(1)
            bucket.left = min(most, bucket.left + seconds * perSecond)
            bucket.filled = now
            let isTaken = bucket.left >= Double(count)
            if isTaken { bucket.left -= Double(count) }
            buckets[key] = bucket
            return isTaken
        }
    }

    /// Takes back what was counted of an address.
    package func giveBack(_ count: Int, to address: String) {
        let key = IPAddress.sender(address)
        buckets.withLock { buckets in
            guard let bucket = buckets[key] else { return }
            buckets[key]?.left = min(most, bucket.left + Double(count))
        }
    }

    private func forgetSilent(_ buckets: inout [[UInt8]: Bucket], _ now: ContinuousClock.Instant) {
        let order = buckets.values.map(\.filled).sorted()
        let middle = order[order.count / 2]
        buckets = buckets.filter { $0.value.filled > middle }
    }
}
