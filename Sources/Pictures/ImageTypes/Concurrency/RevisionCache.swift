internal import Essentials

/// Values that were made from one state of data whose changes are counted, kept until the next change.
///
/// Bounded in bytes, which the keys count into: beyond it the oldest values go. A value belongs to a revision only where
/// it was made from all that the revision has; whoever made it from less, as from rows of which some are not loaded yet,
/// passes nil for the revision, and the value is not kept.
package final class RevisionCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Kept: Sendable {
        let key: Key
        let value: Value

        init(_ key: Key, _ value: Value) { (self.key, self.value) = (key, value) }
    }

    private let entries: Locked<CacheEntries>

    /// - Parameters:
    ///   - bytes: Of all values and keys.
    ///   - largest: Of one value with its key; what costs more is not kept. Nil, the default, is a sixteenth of `bytes`.
    package init(bytes: Int, largest: Int? = nil) {
        entries = Locked(CacheEntries(limit: bytes, largest: min(largest ?? bytes / 16, bytes)))
    }

    /// The bytes that are kept, as they were counted.
    package var bytes: Int { entries.withLock { $0.bytes } }
    package var count: Int { entries.withLock { $0.count } }

    /// The value of a key in a revision; nil for a missing one, and for one made longer ago than `age`.
    package func value(
        for key: Key, at revision: Int, age: Duration? = nil, now: ContinuousClock.Instant = .now
    ) -> Value? {
        value(of: key, entries.withLock { $0.kept(key.hashValue, at: revision, age: age, now: now) })
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
        let (kept, hash) = (Kept(key, value), key.hashValue)
        entries.withLock { $0.keep(kept, hash, at: revision, cost: cost, age: age, now: now) }
    }

    /// The value of a key in a revision, made if it is missing. While one thread makes it, others that want it wait.
    ///
    /// - Parameters:
    ///   - revision: Of which the value will be complete. Nil makes it anew, and keeps nothing.
    ///   - holds: False for a kept value that nobody wants any more, whatever the revision. Default always true.
    ///   - cost: In bytes, with the key; nil does not keep the value.
    ///   - make: Must not ask for the same key.
    package func value<Failure: Error>(
        for key: Key, at revision: Int?, holds: (Value) -> Bool = { _ in true }, cost: (Value) -> Int?,
        make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let revision else { return try make() }
        if let known = value(for: key, at: revision), holds(known) { return known }
        let hash = key.hashValue
        let turn = entries.withLock { $0.takeTurn(of: hash) }
        defer { entries.withLock { $0.leaveTurn(of: hash) } }
        return try turn.withLock { () throws(Failure) in
            if let known = value(for: key, at: revision), holds(known) { return known }
            let made = try make()
            if let cost = cost(made) {
                let kept = Kept(key, made)
                entries.withLock { $0.keep(kept, hash, at: revision, cost: cost, age: nil, now: .now) }
            }
            return made
        }
    }

    /// The value that is kept, if it is that of the key and not of another one of the same hash.
    private func value(of key: Key, _ kept: AnyObject?) -> Value? {
        guard let kept = kept as? Kept, kept.key == key else { return nil }
        return kept.value
    }
}

/// A cache of one value, whatever its size.
package typealias RevisionValue<Value: Sendable> = RevisionCache<SoleKey, Value>

/// The key of a ``RevisionValue``.
package struct SoleKey: Hashable, Sendable {}

extension RevisionCache where Key == SoleKey {
    package convenience init() { self.init(bytes: .max, largest: .max) }

    /// The value in a revision, made if it is missing; see ``value(for:at:cost:make:)``.
    package func value<Failure: Error>(
        at revision: Int?, make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try value(for: SoleKey(), at: revision, cost: { _ in 0 }, make: make)
    }
}

/// The entries of a cache by the hashes of their keys, without the types of keys and values: other targets use a cache
/// for their own types, and generic code in this one would look these up at each step.
private struct CacheEntries {
    private struct Entry {
        var kept: AnyObject
        var cost: Int
        var made: ContinuousClock.Instant
        /// The end of an entry that has one.
        var ends: ContinuousClock.Instant?
        /// Tells an entry from an earlier one of the same hash.
        var number: Int
    }

    private let limit: Int
    private let largest: Int
    private var revision = Int.min
    private var entries: [Int: Entry] = [:]
    /// The hashes of all entries, the oldest first, beside some of entries that are gone.
    private var line: [(hash: Int, number: Int)] = []
    private var first = 0
    private var last = 0
    private(set) var bytes = 0
    /// Held by the one thread that makes the value of a key.
    private var turns: [Int: (turn: Lock, users: Int)] = [:]
    var count: Int { entries.count }

    init(limit: Int, largest: Int) { (self.limit, self.largest) = (limit, largest) }

    mutating func kept(
        _ hash: Int, at revision: Int, age: Duration? = nil, now: ContinuousClock.Instant
    ) -> AnyObject? {
        guard self.revision == revision, let entry = entries[hash] else { return nil }
        if let ends = entry.ends, ends <= now {
            removeExpired(now)
            return nil
        }
        if let age, entry.made.duration(to: now) > age { return nil }
        return entry.kept
    }

    mutating func keep(
        _ kept: AnyObject, _ hash: Int, at revision: Int, cost: Int, age: Duration?, now: ContinuousClock.Instant
    ) {
        guard revision >= self.revision else { return }
        if revision > self.revision {
            (entries, line, first, bytes) = ([:], [], 0, 0)
            self.revision = revision
        }
        remove(hash)
        guard cost <= largest else { return }
        if age != nil, bytes + cost > limit { removeExpired(now) }
        while bytes + cost > limit, first < line.count { removeFirst() }
        last += 1
        entries[hash] = Entry(kept: kept, cost: cost, made: now, ends: age.map { now + $0 }, number: last)
        line.append((hash, last))
        forgetGone()
        bytes += cost
    }

    mutating func takeTurn(of hash: Int) -> Lock {
        let waiting = turns[hash] ?? (Lock(), 0)
        turns[hash] = (waiting.turn, waiting.users + 1)
        return waiting.turn
    }

    mutating func leaveTurn(of hash: Int) {
        guard let waiting = turns[hash] else { return }
        turns[hash] = waiting.users > 1 ? (waiting.turn, waiting.users - 1) : nil
    }

    private mutating func remove(_ hash: Int) {
        if let entry = entries.removeValue(forKey: hash) { bytes -= entry.cost }
    }

    private mutating func removeFirst() {
        let oldest = line[first]
        first += 1
        if entries[oldest.hash]?.number == oldest.number { remove(oldest.hash) }
        if first > 256, first * 2 > line.count {
            line.removeFirst(first)
            first = 0
        }
    }

    /// Shortens the line where most of it is of entries that are gone.
    private mutating func forgetGone() {
        guard line.count - first > 2 * entries.count + 256 else { return }
        line = line[first...].filter { entries[$0.hash]?.number == $0.number }
        first = 0
    }

    private mutating func removeExpired(_ now: ContinuousClock.Instant) {
        for (hash, entry) in entries where entry.ends.map({ $0 <= now }) ?? false { remove(hash) }
    }
}
