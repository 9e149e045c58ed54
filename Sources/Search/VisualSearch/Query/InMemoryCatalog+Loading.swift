internal import Imaging

// The first load of the vectors of a file.
extension InMemoryCatalog {
    /// Loads all vectors, and the lists that the store keeps of them.
    func loadVectors(_ snapshot: borrowing Snapshot) throws(SearchError) {
        if readsAsNeeded { return try loadLists(snapshot) }
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

    /// Loads the lists alone. Damaged ones are left out: then every search reads all vectors.
    private func loadLists(_ snapshot: borrowing Snapshot) throws(SearchError) {
        let kept = try snapshot.lists(rotation: vectors.rotation)
        let words = (snapshot.slots + 63) / 64
        var live: [UInt64] = kept?.lists.rows.entries(words: words) ?? []
        if let kept {
            let changes = try snapshot.changes(since: kept.revision).filter { $0.kind != .attributes }
            for change in changes {
                let bit: UInt64 = 1 << UInt64(change.slot % 64)
                if change.kind == .picture { live[change.slot / 64] |= bit } else { live[change.slot / 64] &= ~bit }
            }
            vectors.update { rows in
                rows.take([RowPart(live: live, stride: vectors.stride)])
                rows.adopt(kept.lists, stale: changes.map(\.slot))
            }
        } else {
            var all = try snapshot.live()
            try snapshot.eachPictureSlot { slot, _, _ in all[slot] = true }
            live = all.words
            vectors.update { $0.take([RowPart(live: live, stride: vectors.stride)]) }
        }
        vectors.update { $0.mark(snapshot.revision) }
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
        return try store.readParts(ranges.count, at: revision) { index, snapshot throws(SearchError) in
            let part = RowPart(ranges[index], stride: stride)
            // Rows outside of all slots belong to the first and the last part, which refuse them.
            let first = index == 0 ? Int.min : ranges[index].lowerBound
            let end = index == ranges.count - 1 ? Int.max : ranges[index].upperBound
            try snapshot.eachVector(in: first..<end) { slot, vector in part.set(slot, vector) }
            return part
        }
    }
}
