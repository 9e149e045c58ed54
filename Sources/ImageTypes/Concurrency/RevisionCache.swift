/// Values that were made from one state of data whose changes are counted, kept until the next change.
///
/// Bounded in bytes, which the keys count into: beyond it the oldest values go. A value belongs to a revision only where
/// it was made from all that the revision has; whoever made it from less, as from rows of which some are not loaded yet,
/// passes nil for the revision, and the value is not kept.
package final class RevisionCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var cost: Int
        var made: ContinuousClock.Instant
        /// The end of an entry that has one.
        var ends: ContinuousClock.Instant?
        /// Tells an entry from an earlier one of the same key.
        var number: Int
    }

    /// Held by the one thread that makes the value of a key.
    private final class Turn: Sendable {
        let lock = Locked(())
    }

    private struct State {
        var revision = Int.min
        var entries: [Key: Entry] = [:]
        /// The keys of all entries, the oldest first, beside some of entries that are gone.
        var line: [(key: Key, number: Int)] = []
        var first = 0
        var last = 0
        var bytes = 0
        var turns: [Key: (turn: Turn, users: Int)] = [:]

        mutating func remove(_ key: Key) {
            if let entry = entries.removeValue(forKey: key) { bytes -= entry.cost }
        }

        mutating func removeAll() { (entries, line, first, bytes) = ([:], [], 0, 0) }

        mutating func removeFirst() {
            let oldest = line[first]
            first += 1
            if entries[oldest.key]?.number == oldest.number { remove(oldest.key) }
            if first > 256, first * 2 > line.count {
                line.removeFirst(first)
                first = 0
            }
        }

        /// Shortens the line where most of it is of entries that are gone.
        mutating func forgetGone() {
            guard line.count - first > 2 * entries.count + 256 else { return }
            line = line[first...].filter { entries[$0.key]?.number == $0.number }
            first = 0
        }

        mutating func removeExpired(_ now: ContinuousClock.Instant) {
            for (key, entry) in entries where entry.ends.map({ $0 <= now }) ?? false { remove(key) }
        }
    }

    private let limit: Int
    private let largest: Int
    private let state = Locked(State())

    /// - Parameters:
    ///   - bytes: Of all values and keys.
    ///   - largest: Of one value with its key; what costs more is not kept. Nil, the default, is a sixteenth of `bytes`.
    package init(bytes: Int, largest: Int? = nil) {
        limit = bytes
        self.largest = min(largest ?? bytes / 16, bytes)
    }

    /// The bytes that are kept, as they were counted.
    package var bytes: Int { state.withLock { $0.bytes } }
    package var count: Int { state.withLock { $0.entries.count } }

    /// The value of a key in a revision; nil where there is none, and where it was made longer ago than `age`.
    package func value(
        for key: Key, at revision: Int, age: Duration? = nil, now: ContinuousClock.Instant = .now
    ) -> Value? {
        state.withLock { state in
            guard state.revision == revision, let entry = state.entries[key] else { return nil }
            if let ends = entry.ends, ends <= now {
                state.removeExpired(now)
                return nil
            }
            if let age, entry.made.duration(to: now) > age { return nil }
            return entry.value
        }
    }

    /// Keeps a value.
    ///
    /// - Parameters:
    ///   - revision: Of which the value is complete; nil keeps nothing. An earlier one than that of other values does not
    ///     either, and a later one ends these.
    ///   - cost: In bytes, with the key.
    ///   - age: The time after which nobody wants it any more; nil, the default, is for ever.
    package func keep(
        _ value: Value, for key: Key, at revision: Int?, cost: Int, age: Duration? = nil,
        now: ContinuousClock.Instant = .now
    ) {
        guard let revision else { return }
        state.withLock { state in
            guard revision >= state.revision else { return }
            if revision > state.revision {
                state.removeAll()
                state.revision = revision
            }
            state.remove(key)
            guard cost <= largest else { return }
            if age != nil, state.bytes + cost > limit { state.removeExpired(now) }
            while state.bytes + cost > limit, state.first < state.line.count { state.removeFirst() }
            state.last += 1
            state.entries[key] = Entry(
                value: value, cost: cost, made: now, ends: age.map { now + $0 }, number: state.last)
            state.line.append((key, state.last))
            state.forgetGone()
            state.bytes += cost
        }
    }

    /// The value of a key in a revision, made where there is none. While one thread makes it, others that want it wait.
    ///
    /// - Parameters:
    ///   - revision: Of which the value will be complete. Nil makes it anew, and keeps nothing.
    ///   - cost: In bytes, with the key; nil does not keep the value.
    ///   - make: Must not ask for the same key.
    package func value<Failure: Error>(
        for key: Key, at revision: Int?, cost: (Value) -> Int?, make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let revision else { return try make() }
        if let known = value(for: key, at: revision) { return known }
        let turn = state.withLock { state in
            var waiting = state.turns[key] ?? (Turn(), 0)
            waiting.users += 1
            state.turns[key] = waiting
            return waiting.turn
        }
        defer {
            state.withLock { state in
                guard var waiting = state.turns[key] else { return }
                waiting.users -= 1
                state.turns[key] = waiting.users > 0 ? waiting : nil
            }
        }
        return try turn.lock.withLock { _ throws(Failure) in
            if let known = value(for: key, at: revision) { return known }
            let made = try make()
            if let cost = cost(made) { keep(made, for: key, at: revision, cost: cost) }
            return made
        }
    }
}
