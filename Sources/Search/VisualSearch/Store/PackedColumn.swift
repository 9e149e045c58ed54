/// The slots and codes of a column of strings as plain arrays.
struct PackedColumn {
    /// The most codes of a slot.
    static let mostCodes = Int(UInt8.max)
    /// The most strings.
    static let mostStrings = Int(UInt16.max) + 1

    let slots: Int
    /// Bit n % 64 of word n / 64: slot n has a value, which may be an empty list.
    let present: AlignedBuffer<UInt64>
    /// The number of codes of each slot.
    let counts: AlignedBuffer<UInt8>
    /// The codes of all slots, in their order.
    let codes: AlignedBuffer<UInt16>
    /// The strings by code.
    let strings: [String]

    /// Room for the arrays of a column.
    init(slots: Int, codes: Int, strings: [String]) {
        self.slots = slots
        self.strings = strings
        present = AlignedBuffer(zeros: (slots + 63) / 64)
        counts = AlignedBuffer(zeros: slots)
        self.codes = AlignedBuffer(zeros: codes)
    }

    /// The column without strings that no slot has any more, in the order in which the slots have them. Nil where a slot
    /// has more codes than a byte counts, or the column more strings than two bytes number.
    init?(_ column: StringColumn) {
        var used = [UInt16?](repeating: nil, count: column.strings.count)
        var strings: [String] = []
        var total = 0
        for slot in column.present {
            let codes = column[slot]
            guard codes.count <= Self.mostCodes else { return nil }
            total += codes.count
            for code in codes where used[Int(code)] == nil {
                guard strings.count < Self.mostStrings else { return nil }
                used[Int(code)] = UInt16(strings.count)
                strings.append(column.strings[Int(code)])
            }
        }
        self.init(slots: column.present.size, codes: total, strings: strings)
        for (index, word) in column.present.words.enumerated() { present[index] = word }
        var next = 0
        for slot in column.present {
            let wide = column[slot]
            counts[slot] = UInt8(wide.count)
            for code in wide.compactMap({ used[Int($0)] }) {
                codes[next] = code
                next += 1
            }
        }
    }

    var arrays: [KeptTable] { [KeptTable(present), KeptTable(counts), KeptTable(codes)] }

    /// The bytes of each of the arrays.
    static func sizes(slots: Int, codes: Int) -> [Int] { [(slots + 63) / 64 * 8, slots, 2 * codes] }
}
