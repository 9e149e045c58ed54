/// A flat table from 64-bit keys to 64-bit values, with open addressing and linear probing.
///
/// The hash folds a 128-bit product with secrets of the process, so that a file cannot make keys collide.
struct KeyTable: Sendable {
    private static let empty = UInt64.max
    static let secrets = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max) | 1)

    private var slots: [(key: UInt64, value: UInt64)]
    private var mask: Int
    private(set) var count = 0

    init(capacity: Int = 16) {
        let size = 1 << (Int.bitWidth - (max(capacity, 8) * 2 - 1).leadingZeroBitCount)
        (slots, mask) = (Array(repeating: (Self.empty, 0), count: size), size - 1)
    }

    static func mix(_ value: UInt64) -> UInt64 {
        let product = (value ^ secrets.0).multipliedFullWidth(by: secrets.1)
        return product.high ^ product.low
    }

    /// The slot of a key, or the empty one that it would take.
    private func slot(_ key: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: Self.mix(key)) & mask
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
