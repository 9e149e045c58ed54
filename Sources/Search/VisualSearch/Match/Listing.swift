import CKernels

/// The lists of an index, and the entries of them that are still valid. Rows that are in no list (fresh ones) are
/// scanned as well. Like ``RowTable``, not thread-safe by itself.
@safe final class Listing {
    private(set) var lists: Lists?
    /// A bit for each slot whose entry in the lists holds.
    let listed = AlignedBuffer<UInt64>(0, of: 0)
    private(set) var freshCount = 0
    private var freshIn: [Int] = []
    /// Slots that changed since a build began.
    private let touched = AlignedBuffer<UInt64>(0, of: 0)
    private(set) var isBuilding = false

    /// To be called before each change of a slot.
    func willChange(_ slot: Int, of rows: RowTable, toLive: Bool) {
        if isBuilding, slot / 64 < touched.count { touched[slot / 64] |= 1 << UInt64(slot % 64) }
        guard lists != nil else { return }
        let chunk = slot >> RowTable.chunkShift
        while freshIn.count <= chunk { freshIn.append(0) }
        listed.grow(to: freshIn.count * RowTable.chunkWords, filling: 0)
        let bit: UInt64 = 1 << UInt64(slot % 64)
        let wasFresh = rows.isLive(slot) && listed[slot / 64] & bit == 0
        listed[slot / 64] &= ~bit
        let change = (toLive ? 1 : 0) - (wasFresh ? 1 : 0)
        freshIn[chunk] += change
        freshCount += change
    }

    func isListed(_ slot: Int) -> Bool {
        slot / 64 < listed.count && listed[slot / 64] & (1 << UInt64(slot % 64)) != 0
    }

    func willBuild(_ rows: RowTable) {
        isBuilding = true
        touched.grow(to: rows.live.count, filling: 0)
        for index in 0..<touched.count { touched[index] = 0 }
    }

    /// Keeps the lists that are there: those that were being built will not come.
    func abandonBuild() { isBuilding = false }

    /// Takes over lists that were built earlier, of rows that have changed since in the `stale` slots.
    func adopt(_ kept: Lists, stale: some Sequence<Int>, of rows: RowTable) {
        willBuild(rows)
        let entries = kept.rows.entries(words: touched.count)
        for index in 0..<touched.count { touched[index] = ~entries[index] }
        for slot in stale where slot / 64 < touched.count { touched[slot / 64] |= 1 << UInt64(slot % 64) }
        take(kept, of: rows)
    }

    /// Replaces the lists; rows that changed since ``willBuild(_:)`` stay fresh.
    func take(_ new: Lists, of rows: RowTable) {
        isBuilding = false
        lists = new
        listed.grow(to: rows.live.count, filling: 0)
        freshCount = 0
        freshIn = Array(repeating: 0, count: rows.chunkCount)
        for index in 0..<rows.live.count {
            let begin = index * 64
            let inside: UInt64 =
                begin + 64 <= new.size ? .max : begin >= new.size ? 0 : (1 << UInt64(new.size - begin)) - 1
            let untouched = index < touched.count ? ~touched[index] : 0
            listed[index] = rows.live[index] & inside & untouched
            let fresh = (rows.live[index] & ~listed[index]).nonzeroBitCount
            freshIn[index / RowTable.chunkWords] += fresh
            freshCount += fresh
        }
    }

    /// Calls `body` with a bitmap for each chunk that has fresh rows among the allowed ones.
    func forEachFresh(
        allowed: UnsafePointer<UInt64>, _ scratch: Scratch, _ body: (_ chunk: Int, UnsafePointer<UInt64>) -> Void
    ) {
        scratch.fresh.reserve(RowTable.chunkWords)
        for (chunk, count) in freshIn.enumerated() where count > 0 {
            let first = chunk * RowTable.chunkWords
            // Safe: the maps have a bit for each slot of each chunk, and `fresh` for one chunk.
            for index in 0..<RowTable.chunkWords {
                unsafe scratch.fresh.base[index] = allowed[first + index] & ~listed.base[first + index]
            }
            unsafe body(chunk, scratch.fresh.base)
        }
    }
}
