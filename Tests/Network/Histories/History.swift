/// The calls of several threads on a catalog that was empty before.
package struct History: Hashable, Sendable {
    /// At most 64, which is what ``violation()`` can search.
    package var operations: [RecordedCall]
    /// The number of keys.
    package var keys: Int
    /// The threads of each server, where several share the catalog; none where all threads see one catalog.
    ///
    /// A server then learns a while later what another one has changed: the calls of each item have one order that keeps the
    /// order of each server, but not that between servers. Calls of threads that are of no server come after all others.
    package var servers: [Range<Int>]

    package init(_ operations: [RecordedCall], keys: Int, servers: [Range<Int>] = []) {
        precondition(operations.count <= 64, "a history has at most 64 operations, not \(operations.count)")
        self.operations = operations
        self.keys = keys
        self.servers = servers
    }

    /// The operations that have no order of their own in time, as pairs: without any the history proves nothing.
    package var overlaps: Int {
        operations.indices.reduce(0) { sum, first in
            sum
                + operations[(first + 1)...].count { second in
                    operations[first].begin <= second.end && second.begin <= operations[first].end
                }
        }
    }

    /// Operations without a sequential order that agrees with their times and gives their outcomes; nil for a linearizable
    /// history.
    ///
    /// Each key is judged alone first: a history of independent objects is linearizable exactly when that of each object
    /// is (Herlihy and Wing, 1990). Only counts concern all keys, so the whole is judged where there are some. With
    /// several servers it is not: their changes of different items may come in different orders.
    package func violation() -> [RecordedCall]? {
        for key in 0..<keys {
            let own = operations.filter { $0.action.key == key }
            if !hasOrder(own) { return own.sorted { $0.begin < $1.begin } }
        }
        guard servers.isEmpty, operations.contains(where: { $0.action.key == nil }) else { return nil }
        return hasOrder(operations) ? nil : operations.sorted { $0.begin < $1.begin }
    }

    private func hasOrder(_ operations: [RecordedCall]) -> Bool {
        let start = Model(values: Array(repeating: nil, count: keys), isShared: !servers.isEmpty)
        return Linearization(operations, from: start, servers).exists()
    }
}

/// The search for a sequential order, after Wing and Gong (1993): the next operation is one that no other one precedes in
/// time. A set of operations that were done and a state that they led to are tried once, after Lowe (2017).
private struct Linearization {
    private struct Point: Hashable {
        /// A bit for each operation that was done.
        var done: UInt64
        var model: Model
    }

    private let operations: [RecordedCall]
    private let start: Model
    /// The server of each operation, from 1; 0 for one that all others may precede.
    private let servers: [Int]

    init(_ operations: [RecordedCall], from start: Model, _ servers: [Range<Int>]) {
        self.operations = operations
        self.start = start
        self.servers = operations.map { operation in
            servers.firstIndex { $0.contains(operation.thread) }.map { $0 + 1 } ?? 0
        }
    }

    func exists() -> Bool {
        var waiting = [Point(done: 0, model: start)]
        var tried: Set<Point> = []
        while let point = waiting.popLast() {
            let rest = operations.indices.filter { point.done & 1 << UInt64($0) == 0 }
            if rest.isEmpty { return true }
            // An operation that was called after another one of its server had ended comes after it.
            let firstEnds = firstEnds(of: rest)
            for index in rest where operations[index].begin <= firstEnds[servers[index]] {
                var next = point
                guard next.model.apply(operations[index].action, operations[index].outcome) else { continue }
                next.done |= 1 << UInt64(index)
                if tried.insert(next).inserted { waiting.append(next) }
            }
        }
        return false
    }

    /// The earliest end of all operations, and then of those of each server.
    private func firstEnds(of rest: [Int]) -> [UInt64] {
        var ends = [UInt64](repeating: .max, count: (servers.max() ?? 0) + 1)
        for index in rest {
            let (server, end) = (servers[index], operations[index].end)
            ends[0] = min(ends[0], end)
            ends[server] = min(ends[server], end)
        }
        return ends
    }
}
