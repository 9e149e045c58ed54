extension FixedWidthInteger where Self: UnsignedInteger {
    /// All hexadecimal digits of the type, in lower case.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
    }
}

extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte, in lower case.
    package var hexadecimal: String { map(\.hexadecimal).joined() }
}

// Numbers with their lowest byte first. Inlinable: vectors have millions of them.
extension RandomAccessCollection<UInt8> where Index == Int {
    /// The number whose bytes begin at `start`. Precondition: all of them are inside.
    @inlinable package func littleEndian<Number: FixedWidthInteger>(
        at start: Int, as type: Number.Type = Number.self
    ) -> Number {
        var number: Number = 0
        for offset in 0..<Number.bitWidth / 8 {
            number |= Number(truncatingIfNeeded: self[start + offset]) << (8 * offset)
        }
        return number
    }
}

extension [UInt8] {
    /// The bytes of a number.
    @inlinable package init(littleEndian number: some FixedWidthInteger) {
        self = []
        append(littleEndian: number)
    }

    @inlinable package mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
