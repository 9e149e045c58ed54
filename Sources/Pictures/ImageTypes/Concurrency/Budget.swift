internal import Synchronization

/// The permitted cost of the work on one request, and whether its client still waits for it.
///
/// The work polls it at each step that can take long. Work without a budget, as that of the command, has no bounds.
package final class Budget: Sendable {
    /// The budget of the work on this thread.
    @TaskLocal package static var current: Budget?

    /// Raised when the client has left.
    package let cancellation = Cancellation()
    private let comparisons = Atomic(0)
    /// Set by the first step of a search: who waits for a turn, or for a picture, has used nothing of it.
    private let end = Locked<ContinuousClock.Instant?>(nil)

    /// The seconds that the steps of a search may take, from the first one on.
    package static let seconds = 30
    /// The comparisons of values with conditions that every request may make, and those beside them for each item that is
    /// searched: 32 conditions on a text of each.
    package static let (comparisons, comparisonsPerItem) = (200_000, 32)

    package init() {}

    /// The reason why work must stop.
    package enum Refusal: Error {
        case clientLeft
        case time(seconds: Int)
        case comparisons(Int)
    }

    /// Throws where the client has left or the time is over.
    package func check() throws(Refusal) {
        if cancellation.isCancelled { throw .clientLeft }
        let end = end.withLock { end in
            if end == nil { end = .now + .seconds(Self.seconds) }
            return end
        }
        if let end, end <= .now { throw .time(seconds: Self.seconds) }
    }

    /// ``check()``, and counts comparisons that are about to be made.
    ///
    /// - Parameter items: Those that are searched.
    package func spend(_ count: Int, items: Int) throws(Refusal) {
        try check()
        let most = Self.comparisons + Self.comparisonsPerItem * items
        if comparisons.add(count, ordering: .relaxed).newValue > most { throw .comparisons(most) }
    }
}
