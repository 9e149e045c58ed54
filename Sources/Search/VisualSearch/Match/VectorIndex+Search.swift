import CKernels
internal import SQLite

extension VectorIndex {
    /// The rows nearest to a query, best first, equal ones by slot: `count` of them, or all that exist.
    ///
    /// filter: only these slots; nil for all. Slots outside of the bitmap do not pass.
    package func search(
        _ query: [Int8], count: Int, filter: Bitmap? = nil, mode: SearchMode = .default
    ) -> [Match] {
        let unit = scale * scale
        return nearest(query, count: count, filter: filter, mode: mode).map { row in
            Match(slot: row.slot, score: Float(row.dot) / unit)
        }
    }

    /// The dot product in a key.
    static func dot(_ key: UInt64) -> Int { Int(CK_DOT_COST) - Int(key >> 32) }

    /// Puts the query where the kernels look for it. Of a shorter one, values of an earlier query would stay behind it.
    func take(_ query: [Int8], _ scratch: Scratch) {
        precondition(query.count == dimensions, "\(query.count) values, not \(dimensions)")
        for (index, value) in query.enumerated() { scratch.query[index] = value }
    }

    /// Leaves the keys of the best rows in `scratch.rows`, unordered. With the lock.
    func find(_ scratch: Scratch, count: Int, filter: Bitmap?, mode: SearchMode) {
        let wanted = min(count, unsafe rows.liveCount)
        scratch.rows.start(max(wanted, 1))
        guard wanted > 0 else { return }
        // Safe: bitmaps have a bit for each slot of each chunk.
        let (allowed, passing) = unsafe allowed(by: filter, scratch)
        if mode == .default, passing > tuning.fewRows, let lists = unsafe listing.lists {
            unsafe scanLists(lists, scratch, allowed: allowed, passing: passing)
        } else {
            for chunk in 0..<(unsafe rows.chunkCount) {
                unsafe scanRows(scratch, chunk: chunk, allowed: allowed + chunk * RowTable.chunkWords)
            }
        }
        scratch.rows.finish()
    }

    /// The slots of the rows that ``search(_:count:filter:mode:)`` compares with a query as they are: all that pass, or
    /// those that the codes choose and those in no list.
    func chosen(_ query: [Int8], count: Int, filter: Bitmap?, mode: SearchMode) -> [Int] {
        pool.with { scratch in
            take(query, scratch)
            return lock.reading {
                scratch.rows.start(max(min(count, unsafe rows.liveCount), 1))
                // Safe: bitmaps have a bit for each slot of each chunk.
                let (allowed, passing) = unsafe allowed(by: filter, scratch)
                var slots: [Int] = []
                func add(_ bits: UnsafePointer<UInt64>, from word: Int, count: Int) {
                    for index in 0..<count {
                        var rest = unsafe bits[index]
                        while rest != 0 {
                            slots.append((word + index) << 6 | rest.trailingZeroBitCount)
                            rest &= rest - 1
                        }
                    }
                }
                guard mode == .default, passing > tuning.fewRows, let lists = unsafe listing.lists else {
                    unsafe add(allowed, from: 0, count: rows.live.count)
                    return slots
                }
                unsafe listing.forEachFresh(allowed: allowed, scratch) { chunk, fresh in
                    unsafe add(fresh, from: chunk * RowTable.chunkWords, count: RowTable.chunkWords)
                }
                unsafe choose(from: lists, scratch, allowed: allowed, passing: passing)
                unsafe scratch.listed.withKeys { keys in slots += unsafe keys.map { Int($0 & 0xFFFF_FFFF) } }
                return slots
            }
        }
    }

    /// Returns the slots that hold a row and pass the filter, and their number.
    private func allowed(by filter: Bitmap?, _ scratch: Scratch) -> (UnsafePointer<UInt64>, Int) {
        let live = unsafe rows.live
        guard let filter else { return unsafe (UnsafePointer(live.base), rows.liveCount) }
        scratch.allowed.reserve(live.count)
        var passing = 0
        // Safe: both hold `live.count` words.
        let allowed = unsafe scratch.allowed.base
        unsafe filter.words.withUnsafeBufferPointer { words in
            let shared = min(words.count, live.count)
            for index in 0..<shared {
                let word = unsafe words[index] & live.base[index]
                unsafe allowed[index] = word
                passing += word.nonzeroBitCount
            }
            for index in shared..<live.count { unsafe allowed[index] = 0 }
        }
        return unsafe (UnsafePointer(allowed), passing)
    }

    /// allowed: the bits of the slots of the chunk.
    private func scanRows(_ scratch: Scratch, chunk: Int, allowed: UnsafePointer<UInt64>) {
        let first = chunk << RowTable.chunkShift
        // Safe: the rows of the chunk and the bits of its slots exist.
        unsafe scratch.rows.scan { nearest in
            unsafe ck_scan_rows(
                CK_BEST, scratch.query.base, rows.row(first), stride, first,
                min(RowTable.chunkRows, rows.slots - first), allowed, nearest)
        }
    }

    /// Scans the rows in no list as they are, and those that the codes in the lists choose.
    private func scanLists(_ lists: Lists, _ scratch: Scratch, allowed: UnsafePointer<UInt64>, passing: Int) {
        unsafe listing.forEachFresh(allowed: allowed, scratch) { chunk, fresh in
            unsafe scanRows(scratch, chunk: chunk, allowed: fresh)
        }
        unsafe choose(from: lists, scratch, allowed: allowed, passing: passing)
        unsafe scratch.listed.withKeys { keys in
            unsafe scratch.rows.scan { nearest in
                // Safe: every key has the slot of a row.
                unsafe ck_scan_slots(
                    CK_BEST, scratch.query.base, rows.chunks, RowTable.chunkShift, stride, keys.baseAddress!,
                    keys.count,
                    nearest)
            }
        }
    }

    /// Leaves the keys of the rows that the codes choose in `scratch.listed`.
    private func choose(from lists: Lists, _ scratch: Scratch, allowed: UnsafePointer<UInt64>, passing: Int) {
        unsafe scratch.aim(rows.rotation)
        let chosen = max(tuning.chosen, tuning.chosenPerWanted * scratch.rows.wanted)
        scratch.listed.start(chosen, capacity: 3 * chosen)
        // The nearest of a part of the rows are further away than the nearest of all, in more lists.
        let part = unsafe Double(passing) / Double(rows.liveCount)
        unsafe lists.scan(
            scratch, for: part, least: tuning.probes, enough: 2 * scratch.rows.wanted, allowed: allowed,
            listed: listing.listed.base)
        scratch.listed.finish()
    }
}
