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

    func short(_ index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }
    func long(_ index: Int) -> Int { short(index) | short(index + 2) << 16 }
}
