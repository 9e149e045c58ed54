extension Size {
    /// The largest frame that a sequence header of AV1 allows (version 1.0.0, section 5.5).
    init?(av1Sequence bytes: [UInt8]) {
        var bits = BitReader(bytes)
        bits.skip(3 + 1)
        if bits.read(1) == 1 {
            bits.skip(5)
        } else {
            var delayLength: Int?
            if bits.read(1) == 1 {
                bits.skip(32 + 32)
                if bits.read(1) == 1 { _ = bits.readExponential() }
                if bits.read(1) == 1 {
                    delayLength = bits.read(5) + 1
                    bits.skip(32 + 5 + 5)
                }
            }
            let hasDelays = bits.read(1) == 1
            for _ in 0...bits.read(5) {
                bits.skip(12)
                if bits.read(5) > 7 { bits.skip(1) }
                if let delayLength, bits.read(1) == 1 { bits.skip(2 * delayLength + 1) }
                if hasDelays, bits.read(1) == 1 { bits.skip(4) }
            }
        }
        let (widthLength, heightLength) = (bits.read(4) + 1, bits.read(4) + 1)
        self.init(width: bits.read(widthLength) + 1, height: bits.read(heightLength) + 1)
        guard bits.isValid else { return nil }
    }

    /// The size in a unit of HEVC, where that is a sequence parameter set (ITU-T H.265, section 7.3.2.2).
    init?(hevcUnit unit: [UInt8]) {
        guard unit.count > 2, unit[0] >> 1 & 0x3F == 33 else { return nil }
        // A 3 behind two zeros is there only so that no start code appears.
        var payload: [UInt8] = []
        for byte in unit.dropFirst(2).prefix(256) where !(byte == 3 && payload.suffix(2) == [0, 0]) {
            payload.append(byte)
        }
        var bits = BitReader(payload)
        bits.skip(4)
        let layers = bits.read(3)
        bits.skip(1 + 96)
        let present = (0..<layers).map { _ in (profile: bits.read(1) == 1, level: bits.read(1) == 1) }
        if layers > 0 { bits.skip(2 * (8 - layers)) }
        for layer in present { bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
        _ = bits.readExponential()
        if bits.readExponential() == 3 { bits.skip(1) }
        self.init(width: bits.readExponential(), height: bits.readExponential())
        guard bits.isValid else { return nil }
    }
}

/// Reads bits, the highest of each byte first.
private struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// False when more was read than there was.
    var isValid: Bool { position <= bytes.count * 8 }

    mutating func skip(_ count: Int) { position += count }

    /// An unsigned number of up to 32 bits; zeros follow the end.
    mutating func read(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let byte = position >> 3 < bytes.count ? bytes[position >> 3] : 0
            value = value << 1 | Int(byte >> UInt8(7 - position & 7) & 1)
            position += 1
        }
        return value
    }

    /// An unsigned Exp-Golomb code of up to 32 bits.
    mutating func readExponential() -> Int {
        var zeros = 0
        while isValid, zeros < 32, read(1) == 0 { zeros += 1 }
        return (1 << zeros) - 1 + read(zeros)
    }
}
