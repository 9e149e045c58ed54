/// A place in JSON text (RFC 8259) that moves over one value after another, without a tree of them.
///
/// Every step is bounded by the bytes and by ``Limits/depth``.
struct JSONCursor {
    let bytes: FileBytes
    private(set) var position: Int

    init(_ bytes: FileBytes, at position: Int = 0) {
        (self.bytes, self.position) = (bytes, position)
    }

    func malformed(_ reason: String) -> TokenizerError { .malformed(reason, offset: position) }

    /// The next byte that is no blank; 0 at the end.
    @inline(__always) mutating func next() -> UInt8 {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return 0
    }

    /// Moves behind `byte` where it comes next.
    @inline(__always) mutating func skip(_ byte: UInt8) -> Bool {
        guard next() == byte, position < bytes.count else { return false }
        position += 1
        return true
    }

    @inline(__always) mutating func expect(_ byte: UInt8) throws(TokenizerError) {
        guard skip(byte) else { throw malformed("\"\(Character(Unicode.Scalar(byte)))\" expected") }
    }

    /// Moves to the first element of an array or member of an object; false where it is empty.
    mutating func open(_ byte: UInt8) throws(TokenizerError) -> Bool {
        try expect(byte)
        return !skip(byte + 2)
    }

    /// Moves to the next element or member; false behind the last.
    mutating func another(_ byte: UInt8) throws(TokenizerError) -> Bool {
        if skip(0x2C) { return true }
        try expect(byte + 2)
        return false
    }

    mutating func advance(to position: Int) { self.position = position }

    mutating func word(_ word: StaticString) -> Bool {
        let start = position
        for index in 0..<word.utf8CodeUnitCount {
            // Safe: the index is within the word.
            guard position < bytes.count, unsafe bytes[position] == word.utf8Start[index] else {
                position = start
                return false
            }
            position += 1
        }
        return true
    }

    /// The bytes of the number that comes next, by the grammar of JSON.
    mutating func number() throws(TokenizerError) -> Range<Int> {
        _ = next()
        let start = position
        func isDigit(_ place: Int) -> Bool { place < bytes.count && 0x30...0x39 ~= bytes[place] }
        var place = position
        if place < bytes.count, bytes[place] == 0x2D { place += 1 }
        guard isDigit(place) else { throw malformed("a number expected") }
        if bytes[place] == 0x30 { place += 1 } else { while isDigit(place) { place += 1 } }
        if place < bytes.count, bytes[place] == 0x2E {
            place += 1
            guard isDigit(place) else { throw malformed("a digit expected") }
            while isDigit(place) { place += 1 }
        }
        if place < bytes.count, bytes[place] | 0x20 == 0x65 {
            place += 1
            if place < bytes.count, bytes[place] == 0x2B || bytes[place] == 0x2D { place += 1 }
            guard isDigit(place) else { throw malformed("a digit expected") }
            while isDigit(place) { place += 1 }
        }
        position = place
        return start..<place
    }

    /// A whole number from 0 to the largest id.
    mutating func id() throws(TokenizerError) -> Int32 {
        _ = next()
        var (value, start) = (0, position)
        while position < bytes.count, 0x30...0x39 ~= bytes[position] {
            value = value * 10 + Int(bytes[position] - 0x30)
            position += 1
            guard value < Int32.max else { throw malformed("an id below 2147483647 expected") }
        }
        if position < bytes.count, bytes[position] == 0x2E || bytes[position] | 0x20 == 0x65 { start = position }
        guard position > start else { throw malformed("a whole number from 0 expected") }
        return Int32(value)
    }

    mutating func double() throws(TokenizerError) -> Double {
        let range = try number()
        let text = bytes.text(range)
        guard let value = Double(text), value.isFinite else { throw malformed("a finite number expected") }
        return value
    }
}
