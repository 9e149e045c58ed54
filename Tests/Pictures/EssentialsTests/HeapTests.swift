import Essentials
import Testing

@Suite("Elements in their order")
struct HeapTests {
    /// Equal keys have no order.
    private struct Entry: Ranked, Hashable {
        let key: Int
        let number: Int

        func precedes(_ other: Entry) -> Bool { key < other.key }
    }

    private struct Pair: Ranked, Hashable {
        let key: Int
        let number: Int

        func precedes(_ other: Pair) -> Bool { (key, number) < (other.key, other.number) }
    }

    @Test("a heap gives back what it took, the first one first, also between insertions", arguments: 0..<60)
    func heap(_ count: Int) {
        var heap = Heap<Pair>()
        let pairs = (0..<count).map { Pair(key: Int.random(in: 0..<10), number: $0) }
        for pair in pairs.shuffled() { heap.insert(pair) }
        var found: [Pair] = []
        for _ in 0..<count / 2 { if let pair = heap.popFirst() { found.append(pair) } }
        for pair in found { heap.insert(pair) }
        found = []
        while let pair = heap.popFirst() { found.append(pair) }
        #expect(found == pairs.sorted { $0.precedes($1) })
    }

    @Test("the first elements are those of a stable sort", arguments: [0, 1, 2, 7, 40, 100])
    func first(_ limit: Int) {
        for count in [0, 1, 7, 40, 60] {
            let entries = (0..<count).map { Entry(key: Int.random(in: 0..<10), number: $0) }
            var first = FirstElements<Entry>(limit: limit)
            for entry in entries { first.insert(entry) }
            let sorted = entries.sorted { ($0.key, $0.number) < ($1.key, $1.number) }
            #expect(first.elements == Array(sorted.prefix(limit)))
        }
    }
}
