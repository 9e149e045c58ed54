/// The rows of a table by the hash of a key, in 16 bytes each. Hashes collide: the caller compares the keys of the rows.
struct KeyTable: Sendable {
    private struct Entry: Sendable {
        var hash: Int
        var row: Int
    }

    private var entries: [Entry] = []

    mutating func add(_ key: [UInt8], row: Int) { entries.append(Entry(hash: Self.hash(key), row: row)) }

    /// Must come before the first look-up.
    mutating func sort() { entries.sort { $0.hash == $1.hash ? $0.row > $1.row : $0.hash < $1.hash } }

    /// The rows that may have the key, the last one first.
    func rows(_ key: [UInt8]) -> some Sequence<Int> {
        let hash = Self.hash(key)
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return entries[low...].lazy.prefix { $0.hash == hash }.map(\.row)
    }

    private static func hash(_ key: [UInt8]) -> Int {
        var hasher = Hasher()
        hasher.combine(key)
        return hasher.finalize()
    }
}
