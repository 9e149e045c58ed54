/// The pairs that byte pair encoding merges: by the two ids the rank of the merge and the id of its result.
struct MergeTable: Sendable {
    private var pairs: KeyTable

    /// Reads merges, each of which is a text of two tokens with a blank between them, or a list of two tokens.
    ///
    /// A line `#version` is left out. Of pairs that occur twice the last one counts.
    /// - Parameter prefix: So many bytes of the second token are left out in the result.
    /// - Throws: Where a token or the result is missing in the vocabulary.
    init(_ file: TokenizerFile, tokens: TokenTable, prefix: Int) throws(TokenizerError) {
        pairs = KeyTable()
        guard let place = file.merges else { throw .invalid("model.merges is missing") }
        var cursor = JSONCursor(file.bytes, at: place)
        pairs = KeyTable(capacity: min(tokens.count * 2, 1 << 20))
        var (rank, text): (UInt64, [UInt8]) = (0, [])
        guard try cursor.open(0x5B) else { return }
        repeat {
            text.removeAll(keepingCapacity: true)
            var middle: Int
            if cursor.next() == 0x5B {
                try cursor.expect(0x5B)
                try cursor.string(into: &text)
                middle = text.count
                try cursor.expect(0x2C)
                try cursor.string(into: &text)
                try cursor.expect(0x5D)
            } else {
                try cursor.string(into: &text)
                if text.starts(with: "#version".utf8) { continue }
                guard let blank = text.firstIndex(of: 0x20), !text[(blank + 1)...].contains(0x20) else {
                    throw cursor.malformed("a merge that has not two tokens")
                }
                text.remove(at: blank)
                middle = blank
            }
            guard let left = tokens.id(text, 0..<middle), let right = tokens.id(text, middle..<text.count) else {
                throw cursor.malformed("a merge of a token that the vocabulary does not have")
            }
            if prefix > 0 { text.removeSubrange(middle..<min(middle + prefix, text.count)) }
            guard let merged = tokens.id(text, 0..<text.count) else {
                throw cursor.malformed("a merge into a token that the vocabulary does not have")
            }
            guard rank < Limits.merges else { throw cursor.malformed("more than \(Limits.merges) merges") }
            pairs.set(Self.key(left, right), to: rank << 32 | UInt64(merged))
            rank += 1
        } while try cursor.another(0x5B)
    }

    private static func key(_ left: Int32, _ right: Int32) -> UInt64 { UInt64(left) << 32 | UInt64(right) }

    /// Merges neighbors, the lowest rank first and among equals from the start, until no pair is left.
    func apply(to symbols: [Int32], into ids: inout [Int32]) {
        guard symbols.count > 1 else {
            ids += symbols
            return
        }
        var queue = MergeQueue()
        // Neighbors by place; a symbol that was merged into the one before it is -1.
        var (current, last) = (symbols, symbols.indices.map { Int32($0 - 1) })
        var next = symbols.indices.map { Int32($0 + 1) }
        let end = Int32(symbols.count)
        func offer(_ place: Int32, _ other: Int32) {
            guard let merge = pairs[Self.key(current[Int(place)], current[Int(other)])] else { return }
            queue.push(MergeQueue.Entry(rank: UInt32(merge >> 32), place: place, merged: Int32(merge & 0xFFFF_FFFF)))
        }
        for place in 0..<end - 1 { offer(place, place + 1) }
        while let entry = queue.pop() {
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

/// A binary heap of merges.
struct MergeQueue {
    struct Entry {
        let rank: UInt32
        let place: Int32
        let merged: Int32

        static func < (left: Entry, right: Entry) -> Bool { (left.rank, left.place) < (right.rank, right.place) }
    }

    private var entries: [Entry] = []

    mutating func push(_ entry: Entry) {
        var place = entries.count
        entries.append(entry)
        while place > 0 {
            let parent = (place - 1) / 2
            guard entry < entries[parent] else { break }
            entries[place] = entries[parent]
            place = parent
        }
        entries[place] = entry
    }

    /// Removes the lowest entry.
    mutating func pop() -> Entry? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        guard !entries.isEmpty else { return first }
        var place = 0
        while true {
            var child = place * 2 + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
            guard entries[child] < last else { break }
            entries[place] = entries[child]
            place = child
        }
        entries[place] = last
        return first
    }
}
