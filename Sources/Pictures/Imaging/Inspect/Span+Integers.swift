import Essentials

/// The order of the bytes of an integer.
enum ByteOrder: Hashable, Sendable {
    case big, little
}

/// Reading integers from a file that may be malformed: every read is checked, and nil means "outside the file".
///
/// No file is 2^48 bytes long, so larger integers are returned as 2^48. Sums of offsets and lengths therefore
/// never overflow.
extension Span where Element == UInt8 {
    func byte(at offset: Int) -> Int? {
        guard offset >= 0, offset < count else { return nil }
        return Int(self[offset])
    }

    func u16(at offset: Int, _ order: ByteOrder = .big) -> Int? { integer(at: offset, width: 2, order) }
    func u24(at offset: Int, _ order: ByteOrder = .big) -> Int? { integer(at: offset, width: 3, order) }
    func u32(at offset: Int, _ order: ByteOrder = .big) -> Int? { integer(at: offset, width: 4, order) }
    func u64(at offset: Int, _ order: ByteOrder = .big) -> Int? { integer(at: offset, width: 8, order) }

    /// An unsigned integer of `width` bytes, 0…8.
    func integer(at offset: Int, width: Int, _ order: ByteOrder = .big) -> Int? {
        guard offset >= 0, offset <= count - width else { return nil }
        var value: UInt64 = 0
        for index in 0..<width {
            value = value << 8 | UInt64(self[offset + (order == .big ? index : width - 1 - index)])
        }
        return Int(Swift.min(value, 1 << 48))
    }

    /// Returns the range of `length` bytes from `offset` on, or nil where it is not inside the file.
    func range(at offset: Int, length: Int) -> Range<Int>? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return offset..<(offset + length)
    }

    /// Returns true if the bytes from `offset` on are those of `text`.
    func holds(_ text: String, at offset: Int) -> Bool {
        guard var place = range(at: offset, length: text.utf8.count)?.lowerBound else { return false }
        for byte in text.utf8 {
            guard self[place] == byte else { return false }
            place += 1
        }
        return true
    }

    /// Returns a copy of a part. Precondition: `range` is inside the file.
    func copy(_ range: Range<Int>) -> [UInt8] {
        // Safe: `extracting` checks the range, and the pointer does not leave the closure.
        unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension Span where Element == UInt8 {
    /// Returns the first offset of `value` at or after `start`.
    func firstIndex(of value: UInt8, from start: Int) -> Int? {
        guard start >= 0, start < count else { return nil }
        // Safe: the search stays within the bytes, and the pointer does not leave the closure.
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(value), bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
