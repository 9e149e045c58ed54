/// What several threads did to a catalog that was empty before.
package struct History: Hashable, Sendable {
    /// At most 64, which is what ``violation()`` can search.
    package var operations: [RecordedCall]
    /// The number of keys.
    package var keys: Int

    package init(_ operations: [RecordedCall], keys: Int) {
        precondition(operations.count <= 64, "a history has at most 64 operations, not \(operations.count)")
        self.operations = operations
        self.keys = keys
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
    /// is (Herlihy and Wing, 1990). Only counts concern all keys, so the whole is judged where there are some.
    package func violation() -> [RecordedCall]? {
        for key in 0..<keys {
            let own = operations.filter { $0.action.key == key }
            if !Linearization(own, keys: keys).exists() { return own.sorted { $0.begin < $1.begin } }
        }
        guard operations.contains(where: { $0.action.key == nil }) else { return nil }
        return Linearization(operations, keys: keys).exists() ? nil : operations.sorted { $0.begin < $1.begin }
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

    init(_ operations: [RecordedCall], keys: Int) {
        self.operations = operations
        start = Model(values: Array(repeating: nil, count: keys))
    }

    func exists() -> Bool {
        var waiting = [Point(done: 0, model: start)]
        var tried: Set<Point> = []
        while let point = waiting.popLast() {
            let rest = operations.indices.filter { point.done & 1 << UInt64($0) == 0 }
            // An operation that was called after another one had ended comes after it.
            guard let firstEnd = rest.map({ operations[$0].end }).min() else { return true }
            for index in rest where operations[index].begin <= firstEnd {
                var next = point
                guard next.model.apply(operations[index].action, operations[index].outcome) else { continue }
                next.done |= 1 << UInt64(index)
                if tried.insert(next).inserted { waiting.append(next) }
            }
        }
        return false
    }
}
