import CKernels
import Foundation
import TestSupport
import Testing

@Suite("How near palettes are to wanted colors")
struct ColorNearnessTests {
    private static let palettes = ColorNearnessTests.palettes(2_000)
    private static let wanted: [[ck_wanted_color]] = [
        [color(50, 40, 30, 1)], [color(0, 0, 0, 1)], [color(100, -128, 127, 1)],
        [color(50, 40, 30, 0.75), color(20, -10, 5, 0.25)],
        [color(50, 40, 30, 0.25), color(50, 40, 30, 0.25), color(80, 0, 0, 0.25), color(30, 60, -60, 0.25)],
        (0..<16).map { color(Float($0) * 6, Float($0) * 10 - 80, 40, 1 / 16) },
    ]

    @Test("the scores are those of the definition in double precision", arguments: wanted)
    func definition(wanted: [ck_wanted_color]) {
        let scores = score(CK_BEST, wanted)
        for (score, palette) in zip(scores, Self.palettes) {
            #expect(abs(Double(score) - Self.nearness(of: palette, to: wanted)) < 2e-6)
        }
    }

    @Test("every instruction set gives the same bits", arguments: wanted)
    func sameBits(wanted: [ck_wanted_color]) {
        #expect(score(CK_BEST, wanted).map(\.bitPattern) == score(CK_SCALAR, wanted).map(\.bitPattern))
    }

    @Test("a palette of the wanted color alone scores 1, one without colors and a slot without a palette 0")
    func extremes() {
        let red = Array([127, 168, 158, 255] + [UInt8](repeating: 0, count: 28))
        let wanted = [Self.color(127 / 2.55, 40, 30, 1)]
        let bytes = red + [UInt8](repeating: 0, count: 32)
        let scores = score(CK_BEST, wanted, bytes, [0, 1, 2, 1 << 40, -1, 0])
        #expect(scores == [1, 0, 0, 0, 0, 1])
    }

    private func score(
        _ isa: ck_isa, _ wanted: [ck_wanted_color], _ palettes: [UInt8] = palettes.flatMap { $0 },
        _ slots: [Int]? = nil
    ) -> [Float] {
        let slots = slots ?? Array(0..<palettes.count / Int(CK_PALETTE_BYTES))
        var scores = [Float](repeating: -1, count: slots.count)
        // Safe: there is a score for each slot.
        unsafe ck_color_nearness(isa)!(
            wanted, wanted.count, palettes, palettes.count / Int(CK_PALETTE_BYTES), slots, slots.count, &scores)
        return scores
    }

    private static func color(_ lightness: Float, _ a: Float, _ b: Float, _ weight: Float) -> ck_wanted_color {
        ck_wanted_color(lightness: lightness, a: a, b: b, chroma: (a * a + b * b).squareRoot(), weight: weight)
    }

    /// Up to eight colors each, some near to what is wanted, with shares that fall and add up to at most 255.
    private static func palettes(_ count: Int) -> [[UInt8]] {
        var chance = SplitMix(seed: 11)
        return (0..<count).map { _ in
            var left = 255
            var palette: [UInt8] = []
            for _ in 0..<Int.random(in: 0...8, using: &chance) where left > 0 {
                let share = Int.random(in: 1...left, using: &chance)
                left -= share
                let near = Bool.random(using: &chance)
                let middle = near ? [127, 168, 158] : [128, 128, 128]
                for value in middle {
                    let reach = near ? 30 : 127
                    palette.append(UInt8(value + Int.random(in: -reach...reach, using: &chance)))
                }
                palette.append(UInt8(share))
            }
            return palette + [UInt8](repeating: 0, count: 32 - palette.count)
        }
    }

    /// Greedily, as the header says.
    private static func nearness(of palette: [UInt8], to wanted: [ck_wanted_color]) -> Double {
        var room = wanted.map { Double($0.weight) }
        var sum = 0.0
        for at in stride(from: 0, to: palette.count, by: 4) where palette[at + 3] > 0 {
            var share = Double(palette[at + 3]) / 255
            let near = wanted.indices.map { ($0, nearness(of: Array(palette[at..<at + 3]), to: wanted[$0])) }
            for (index, nearness) in near.sorted(by: { ($1.1, $0.0) < ($0.1, $1.0) }) where nearness > 0 {
                let part = min(share * nearness, room[index])
                room[index] -= part
                sum += part
                share -= part / nearness
            }
        }
        return min(sum, 1)
    }

    private static func nearness(of color: [UInt8], to wanted: ck_wanted_color) -> Double {
        let (a, b) = (Double(color[1]) - 128, Double(color[2]) - 128)
        let lightness = 0.7 * (Double(color[0]) / 2.55 - Double(wanted.lightness))
        let chroma = (a * a + b * b).squareRoot() - Double(wanted.chroma)
        let (x, y) = (a - Double(wanted.a), b - Double(wanted.b))
        let hue = max(x * x + y * y - chroma * chroma, 0)
        let (first, second) = (1 + 0.045 * Double(wanted.chroma), 1 + 0.015 * Double(wanted.chroma))
        let square = lightness * lightness + chroma * chroma / (first * first) + hue / (second * second)
        return exp(-square / 144)
    }
}
