import CKernels
import Foundation
import TestSupport
import Testing

@Suite("Samples of profiles to levels")
struct LightTests {
    /// The curve of sRGB in straight lines.
    private static let curve: (cells: [UInt16], levels: [UInt8]) = {
        let edges = (0...CInt(CK_LIGHT_CELLS)).map { 255 * coded(ck_cell_light($0)) }
        var cells = [UInt16](repeating: 0, count: 2 * Int(CK_CELL_ROOM))
        var levels = [UInt8](repeating: 0, count: Int(CK_LIGHT_STEPS))
        // Safe: the arrays are as long as the kernel wants them.
        unsafe ck_level_curve(edges, &cells, &levels)
        return (cells, levels)
    }()

    private static func coded(_ light: Double) -> Double {
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    private func convert(_ isa: ck_isa, _ pixels: [UInt8], light: [Float], matrix: [Float]) -> [UInt8] {
        var out = [UInt8](repeating: 0xA5, count: pixels.count + 8)
        // Safe: 256 lights for each channel, nine numbers, and as many pixels out as in.
        unsafe ck_convert_rgb(isa)!(
            light, matrix, Self.curve.cells, Self.curve.levels, pixels, &out, pixels.count / 3)
        #expect(out.suffix(8).allSatisfy { $0 == 0xA5 }, "the kernel wrote behind the picture")
        return Array(out.dropLast(8))
    }

    @Test("each level is within a tenth of the exact curve, from the darks to white")
    func curve() {
        // Gray by the unit matrix: the light of each of 65,536 samples, in turns of 256.
        let unit: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1].map { $0 / 65535 }
        var worst = 0.0
        for start in stride(from: 0, to: 65536, by: 256) {
            let light = (0..<768).map { Float(start + $0 % 256) }
            let pixels = (0...255).flatMap { [UInt8($0), UInt8($0), UInt8($0)] }
            let found = convert(CK_SCALAR, pixels, light: light, matrix: unit)
            for sample in 0...255 {
                let exact = 255 * Self.coded(Double(start + sample) / 65535)
                worst = max(worst, abs(exact - Double(found[3 * sample])))
            }
        }
        #expect(worst < 0.57, "half a level is rounding; \(worst)")
    }

    @Test("each instruction set gives the same bytes, for any matrix and number of pixels")
    func parity() {
        var dice = SplitMix(seed: 44)
        for count in [0, 1, 2, 63, 64, 65, 127, 128, 191, 200, 1000] {
            let pixels = dice.bytes(3 * count)
            let light = (0..<768).map { _ in Float(dice.next() % 65536) }
            let matrix = (0..<9).map { _ in Float(Int(dice.next() % 8001) - 4000) / 1000 / 65535 }
            let expected = convert(CK_SCALAR, pixels, light: light, matrix: matrix)
            for isa in Kernels.vector {
                #expect(convert(isa, pixels, light: light, matrix: matrix) == expected, "\(count) pixels")
            }
        }
    }

    @Test("gray becomes red, green and blue of the level of its sample")
    func gray() {
        let levels = (0...255).map { UInt8(255 - $0 / 2) }
        var dice = SplitMix(seed: 5)
        let samples = dice.bytes(77)
        var out = [UInt8](repeating: 0xA5, count: 3 * 77 + 1)
        // Safe: three bytes for each sample.
        unsafe ck_convert_gray(levels, samples, &out, 77)
        #expect(out == samples.flatMap { [UInt8](repeating: levels[Int($0)], count: 3) } + [0xA5])
    }

    @Test("samples of 16 bits become those of the tables, and alpha its upper byte", arguments: [1, 3], [false, true])
    func deep(colors: Int, hasAlpha: Bool) {
        var dice = SplitMix(seed: colors)
        let levels = dice.bytes(65536 * colors)
        let count = colors + (hasAlpha ? 1 : 0)
        let samples = [0, 65535] + (0..<(50 * count - 2)).map { _ in UInt16(truncatingIfNeeded: dice.next()) }
        var out = [UInt8](repeating: 0xA5, count: samples.count + 1)
        // Safe: a byte for each sample.
        unsafe ck_map16(levels, colors, hasAlpha ? 1 : 0, samples, &out, 50)
        let expected = samples.enumerated().map { index, sample in
            index % count == colors ? UInt8(sample >> 8) : levels[colors * Int(sample) + index % count]
        }
        #expect(out == expected + [0xA5])
    }
}
