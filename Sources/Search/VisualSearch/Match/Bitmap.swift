/// A set of slots, one bit each.
package struct Bitmap: Hashable, Sendable, Sequence {
    /// Slots are below it. Sets that are combined are of one size.
    package let size: Int
    /// Slot n is bit n % 64 of word n / 64; bits from `size` on are 0.
    package private(set) var words: [UInt64]

    /// No slot, or all of them.
    package init(size: Int, filled: Bool = false) {
        self.size = size
        words = Array(repeating: filled ? .max : 0, count: (size + 63) / 64)
        if filled, !size.isMultiple(of: 64) { words[words.count - 1] = (1 << UInt64(size % 64)) - 1 }
    }

    /// Some slots, all below `size`.
    package init(_ slots: some Sequence<Int>, size: Int) {
        self.init(size: size)
        for slot in slots { self[slot] = true }
    }

    /// True for a slot in the set; false for slots beyond its size.
    package subscript(slot: Int) -> Bool {
        get { slot >= 0 && slot < size && words[slot >> 6] & (1 << UInt64(slot & 63)) != 0 }
        set {
            precondition(slot >= 0 && slot < size, "slot \(slot) is outside of a bitmap of \(size)")
            if newValue {
                words[slot >> 6] |= 1 << UInt64(slot & 63)
            } else {
                words[slot >> 6] &= ~(1 << UInt64(slot & 63))
            }
        }
    }

    /// Iterates over the slots in ascending order.
    @inlinable
    package func makeIterator() -> Iterator { Iterator(words: words) }

    /// Iterates over the slots in order.
    package struct Iterator: IteratorProtocol {
        @usableFromInline let words: [UInt64]
        @usableFromInline var index = -1
        @usableFromInline var rest: UInt64 = 0

        @inlinable
        init(words: [UInt64]) { self.words = words }

        /// The next slot, or nil at the end.
        @inlinable
        package mutating func next() -> Int? {
            while rest == 0 {
                index += 1
                guard index < words.count else { return nil }
                rest = words[index]
            }
            defer { rest &= rest - 1 }
            return index << 6 | rest.trailingZeroBitCount
        }
    }

    /// Slots in the set.
    package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
    /// True where no slot is in the set.
    package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Adds the slots of another set.
    package mutating func formUnion(_ other: Bitmap) {
        precondition(size == other.size, "bitmaps of different sizes")
        for index in words.indices { words[index] |= other.words[index] }
    }

    /// Keeps the slots that another set has, too.
    package mutating func formIntersection(_ other: Bitmap) {
        precondition(size == other.size, "bitmaps of different sizes")
        for index in words.indices { words[index] &= other.words[index] }
    }

    /// Removes the slots of another set.
    package mutating func subtract(_ other: Bitmap) {
        precondition(size == other.size, "bitmaps of different sizes")
        for index in words.indices { words[index] &= ~other.words[index] }
    }

    /// The slots of either set.
    package func union(_ other: Bitmap) -> Bitmap {
        var result = self
        result.formUnion(other)
        return result
    }

    /// The slots of both sets.
    package func intersection(_ other: Bitmap) -> Bitmap {
        var result = self
        result.formIntersection(other)
        return result
    }

    /// The slots that another set does not have.
    package func subtracting(_ other: Bitmap) -> Bitmap {
        var result = self
        result.subtract(other)
        return result
    }

    /// The same set for more slots, or for fewer: those outside leave it.
    package func resized(to size: Int) -> Bitmap {
        if size == self.size { return self }
        var result = Bitmap(size: size)
        for index in 0..<Swift.min(words.count, result.words.count) { result.words[index] = words[index] }
        if size < self.size, !size.isMultiple(of: 64) {
            result.words[result.words.count - 1] &= (1 << UInt64(size % 64)) - 1
        }
        return result
    }

    /// Adds the slots of another set behind those of this one, whose size is a multiple of 64.
    mutating func append(_ later: Bitmap) {
        precondition(size.isMultiple(of: 64), "a bitmap of \(size) slots ends within a word")
        self = Bitmap(words + later.words, size: size + later.size)
    }

    /// Words as ``words`` has them; nil where they are not those of as many slots.
    init?(words: [UInt64], size: Int) {
        guard size >= 0, words.count == (size + 63) / 64 else { return nil }
        if let last = words.last, !size.isMultiple(of: 64), last >> UInt64(size % 64) != 0 { return nil }
        self.init(words, size: size)
    }

    private init(_ words: [UInt64], size: Int) {
        self.words = words
        self.size = size
    }

    /// The slots of the set, in order.
    package var slots: [Int] {
        var slots: [Int] = []
        slots.reserveCapacity(count)
        for slot in self { slots.append(slot) }
        return slots
    }

    /// The slots below `size` for which `body` holds.
    static func matching(size: Int, _ body: (Int) -> Bool) -> Bitmap {
        var result = Bitmap(size: size)
        for index in result.words.indices {
            var word: UInt64 = 0
            for bit in 0..<Swift.min(64, size - (index << 6)) where body(index << 6 | bit) { word |= 1 << UInt64(bit) }
            result.words[index] = word
        }
        return result
    }
}
