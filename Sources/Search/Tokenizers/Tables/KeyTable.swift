/// A flat table from 64-bit keys to 64-bit values, with open addressing and linear probing.
struct KeyTable: Sendable {
    private static let empty = UInt64.max

    private var slots: [(key: UInt64, value: UInt64)]
    private var mask: Int
    private let mixer = Mixer()
    private(set) var count = 0

    init(capacity: Int = 16) {
        let size = 1 << (Int.bitWidth - (max(capacity, 8) * 2 - 1).leadingZeroBitCount)
        (slots, mask) = (Array(repeating: (Self.empty, 0), count: size), size - 1)
    }

    /// The slot of a key, or the empty one that it would take.
    private func slot(_ key: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: mixer.mix(key)) & mask
        while slots[slot].key != key, slots[slot].key != Self.empty { slot = (slot + 1) & mask }
        return slot
    }

    /// The value of a key below `UInt64.max`.
    subscript(key: UInt64) -> UInt64? {
        let slot = slots[slot(key)]
        return slot.key == Self.empty ? nil : slot.value
    }

    mutating func set(_ key: UInt64, to value: UInt64) {
        let place = slot(key)
        if slots[place].key == Self.empty { count += 1 }
        slots[place] = (key, value)
        guard count * 4 > slots.count * 3 else { return }
        let former = slots
        (slots, mask) = (Array(repeating: (Self.empty, 0), count: former.count * 2), former.count * 2 - 1)
        for entry in former where entry.key != Self.empty { slots[slot(entry.key)] = entry }
    }
}
