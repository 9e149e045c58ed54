import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("A color space that a file gives by numbers is converted as an embedded profile would be")
struct CodedSpaceTests {
    private static let colors = [RGB(180, 90, 60), RGB(60, 140, 110), RGB(128, 128, 128)]

    /// Three colors of four pixels each, with 8 or 16 bits, behind these chunks.
    private func png(_ chunks: [UInt8]..., bits: Int = 8) -> [UInt8] {
        let row = Self.colors.flatMap { color in
            (0..<4).flatMap { _ in
                [color.red, color.green, color.blue].flatMap { [UInt8](repeating: $0, count: bits / 8) }
            }
        }
        return PNGPicture.file(width: 12, height: 4, bits: UInt8(bits), color: 2, Array(chunks.joined())) { _ in row }
    }

    private func cicp(_ primaries: UInt8, _ transfer: UInt8, isFull: Bool = true) -> [UInt8] {
        Made.chunk("cICP", [primaries, transfer, 0, isFull ? 1 : 0])
    }

    private func gamma(_ value: Int) -> [UInt8] { Made.chunk("gAMA", big(value, 4)) }

    private func chromaticities(_ values: [Int]) -> [UInt8] { Made.chunk("cHRM", values.flatMap { big($0, 4) }) }

    private static let p3 = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]

    private func expect(
        _ bytes: [UInt8], _ hexes: [String], within most: Int = 1, _ place: SourceLocation = #_sourceLocation
    ) throws {
        let pixels = try Real.pixels(bytes)
        for (index, hex) in hexes.enumerated() {
            let found = pixels.pixel(index * 4 + 2, 2)
            let expected = try #require(RGB(hex: hex))
            #expect(found.difference(from: expected) <= most, "\(found.hex) for \(hex)", sourceLocation: place)
        }
    }

    // Worked out from H.273 and IEC 61966-2-1: primaries to XYZ, XYZ to sRGB. Samples of 16 bits are first brought to 8 in
    // their own primaries: half a level there is up to three in a dark channel of a saturated color.
    @Test(
        "the code points of a PNG: Display P3, BT.2020, linear light", arguments: [8, 16],
        [
            (12, 13, ["#c15333", "#008e6c", "#808080"]), (9, 13, ["#d94432", "#00936b", "#808080"]),
            (1, 8, ["#dba085", "#85c4af", "#bcbcbc"]), (9, 8, ["#f99780", "#36caae", "#bcbcbc"]),
            (9, 14, ["#d94432", "#00936b", "#808080"]), (1, 1, ["#b45a3c", "#3c8c6e", "#808080"]),
            (2, 2, ["#b45a3c", "#3c8c6e", "#808080"]),
        ] as [(UInt8, UInt8, [String])])
    func codePoints(bits: Int, points: (UInt8, UInt8, [String])) throws {
        try expect(png(cicp(points.0, points.1), bits: bits), points.2, within: bits == 8 ? 1 : 3)
    }

    @Test("light beyond a usual screen keeps its order, and usual light its level (PQ and HLG)")
    func highDynamicRange() throws {
        func levels(_ transfer: UInt8) throws -> [Int] {
            let row = (0..<16).flatMap { level in [UInt8](repeating: UInt8(level * 17), count: 3) }
            let file = PNGPicture.file(width: 16, height: 1, color: 2, cicp(9, transfer)) { _ in row }
            let pixels = try Real.pixels(file)
            return (0..<16).map { Int(pixels.pixel($0, 0).green) }
        }
        for transfer in [UInt8(16), 18] {
            let levels = try levels(transfer)
            #expect(levels.first == 0 && levels.last! >= 250 && zip(levels, levels.dropFirst()).allSatisfy(<=))
        }
        // 94 cd/m² of 203 that are white, by SMPTE ST 2084; 51 by ARIB STD-B67.
        let pq = PNGPicture.file(width: 1, height: 1, color: 2, cicp(1, 16)) { _ in [128, 128, 128] }
        #expect(try abs(Int(Real.pixels(pq).pixel(0, 0).red) - 181) <= 1)
        let hlg = PNGPicture.file(width: 1, height: 1, color: 2, cicp(1, 18)) { _ in [128, 128, 128] }
        #expect(try abs(Int(Real.pixels(hlg).pixel(0, 0).red) - 137) <= 1)
    }

    @Test("digital cinema, whose white is below the top, and logarithms of light")
    func cinema() throws {
        func levels(_ primaries: UInt8, _ transfer: UInt8, _ samples: [UInt8]) throws -> [String] {
            let row = samples.flatMap { [$0, $0, $0] }
            let file = PNGPicture.file(width: samples.count, height: 1, color: 2, cicp(primaries, transfer)) { _ in row
            }
            let pixels = try Real.pixels(file)
            return samples.indices.map { pixels.pixel($0, 0).hex }
        }
        // H.273, table 3: V = (48 L / 52.37)^(1 / 2.6), and V = 1 + log10(L) / 2 or 2.5.
        #expect(try levels(12, 17, [247, 128, 64, 0]) == ["#ffffff", "#767676", "#303030", "#000000"])
        #expect(try levels(1, 9, [255, 204, 128, 0]) == ["#ffffff", "#a9a9a9", "#595959", "#000000"])
        #expect(try levels(1, 10, [255, 204, 128, 0]) == ["#ffffff", "#989898", "#434343", "#000000"])
    }

    @Test("samples of video, from 16 to 235")
    func narrowRange() throws {
        let file = PNGPicture.file(width: 4, height: 1, color: 2, cicp(1, 13, isFull: false)) { _ in
            [16, 16, 16, 235, 235, 235, 126, 126, 126, 5, 5, 250]
        }
        let pixels = try Real.pixels(file)
        #expect((0..<4).map { pixels.pixel($0, 0).hex } == ["#000000", "#ffffff", "#808080", "#0000ff"])
    }

    @Test("the gamma of a PNG, with and without chromaticities")
    func gammas() throws {
        try expect(png(gamma(100_000)), ["#dba085", "#85c4af", "#bcbcbc"])
        try expect(png(gamma(55_556)), ["#c16d4d", "#4d9e81", "#929292"])
        try expect(png(gamma(55_556), chromaticities(Self.p3)), ["#ce6845", "#20a07f", "#929292"])
        try expect(png(chromaticities(Self.p3), gamma(45_455)), ["#c15333", "#008e6c", "#808080"])
        // The value that writers of sRGB put there, and impossible ones.
        for chunk in [gamma(45_455), gamma(0), gamma(4_000_000_000), chromaticities(Self.p3)] {
            try expect(png(chunk), Self.colors.map(\.hex))
        }
        try expect(png(gamma(45_455), chromaticities(Array(repeating: 0, count: 8))), Self.colors.map(\.hex))
    }

    @Test("code points come before a profile, a profile and sRGB before a gamma")
    func order() throws {
        let linear = ["#dba085", "#85c4af", "#bcbcbc"]
        try expect(png(gamma(100_000), Made.chunk("sRGB", [0])), Self.colors.map(\.hex))
        try expect(png(gamma(100_000), cicp(1, 13)), Self.colors.map(\.hex))
        try expect(png(Made.chunk("sRGB", [0]), cicp(1, 8)), linear)
        // Libraries write profiles into PNGs compressed; this one is the library's own output.
        let tiff = Real.tiff(Pictures.solid(12, 4, Self.colors[0]), profile: MatrixProfile.displayP3.bytes)
        let tagged = try prepare(.bytes(tiff), as: Recipe(Output(.fit(512), encoding: .png), keeps: .icc)).outputs[0]
        let p3 = MatrixProfile.displayP3.sRGB(Self.colors[0]).hex
        try expect(tagged.bytes, [p3])
        try expect(Real.inserting(gamma(100_000), intoPNG: tagged.bytes), [p3])
        try expect(Real.inserting(cicp(1, 13), intoPNG: tagged.bytes), [Self.colors[0].hex])
    }

    @Test("the code points of an AVIF; without any it is sRGB")
    func avif() throws {
        func halves(_ bytes: [UInt8]) throws -> [RGB] {
            let pixels = try Real.pixels(bytes)
            return [pixels.pixel(8, 8), pixels.pixel(24, 8)]
        }
        func expect(_ bytes: [UInt8], _ hexes: [String]) throws {
            for (found, hex) in zip(try halves(bytes), hexes) {
                #expect(found.difference(from: try #require(RGB(hex: hex))) <= 3, "\(found.hex) for \(hex)")
            }
        }
        try expect(CodedAVIF.plain, ["#c82828", "#28a03c"])
        try expect(CodedAVIF.undescribed, ["#c82828", "#28a03c"])
        try expect(CodedAVIF.plain(primaries: 1, transfer: 1), ["#c82828", "#28a03c"])
        try expect(CodedAVIF.plain(primaries: 12, transfer: 13), ["#da001a", "#00a328"])
        try expect(CodedAVIF.plain(primaries: 9, transfer: 13), ["#f9001b", "#00a920"])
        try expect(CodedAVIF.plain(primaries: 1, transfer: 8), ["#e56e6e", "#6ed085"])
        // A person sees half of each over white.
        try expect(CodedAVIF.premultiplied, ["#e39393", "#93cf9d"])
    }

    @Test("pixels that stay in their space take a profile of it along")
    func kept() throws {
        let bytes = png(cicp(12, 13))
        let kept = try prepare(.bytes(bytes), as: Recipe(Output(.fit(512), encoding: .png), keeps: .icc)).outputs[0]
        #expect(try inspect(kept.bytes).hasProfile)
        try expect(kept.bytes, ["#c15333", "#008e6c", "#808080"], within: 2)
    }
}

extension RGB {
    fileprivate init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { self.init(red: red, green: green, blue: blue) }

    func difference(from other: RGB) -> Int {
        max(
            abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)), abs(Int(blue) - Int(other.blue)))
    }
}
