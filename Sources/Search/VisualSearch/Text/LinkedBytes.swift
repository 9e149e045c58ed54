/// Constant bytes of the program, as little-endian numbers.
///
/// Safe: the bytes are never written and live as long as the program, and each access is checked against their count.
@safe struct LinkedBytes: @unchecked Sendable {
    private let first: UnsafePointer<UInt8>
    let count: Int

    @unsafe init(first: UnsafePointer<UInt8>, count: Int) {
        unsafe self.first = first
        self.count = count
    }

    subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return unsafe first[index]
    }

    /// The bytes of a range, copied at once.
    subscript(range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe Array(UnsafeBufferPointer(start: first + range.lowerBound, count: range.count))
    }

    /// The same as signed numbers.
    func signed(_ range: Range<Int>) -> [Int8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe (first + range.lowerBound).withMemoryRebound(to: Int8.self, capacity: range.count) { start in
            unsafe Array(UnsafeBufferPointer(start: start, count: range.count))
        }
    }

    func short(_ index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }
    func long(_ index: Int) -> Int { short(index) | short(index + 2) << 16 }
}
