/// The tile of each slot: items that share the value of a field are variants on one tile, and all others have a tile of
/// their own.
struct VariantTiles: Sendable {
    /// The number of the tile by slot, from 0, and below ``count``.
    let numbers: [Int32]
    /// An upper bound of the numbers; some may have no slot.
    let count: Int

    /// Numbers the tiles of all slots. Lists count by their first string; without the field, each slot is alone.
    init(_ name: String, in snapshot: borrowing Snapshot) throws(SearchError) {
        let slots = snapshot.slots
        guard let field = try snapshot.field(name) else {
            numbers = (0..<Int32(slots)).map { $0 }
            count = slots
            return
        }
        var numbers = [Int32](repeating: 0, count: slots)
        var next: Int32 = 0
        func fresh() -> Int32 {
            defer { next += 1 }
            return next
        }
        switch try snapshot.column(field, .whole) {
        case .strings(let column):
            // The codes of the strings are dense already.
            next = Int32(column.strings.count)
            for slot in 0..<slots {
                numbers[slot] = column.present[slot] ? column.first(slot).map(Int32.init) ?? fresh() : fresh()
            }
        case .integers(let column):
            var known: [Int: Int32] = [:]
            for slot in 0..<slots {
                numbers[slot] = column.present[slot] ? known.number(of: column.values[slot], fresh) : fresh()
            }
        case .floats(let column):
            var known: [Double: Int32] = [:]
            for slot in 0..<slots {
                numbers[slot] = column.present[slot] ? known.number(of: column.values[slot], fresh) : fresh()
            }
        }
        self.numbers = numbers
        count = Int(next)
    }

    /// The number of different tiles of some slots.
    func count(of slots: Bitmap) -> Int {
        var seen = Bitmap(size: count)
        for slot in slots { seen[Int(numbers[slot])] = true }
        return seen.count
    }

    /// The slots that share a tile with one of these slots, by the number of the tile, in their order.
    func slots(beside chosen: [Int], among slots: Bitmap) -> [Int32: [Int]] {
        var wanted = Bitmap(size: count)
        for slot in chosen { wanted[Int(numbers[slot])] = true }
        let own = Set(chosen)
        var found: [Int32: [Int]] = [:]
        for slot in slots where wanted[Int(numbers[slot])] && !own.contains(slot) {
            found[numbers[slot], default: []].append(slot)
        }
        return found
    }
}

extension Dictionary where Value == Int32 {
    /// The number of a key, a fresh one where it has none yet.
    fileprivate mutating func number(of key: Key, _ fresh: () -> Int32) -> Int32 {
        if let known = self[key] { return known }
        let number = fresh()
        self[key] = number
        return number
    }
}
