internal import Essentials

/// The pairs that byte pair encoding merges: by the two ids the rank of the merge and the id of its result.
struct MergeTable: Sendable {
    private var pairs: KeyTable
    private var rank = 0

    /// Reads merges, each of which is a text of two tokens with a blank between them, or a list of two tokens.
    ///
    /// A line `#version` is left out. Of pairs that occur twice the last one counts.
    /// - Parameter prefix: So many bytes of the second token are left out in the result.
    /// - Throws: Where a token or the result is missing in the vocabulary.
    init(_ file: TokenizerFile, tokens: TokenTable, prefix: Int) throws(TokenizerError) {
        pairs = KeyTable(capacity: min(tokens.count * 2, 1 << 20))
        guard let place = file.merges else { throw .invalid("model.merges is missing") }
        var cursor = JSONCursor(file.bytes, at: place.lowerBound)
        guard try cursor.open(0x5B) else { return }
        var (text, waiting): ([UInt8], [Entry]) = ([], [])
        waiting.reserveCapacity(Self.portion)
        repeat {
            guard let middle = try Self.read(&cursor, into: &text) else { continue }
            let (left, right) = (tokens.key(text, 0..<middle), tokens.key(text, middle..<text.count))
            if prefix > 0 { text.removeSubrange(middle..<min(middle + prefix, text.count)) }
            waiting.append(Entry(left: left, right: right, merged: tokens.key(text, 0..<text.count)))
            if waiting.count == Self.portion { try add(&waiting, tokens) }
        } while try cursor.another(0x5B)
        try add(&waiting, tokens)
    }

    /// A merge whose tokens are not looked up yet.
    private struct Entry {
        let left: TokenTable.Key
        let right: TokenTable.Key
        let merged: TokenTable.Key
    }

    /// So many merges are looked up one after the other: the processor then waits for the memory of several at once.
    private static let portion = 128

    private mutating func add(_ entries: inout [Entry], _ tokens: TokenTable) throws(TokenizerError) {
        var found: [(key: UInt64, merged: Int32)] = []
        found.reserveCapacity(entries.count)
        for entry in entries {
            guard let left = tokens.id(entry.left), let right = tokens.id(entry.right),
                let merged = tokens.id(entry.merged)
            else {
                throw .invalid("model.merges[\(rank + found.count)] has or makes a token that the vocabulary lacks")
            }
            found.append((Self.key(left, right), merged))
        }
        for merge in found {
            guard rank < Limits.merges else { throw .invalid("model.merges has more than \(Limits.merges) merges") }
            pairs.set(merge.key, to: UInt64(rank) << 32 | UInt64(merge.merged))
            rank += 1
        }
        entries.removeAll(keepingCapacity: true)
    }

    /// Reads a merge as the text of both tokens, and tells where the second begins; nil for the line of the version.
    private static func read(_ cursor: inout JSONCursor, into text: inout [UInt8]) throws(TokenizerError) -> Int? {
        text.removeAll(keepingCapacity: true)
        if cursor.next() == 0x5B {
            try cursor.expect(0x5B)
            try cursor.string(into: &text)
            let middle = text.count
            try cursor.expect(0x2C)
            try cursor.string(into: &text)
            try cursor.expect(0x5D)
            return middle
        }
        try cursor.string(into: &text)
        if text.starts(with: "#version".utf8) { return nil }
        guard let blank = text.firstIndex(of: 0x20), !text[(blank + 1)...].contains(0x20) else {
            throw cursor.malformed("a merge that has not two tokens")
        }
        text.remove(at: blank)
        return blank
    }

    /// Two neighbors that may be merged.
    private struct Candidate: Ranked {
        let rank: UInt32
        let place: Int32
        let merged: Int32

        func precedes(_ other: Candidate) -> Bool { (rank, place) < (other.rank, other.place) }
    }

    private static func key(_ left: Int32, _ right: Int32) -> UInt64 { UInt64(left) << 32 | UInt64(right) }

    /// Merges neighbors, the lowest rank first and among equals from the start, until no pair is left.
    func apply(to symbols: [Int32], into ids: inout [Int32]) {
        guard symbols.count > 1 else {
            ids += symbols
            return
        }
        var queue = Heap<Candidate>()
        // Neighbors by place; a symbol that was merged into the one before it is -1.
        var (current, last) = (symbols, symbols.indices.map { Int32($0 - 1) })
        var next = symbols.indices.map { Int32($0 + 1) }
        let end = Int32(symbols.count)
        func offer(_ place: Int32, _ other: Int32) {
            guard let merge = pairs[Self.key(current[Int(place)], current[Int(other)])] else { return }
            queue.insert(Candidate(rank: UInt32(merge >> 32), place: place, merged: Int32(merge & 0xFFFF_FFFF)))
        }
        for place in 0..<end - 1 { offer(place, place + 1) }
        while let entry = queue.popFirst() {
            let place = Int(entry.place)
            let other = next[place]
            // The pair may have changed since it was offered.
            guard current[place] >= 0, other < end,
                let merge = pairs[Self.key(current[place], current[Int(other)])],
                Int32(merge & 0xFFFF_FFFF) == entry.merged
            else { continue }
            current[place] = entry.merged
            current[Int(other)] = -1
            next[place] = next[Int(other)]
            if next[place] < end { last[Int(next[place])] = entry.place }
            if last[place] >= 0 { offer(last[place], entry.place) }
            if next[place] < end { offer(entry.place, next[place]) }
        }
        for id in current where id >= 0 { ids.append(id) }
    }
}
