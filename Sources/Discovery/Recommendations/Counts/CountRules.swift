internal import Essentials

/// The limits and weights by which events are counted.
package enum CountRules {
    /// Different items of a visit. Further ones are not counted, except bought ones up to twice as many: nobody looks at
    /// so many, a program does.
    package static let touchLimit = 50
    static let purchaseLimit = 100
    /// Visits that are kept. Beyond it, the oldest leave.
    package static let visitLimit = 500_000
    /// The latest visits of an item in which companions are looked for, and how many of these are compared in full.
    package static let sampleLimit = 256
    static let candidateLimit = 1_000
    /// The latest visits of a customer that tell what interests them.
    static let historyLimit = 200

    /// The time without an event that ends a visit, in milliseconds: of a tracker that names its visits, and of one
    /// that does not.
    static let sessionGap = 12 * 3_600_000
    static let personGap = 30 * 60_000
    /// The sender's clock counts for events that are at most so late, in milliseconds; for others, when they came.
    static let latestArrival = 90 * 86_400_000

    /// The time in which a visit loses half of its weight, in seconds.
    static let halfLife = 30 * 86_400.0
    /// The same for an interest of one customer.
    static let interestHalfLife = 7 * 86_400.0
    /// Visits that are added in thought to those that join two items, without joining them.
    static let prior = 3.0

    /// The weight of a visit by the moment of its beginning, in milliseconds since 1970. It grows with the moment and
    /// never changes, so that sums need no aging: only their ratios matter (Cormode, Shkapenyuk, Srivastava and Xu,
    /// "Forward decay", 2009). Moments after the year 2100 weigh as much as that year: larger numbers would be infinite.
    static func weight(_ moment: Int) -> Double {
        exp2((Double(min(moment, 4_102_444_800_000)) / 1000 - 1_767_225_600) / halfLife)
    }
}
