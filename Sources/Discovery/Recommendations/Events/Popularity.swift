package import SearchAPI

/// The number of engagements of each item, over the events that are kept: clicks, carts, wish lists and transactions. What
/// a visitor does with an item in a day counts once, and so does all that nobody in particular does with it.
///
/// Held in memory, and brought up to date with the events that came since.
package final class Popularity: Sendable {
    private struct State {
        /// The last event that was counted.
        var last = 0
        var forgotten = 0
        var counts: [String: Int] = [:]
        /// The visitors and items of the latest day, as hashes.
        var day = 0
        var seen: Set<Int> = []
    }

    /// Items that are held. Beyond twice as many, those with the fewest engagements are forgotten.
    private static let limit = 100_000
    /// Visitors with an item that are remembered of a day; beyond it, they may count again.
    private static let seenLimit = 500_000

    private let events: EventStore
    private let state = Locked(State())

    package init(_ events: EventStore) { self.events = events }

    /// The engagements by item, as of now.
    package func counts() throws(SearchError) -> [String: Int] {
        try state.withLock { state throws(SearchError) in
            // Actions of a forgotten customer are in no sum.
            let forgotten = try events.timesForgotten()
            if forgotten != state.forgotten { state = State(forgotten: forgotten) }
            while let more = try events.engagements(after: state.last) {
                state.last = more.last
                for engagement in more.engagements {
                    if engagement.day != state.day || state.seen.count >= Popularity.seenLimit {
                        (state.day, state.seen) = (engagement.day, [])
                    }
                    var hasher = Hasher()
                    hasher.combine(engagement.item)
                    hasher.combine(engagement.visitor)
                    if state.seen.insert(hasher.finalize()).inserted { state.counts[engagement.item, default: 0] += 1 }
                }
                if state.counts.count > 2 * Popularity.limit {
                    let best = state.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                    state.counts = Dictionary(uniqueKeysWithValues: best.prefix(Popularity.limit).map { ($0, $1) })
                }
            }
            return state.counts
        }
    }
}

extension [String: Int] {
    /// The items, most engagements first, ties by name.
    package var ranked: [String] { sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key) }
}
