/// The first bits of a JPEG XL codestream (ISO/IEC 18181-1, 9.2 and A.3), as far as they tell of an animation.
///
/// The loader of libvips runs through all frames and shows the last one.
enum JXLHeader {
    /// True for several frames in time; false also where the header is cut off or broken, which the decoder tells.
    static func isAnimated(_ bytes: Span<UInt8>) -> Bool {
        guard let start = codestream(in: bytes), bytes.byte(at: start) == 0xff, bytes.byte(at: start + 1) == 0x0a else {
            return false
        }
        var bits = Bits(bytes: bytes.copy(start + 2..<min(start + 66, bytes.count)))
        skipSize(&bits)
        let isAllDefault = bits.next(1) == 1
        if isAllDefault { return false }
        let hasExtraFields = bits.next(1) == 1
        guard hasExtraFields else { return false }
        bits.skip(3)  // orientation
        if bits.next(1) == 1 { skipSize(&bits) }  // the size to show
        if bits.next(1) == 1 { skipPreview(&bits) }
        return bits.next(1) == 1
    }

    /// The start of the codestream, or of its first part, in a file of boxes; that of the bytes for a bare one.
    private static func codestream(in bytes: Span<UInt8>) -> Int? {
        guard bytes.holds("JXL ", at: 4) else { return 0 }
        for box in ISOBoxes(in: 0..<bytes.count, of: bytes).boxes {
            if box.isNamed("jxlc", in: bytes) { return box.content.lowerBound }
            // A number of four bytes stands in front of a part.
            if box.isNamed("jxlp", in: bytes) { return box.content.lowerBound + 4 }
        }
        return nil
    }

    private static func skipSize(_ bits: inout Bits) {
        let isSmall = bits.next(1) == 1
        func skipSide() { bits.skip(isSmall ? 5 : [9, 13, 18, 30][bits.next(2)]) }
        skipSide()
        let ratio = bits.next(3)
        if ratio == 0 { skipSide() }
    }

    private static func skipPreview(_ bits: inout Bits) {
        let isDividedBy8 = bits.next(1) == 1
        // 16, 32, and numbers of 5 and 9 bits; or numbers of 6, 8, 10 and 12 bits.
        func skipSide() { bits.skip((isDividedBy8 ? [0, 0, 5, 9] : [6, 8, 10, 12])[bits.next(2)]) }
        skipSide()
        let ratio = bits.next(3)
        if ratio == 0 { skipSide() }
    }

    /// The bits of bytes, lowest first. Behind the end there are zeros.
    private struct Bits {
        let bytes: [UInt8]
        var place = 0

        mutating func next(_ count: Int) -> Int {
            var value = 0
            for bit in 0..<count {
                let (byte, shift) = (place + bit).quotientAndRemainder(dividingBy: 8)
                if byte < bytes.count { value |= (Int(bytes[byte]) >> shift & 1) << bit }
            }
            place += count
            return value
        }

        mutating func skip(_ count: Int) { place += count }
    }
}
