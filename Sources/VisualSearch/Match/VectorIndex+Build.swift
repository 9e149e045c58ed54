import CKernels

extension VectorIndex {
    /// Builds lists over the slots below `size`. Reads the rows in small portions, so that changes need not wait; rows
    /// that change meanwhile are not listed.
    func buildLists(_ size: Int) {
        let kept = keptLists()
        let clusters = unsafe kept?.clusters ?? learned(size)
        let nearest = assigned(size, to: clusters, beside: kept)
        let lists = unsafe Lists(clusters, nearest: nearest, size: size) { range, take in
            lock.reading {
                for slot in range { unsafe take(slot, rows.code(slot)) }
            }
        }
        lock.writing { unsafe listing.take(lists, of: rows) }
    }

    /// The present lists, unless their number no longer suits the index: then it learns new centers.
    private func keptLists() -> Lists? {
        lock.reading {
            guard let lists = unsafe listing.lists else { return nil }
            let wanted = tuning.lists(for: unsafe rows.liveCount)
            return lists.count * 3 > wanted * 2 && lists.count * 2 < wanted * 3 ? lists : nil
        }
    }

    private func learned(_ size: Int) -> Clusters {
        let live = (0..<size).filter { slot in lock.reading { unsafe rows.isLive(slot) } }
        let count = tuning.lists(for: live.count)
        var random = SplitMix(seed: 0x7361_6D70_6C65)
        let wanted = min(16 * count, live.count)
        let sample = AlignedBuffer<Int8>((wanted + 3) * stride, of: 0)
        for row in 0..<wanted {
            // One from each of `wanted` equal parts of the index.
            let from = row * live.count / wanted
            let slot = live[Int.random(in: from..<((row + 1) * live.count / wanted), using: &random)]
            lock.reading {
                // Safe: `sample` holds `wanted` rows.
                unsafe (sample.base + row * stride).update(from: rows.row(slot), count: stride)
            }
        }
        return Clusters(count: count, of: sample, size: wanted, stride: stride)
    }

    /// Returns the center of each slot; `UInt32.max` for empty ones. Slots of the kept lists keep their center.
    private func assigned(_ size: Int, to clusters: Clusters, beside kept: Lists?) -> AlignedBuffer<UInt32> {
        let portion = 1024
        let nearest = AlignedBuffer<UInt32>(size, of: .max)
        let copies = AlignedBuffer<Int8>((portion + 3) * stride, of: 0)
        let found = AlignedBuffer<UInt32>(portion, of: 0)
        var slots: [Int] = []
        for first in Swift.stride(from: 0, to: size, by: portion) {
            slots.removeAll(keepingCapacity: true)
            lock.reading {
                for slot in first..<min(first + portion, size) where unsafe rows.isLive(slot) {
                    if let kept, unsafe listing.isListed(slot) {
                        nearest[slot] = unsafe kept.nearest[slot]
                        continue
                    }
                    // Safe: `copies` holds `portion` rows.
                    unsafe (copies.base + slots.count * stride).update(from: rows.row(slot), count: stride)
                    slots.append(slot)
                }
            }
            clusters.assign(copies, slots.count, into: found)
            for (index, slot) in slots.enumerated() { nearest[slot] = found[index] }
        }
        return nearest
    }
}
