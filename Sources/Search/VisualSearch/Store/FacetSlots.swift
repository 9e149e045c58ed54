/// The slots that a facet counts: each on its own, or tile by tile where variants share a hit.
struct FacetSlots {
    private let slots: Bitmap
    private let tiles: VariantTiles?
    /// The slots in the order of their tiles; empty without tiles.
    private let ordered: [Int32]

    init(_ slots: Bitmap, tiles: VariantTiles?) {
        self.slots = slots
        self.tiles = tiles
        ordered = tiles.map { $0.ordered(slots) } ?? []
    }

    /// Marks are below it.
    var marks: Int { tiles?.count ?? slots.size }

    /// Calls `body` with each slot in `present` and its mark, which the slots of a tile have in common. Slots of one mark
    /// come one after the other.
    @inline(__always)
    func forEach(in present: Bitmap, _ body: (_ slot: Int, _ mark: Int32) -> Void) {
        guard let tiles else {
            for slot in slots.intersection(present) { body(slot, Int32(truncatingIfNeeded: slot)) }
            return
        }
        for slot in ordered where present[Int(slot)] { body(Int(slot), tiles.numbers[Int(slot)]) }
    }

    /// The number of hits in `present`.
    func count(in present: Bitmap) -> Int {
        guard tiles != nil else { return slots.intersection(present).count }
        var counter = MarkCounter(1)
        forEach(in: present) { _, mark in counter.add(0, mark) }
        return counter.counts[0]
    }
}

/// Counts of values, each counted once for a mark.
struct MarkCounter {
    private(set) var counts: [Int]
    private var last: [Int32]

    init(_ values: Int) {
        counts = [Int](repeating: 0, count: values)
        last = [Int32](repeating: -1, count: values)
    }

    @inline(__always)
    mutating func add(_ value: Int, _ mark: Int32) {
        guard last[value] != mark else { return }
        last[value] = mark
        counts[value] += 1
    }
}

extension VariantTiles {
    /// Slots in the order of their tiles: a counting sort.
    fileprivate func ordered(_ slots: Bitmap) -> [Int32] {
        var starts = [Int32](repeating: 0, count: count + 1)
        for slot in slots { starts[Int(numbers[slot]) + 1] += 1 }
        for number in 1..<max(starts.count, 1) { starts[number] += starts[number - 1] }
        var ordered = [Int32](repeating: 0, count: Int(starts.last ?? 0))
        for slot in slots {
            let number = Int(numbers[slot])
            ordered[Int(starts[number])] = Int32(truncatingIfNeeded: slot)
            starts[number] += 1
        }
        return ordered
    }
}
