/// The bytes of a file in memory of their own, which many cursors read without counting references.
///
/// Safe: the memory lives as long as the object and never changes; each place is checked.
@safe final class FileBytes: @unchecked Sendable {
    let count: Int
    private let memory: UnsafeMutablePointer<UInt8>

    init(_ bytes: [UInt8]) {
        count = bytes.count
        unsafe memory = .allocate(capacity: max(count, 1))
        unsafe bytes.withUnsafeBufferPointer {
            // Safe: as many bytes as the array has.
            if let start = $0.baseAddress { unsafe memory.initialize(from: start, count: $0.count) }
        }
    }

    deinit { unsafe memory.deallocate() }

    subscript(place: Int) -> UInt8 {
        precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
        return unsafe memory[place]
    }

    /// Appends the bytes of a range to `text`.
    func append(_ range: Range<Int>, to text: inout [UInt8]) {
        precondition(0 <= range.lowerBound && range.upperBound <= count)
        // Safe: the range is within the memory.
        unsafe text.append(contentsOf: UnsafeBufferPointer(start: memory + range.lowerBound, count: range.count))
    }

    func text(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        append(range, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
