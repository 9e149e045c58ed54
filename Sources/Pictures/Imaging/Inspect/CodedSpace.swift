/// A color space that a file describes by numbers, without a profile: the code points of ITU-T H.273 in PNG (`cICP`),
/// HEIC and AVIF (`nclx`), or the gamma and the chromaticities of PNG.
struct CodedSpace: Hashable, Sendable {
    /// The light that a sample means.
    enum Transfer: Hashable, Sendable {
        /// The curve of IEC 61966-2-1.
        case sRGB
        /// The sample to this power; 1 is linear.
        case power(Double)
        /// SMPTE ST 428-1, digital cinema: a power of 2.6, above whose white there is room.
        case cinema
        /// The logarithm of light over this many powers of ten below white.
        case logarithm(Double)
        /// SMPTE ST 240.
        case smpte240
        /// SMPTE ST 2084, absolute light of up to 10,000 cd/m².
        case pq
        /// ARIB STD-B67, relative light of a screen of 1,000 cd/m².
        case hlg
    }

    /// CIE 1931 x and y of red, green, blue and white.
    struct Primaries: Hashable, Sendable {
        var red: SIMD2<Double>
        var green: SIMD2<Double>
        var blue: SIMD2<Double>
        var white: SIMD2<Double> = [0.3127, 0.3290]

        static let sRGB = Primaries(red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
    }

    var primaries = Primaries.sRGB
    var transfer = Transfer.sRGB
    /// The samples of black and of white, 0…1: video keeps room below and above.
    var range = 0.0...1.0

    static let sRGB = CodedSpace()

    /// Creates the space of code points. Those that are unspecified, reserved or not known count as sRGB.
    init(primaries: Int, transfer: Int) {
        self.primaries = Primaries(codePoint: primaries) ?? .sRGB
        self.transfer = Transfer(codePoint: transfer) ?? .sRGB
    }

    /// Creates the space of a gamma as PNG stores it, such as 1/2.2, with sRGB's primaries where none are given. Nil
    /// for a gamma that no picture has.
    ///
    /// A gamma within 5 % of 1/2.2 means sRGB, as libpng has it: writers of sRGB put it there.
    init?(gamma: Double, primaries: Primaries?) {
        guard (0.1...10).contains(gamma) else { return nil }
        self.primaries = primaries ?? .sRGB
        transfer = abs(gamma * 2.2 - 1) < 0.05 ? .sRGB : .power(1 / gamma)
    }

    private init() {}
}

extension CodedSpace.Transfer {
    /// The curve of a code point of H.273, table 3; nil for one without a meaning.
    ///
    /// The camera curves of BT.601, 709, 1361 and 2020 (1, 6, 11, 12, 14, 15) are those of pictures meant for usual
    /// screens, and shown as sRGB, as other programs do.
    fileprivate init?(codePoint: Int) {
        switch codePoint {
        case 1, 6, 11, 12, 13, 14, 15: self = .sRGB
        case 4: self = .power(2.2)
        case 5: self = .power(2.8)
        case 7: self = .smpte240
        case 8: self = .power(1)
        case 16: self = .pq
        case 9: self = .logarithm(2)
        case 10: self = .logarithm(2.5)
        case 17: self = .cinema
        case 18: self = .hlg
        default: return nil
        }
    }
}

extension CodedSpace.Primaries {
    /// The primaries of a code point of H.273, table 2; nil for one without a meaning.
    fileprivate init?(codePoint: Int) {
        switch codePoint {
        case 1: self = .sRGB
        case 4: self.init(red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: [0.310, 0.316])
        case 5: self.init(red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06])
        case 6, 7: self.init(red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070])
        case 8: self.init(red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: [0.310, 0.316])
        case 9: self.init(red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])
        case 10: self.init(red: [1, 0], green: [0, 1], blue: [0, 0], white: [1.0 / 3, 1.0 / 3])
        case 11: self.init(red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: [0.314, 0.351])
        case 12: self.init(red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
        case 22: self.init(red: [0.630, 0.340], green: [0.295, 0.605], blue: [0.155, 0.077])
        default: return nil
        }
    }
}

/// The chunks of a PNG that describe its colors, as far as they stand in front of the pixels.
struct PNGColors {
    private var codePoints: CodedSpace?
    private var gamma: Double?
    private var primaries: CodedSpace.Primaries?
    private var isSRGB = false

    mutating func add(_ chunk: PNGChunk, of bytes: Span<UInt8>, bitDepth: Int) {
        switch chunk.kind {
        case .cicp:
            guard chunk.length == 4, let primaries = bytes.byte(at: chunk.data),
                let transfer = bytes.byte(at: chunk.data + 1), let isFull = bytes.byte(at: chunk.data + 3)
            else { return }
            var space = CodedSpace(primaries: primaries, transfer: transfer)
            let top = Double((1 << bitDepth) - 1)
            let unit = Double(1 << max(bitDepth - 8, 0))
            if isFull == 0, bitDepth >= 8 { space.range = (16 * unit / top)...(235 * unit / top) }
            codePoints = space
        case .gama: gamma = bytes.u32(at: chunk.data).map { Double($0) / 100_000 }
        case .chrm:
            let numbers = (0..<8).compactMap { bytes.u32(at: chunk.data + 4 * $0).map { Double($0) / 100_000 } }
            guard chunk.length == 32, numbers.count == 8 else { return }
            let found = CodedSpace.Primaries(
                red: [numbers[2], numbers[3]], green: [numbers[4], numbers[5]], blue: [numbers[6], numbers[7]],
                white: [numbers[0], numbers[1]])
            primaries = found.isUsable ? found : nil
        case .srgb: isSRGB = true
        default: break
        }
    }

    /// The space of the file, unless an embedded profile describes it: code points come before a profile, and a profile
    /// before the rest (PNG, third edition, section 4.3).
    func space(hasProfile: Bool) -> CodedSpace? {
        if let codePoints { return codePoints }
        if hasProfile || isSRGB { return nil }
        return gamma.flatMap { CodedSpace(gamma: $0, primaries: primaries) }
    }
}
