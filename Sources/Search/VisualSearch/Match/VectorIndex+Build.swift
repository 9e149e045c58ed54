import CKernels

extension VectorIndex {
    /// Builds lists over the slots below `size`. Reads the rows in small portions, so that changes need not wait; rows
    /// that change meanwhile are not listed.
    ///
    /// - Returns: Nil where it was cancelled; the index is then as before.
    func buildLists(_ size: Int) -> Lists? {
        let lists = newLists(size)
        lock.writing {
            if let lists { unsafe listing.take(lists, of: rows) } else { unsafe listing.abandonBuild() }
        }
        return lists
    }

    /// Nil where it was cancelled: a cancelled step leaves partial data, which is discarded.
    private func newLists(_ size: Int) -> Lists? {
        let kept = keptLists()
        let clusters = unsafe kept?.clusters ?? learned(size)
        if workers.cancellation.isCancelled { return nil }
        let nearest = assigned(size, to: clusters, beside: kept)
        if workers.cancellation.isCancelled { return nil }
        let probes = kept?.probes ?? learnedProbes(clusters, nearest, size)
        let lists = unsafe Lists(
            clusters, nearest: nearest, size: size, probes: probes, rotation: rows.rotation, workers: workers
        ) { range, take in
            lock.reading {
                for slot in range { unsafe take(slot, rows.row(slot)) }
            }
        }
        return workers.cancellation.isCancelled ? nil : lists
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
        let wanted = min(10 * count, live.count)
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
        return Clusters(count: count, of: sample, size: wanted, stride: stride, workers: workers)
    }

    /// Returns the center of each slot; `UInt32.max` for empty ones. Slots of the kept lists keep their center.
    private func assigned(_ size: Int, to clusters: Clusters, beside kept: Lists?) -> AlignedBuffer<UInt32> {
        let portion = 4096
        let groups = clusters.count >= CenterGroups.leastCenters ? CenterGroups(of: clusters) : nil
        let known = kept?.rows.nearest(size)
        let nearest = AlignedBuffer<UInt32>(size, of: .max)
        workers.each((size + portion - 1) / portion) { number in
            let copies = AlignedBuffer<Int8>((portion + 3) * stride, of: 0)
            var slots: [Int] = []
            lock.reading {
                for slot in portion * number..<min(portion * (number + 1), size) where unsafe rows.isLive(slot) {
                    if let known, unsafe listing.isListed(slot) {
                        nearest[slot] = known[slot]
                        continue
                    }
                    // Safe: `copies` holds `portion` rows.
                    unsafe (copies.base + slots.count * stride).update(from: rows.row(slot), count: stride)
                    slots.append(slot)
                }
            }
            let found = AlignedBuffer<UInt32>(slots.count, of: 0)
            let dots = AlignedBuffer<Int32>(slots.count, of: 0)
            if let groups {
                groups.assign(copies, slots.count, into: found, dots)
            } else {
                clusters.assign(copies, slots.count, into: found, dots)
            }
            for (index, slot) in slots.enumerated() { nearest[slot] = found[index] }
        }
        return nearest
    }

    /// Looks where the lists of the rows near to a sample of rows are.
    private func learnedProbes(_ clusters: Clusters, _ nearest: AlignedBuffer<UInt32>, _ size: Int) -> Probes {
        let queries = sample(tuning.sampledRows).slots.compactMap { slot in row(slot).map { (slot: slot, row: $0) } }
        let part = 32
        let found = workers.map((queries.count + part - 1) / part) { number in
            placesOfNear(queries[part * number..<min(part * (number + 1), queries.count)], clusters, nearest, size)
        }
        let places = Probes.ranks.indices.map { level in found.flatMap { $0[level].map(\.place) } }
        let gaps = Probes.ranks.indices.map { level in found.flatMap { $0[level].map(\.gap) } }
        return Probes(places, gaps: gaps, reached: tuning.reached, least: tuning.probes)
    }

    /// Returns, for each of the ranks, where the lists of the rows up to it are among all lists by nearness, and how much
    /// further than the nearest center theirs are, as cosines.
    private func placesOfNear(
        _ queries: ArraySlice<(slot: Int, row: [Int8])>, _ clusters: Clusters, _ nearest: AlignedBuffer<UInt32>,
        _ size: Int
    ) -> [[(place: Int, gap: Double)]] {
        var places = [[(place: Int, gap: Double)]](repeating: [], count: Probes.ranks.count)
        let length = Double(clusters.squares(of: 0)).squareRoot()
        var dots = [Int32](repeating: 0, count: clusters.count)
        let near = self.nearest(of: queries.map(\.row), count: Probes.ranks[Probes.ranks.count - 1] + 1)
        for (query, found) in zip(queries, near) {
            let ofQuery = pool.with { scratch in
                take(query.row, scratch)
                // Safe: there is one result for each center.
                unsafe ck_dots(CK_BEST)!(scratch.query.base, clusters.centers.base, stride, clusters.count, &dots)
                return scratch.length
            }
            let (most, unit) = (dots.max() ?? 0, max(length * ofQuery, 1))
            let order = dots.indices.map { UInt64(Int(CK_DOT_COST) - Int(dots[$0])) << 32 | UInt64($0) }.sorted()
            var place = [Int](repeating: 0, count: clusters.count)
            for (index, key) in order.enumerated() { place[Int(key & 0xFFFF_FFFF)] = index + 1 }
            let others = found.filter { $0.slot != query.slot && $0.slot < size && nearest[$0.slot] != .max }
            for (index, match) in others.enumerated() {
                for (level, rank) in Probes.ranks.enumerated() where index < rank {
                    let center = Int(nearest[match.slot])
                    places[level].append((place[center], (Double(most) - Double(dots[center])) / unit))
                }
            }
        }
        return places
    }
}
