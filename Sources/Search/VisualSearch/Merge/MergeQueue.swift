/// The parts of a merge by the keys of their next rows, the smallest first; of equal keys the earlier part. A binary heap.
struct MergeQueue<Key> {
    private var heap: [(key: Key, part: Int)] = []
    private let precedes: (Key, Key) -> Bool

    init(_ precedes: @escaping (Key, Key) -> Bool) { self.precedes = precedes }

    var first: (key: Key, part: Int)? { heap.first }

    mutating func add(_ key: Key, of part: Int) {
        heap.append((key, part))
        var child = heap.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() -> (key: Key, part: Int)? {
        guard let last = heap.popLast() else { return nil }
        guard let first = heap.first else { return last }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isBefore(child, least) {
                least = child
            }
            if least == parent { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        if precedes(heap[left].key, heap[right].key) { return true }
        return !precedes(heap[right].key, heap[left].key) && heap[left].part < heap[right].part
    }
}
