/// Constant bytes of the program, as little-endian numbers.
///
/// Safe: the bytes are never written and live as long as the program, and each access is checked against their count.
@safe struct LinkedBytes: @unchecked Sendable {
    private let first: UnsafePointer<UInt8>
    let count: Int

    /// The bytes of a file that is linked into the program, by its function.
    @unsafe init(_ file: (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?) {
        var count = 0
        unsafe first = file(&count)!
        self.count = count
    }

    /// Returns what the file holds, which is whole: it came with the program.
    func read<Value>(_ make: (LinkedBytes) throws -> Value?) -> Value {
        do { if let value = try make(self) { return value } } catch {
            preconditionFailure("a file that was built in is unusable: \(error)")
        }
        preconditionFailure("a file that was built in is unusable")
    }

    /// All of the bytes, copied.
    var all: [UInt8] { self[0..<count] }

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
