internal import Dispatch
internal import Imaging

// The first load of the vectors of a file.
extension InMemoryCatalog {
    /// Loads all vectors, and the lists that the store keeps of them.
    func loadVectors(_ snapshot: borrowing Snapshot) throws(SearchError) {
        var parts = try parts(of: snapshot.slots, at: snapshot.revision) ?? []
        if parts.isEmpty { parts = [try wholePart(snapshot)] }
        let kept = try snapshot.lists(rotation: vectors.rotation)
        var stale: [SlotChange] = []
        if let kept { stale = try snapshot.changes(since: kept.revision).filter { $0.kind != .attributes } }
        vectors.update { rows in
            rows.take(parts)
            if let kept { rows.adopt(kept.lists, stale: stale.map(\.slot)) }
            rows.mark(snapshot.revision)
        }
    }

    /// All vectors, read on one connection.
    private func wholePart(_ snapshot: borrowing Snapshot) throws(SearchError) -> RowPart {
        let part = RowPart(0..<snapshot.slots, stride: vectors.stride)
        try snapshot.eachVector { slot, vector in part.set(slot, vector) }
        return part
    }

    /// All vectors, read on several connections at once; nil where one of them sees another state of the file.
    private func parts(of slots: Int, at revision: Int) throws(SearchError) -> [RowPart]? {
        let ranges = RowTable.ranges(slots, count: min(Batch.usableCores, 8))
        let stride = vectors.stride
        let read = Locked([Result<RowPart?, SearchError>](repeating: .success(nil), count: ranges.count))
        DispatchQueue.concurrentPerform(iterations: ranges.count) { [store] index in
            let part = Result { () throws(SearchError) in
                try store.readCopy { snapshot throws(SearchError) in
                    guard snapshot.revision == revision else { return RowPart?.none }
                    let part = RowPart(ranges[index], stride: stride)
                    // Rows outside of all slots belong to the first and the last part, which refuse them.
                    let first = index == 0 ? Int.min : ranges[index].lowerBound
                    let end = index == ranges.count - 1 ? Int.max : ranges[index].upperBound
                    try snapshot.eachVector(in: first..<end) { slot, vector in part.set(slot, vector) }
                    return part
                }
            }
            read.withLock { $0[index] = part }
        }
        var parts: [RowPart] = []
        for part in read.withLock({ $0 }) {
            guard let part = try part.get() else { return nil }
            parts.append(part)
        }
        return parts
    }
}
