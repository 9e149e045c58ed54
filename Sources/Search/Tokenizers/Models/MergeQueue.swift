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
