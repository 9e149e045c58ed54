internal import Dispatch

extension CatalogStore {
    /// Reads parts of one state on as many connections at once; nil where one of them sees another state of the file.
    ///
    /// - Parameter body: Gets the number of its part.
    func readParts<Part>(
        _ count: Int, at revision: Int, _ body: @Sendable (Int, borrowing Snapshot) throws(SearchError) -> sending Part
    ) throws(SearchError) -> [Part]? {
        let read = Locked([Result<Part?, SearchError>](repeating: .success(nil), count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let part = Result { () throws(SearchError) in
                try readCopy { snapshot throws(SearchError) in
                    snapshot.revision == revision ? try body(index, snapshot) : Part?.none
                }
            }
            read.withLock { $0[index] = part }
        }
        var parts: [Part] = []
        for part in read.withLock({ $0 }) {
            guard let part = try part.get() else { return nil }
            parts.append(part)
        }
        return parts
    }
}

extension Snapshot {
    /// So many rows are worth a connection of their own.
    private static let rowsOfPart = 128

    /// Returns a value for the vector in each of the slots, nil for an empty one: in the order of the file, which is read
    /// in pages of some rows, and many of them on several connections at once.
    func eachVector<Value: Sendable>(
        at slots: [Int], _ value: @Sendable ([Int8]) -> Value
    ) throws(SearchError) -> [Value?] {
        let places = slots.indices.sorted { slots[$0] < slots[$1] }
        let count = min(Batch.usableCores, places.count / Self.rowsOfPart, 8)
        var parts: [[Value?]]?
        if count > 1 {
            parts = try store.readParts(count, at: revision) { part, other throws(SearchError) in
                let range = places.count * part / count..<places.count * (part + 1) / count
                return try other.values(places[range].map { slots[$0] }, value)
            }
        }
        // Another connection may see a later state of the file.
        let found =
            if let parts { parts.flatMap(\.self) } else { try values(places.map { slots[$0] }, value) }
        var values = [Value?](repeating: nil, count: slots.count)
        for (place, value) in zip(places, found) { values[place] = value }
        return values
    }

    private func values<Value>(
        _ slots: [Int], _ value: @Sendable ([Int8]) -> Value
    ) throws(SearchError) -> [Value?] {
        try slots.map { slot throws(SearchError) in try vector(at: slot).map(value) }
    }
}
