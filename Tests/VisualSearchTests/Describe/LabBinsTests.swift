import Foundation
import Imaging
import Testing

@testable import VisualSearch

@Suite("Color shares")
struct LabBinsTests {
    static let flatColors = [[200, 30, 40], [128, 128, 128], [0, 0, 0], [20, 90, 220]]

    @Test("of a picture of one color lie in the bins of that color", arguments: LabBinsTests.flatColors)
    func flat(_ color: [Int]) throws {
        let bytes = (0..<64 * 64).flatMap { _ in color.map { UInt8($0) } }
        let colors = try BuiltInDescriber.shared.describe(buffer(width: 64, height: 64, bytes: bytes)).colors
        let lab = lab(color)
        let shares = LabBins.shares(l: lab.l, a: lab.a, b: lab.b)
        let expected = Dictionary(uniqueKeysWithValues: shares.map { ($0.bin, $0.share) })
        for bin in 0..<LabBins.count {
            let root = Double(colors[bin]) / 255
            let wanted = expected[bin, default: 0]
            #expect(abs(root * root - wanted) < 0.02, "bin \(bin)")
        }
    }

    @Test("add up to 1")
    func total() throws {
        let colors = try BuiltInDescriber.shared.describe(drawn(width: 100, height: 140, seed: 2)).colors
        #expect(colors.count == LabBins.count)
        let sum = colors.reduce(0) { $0 + Int($1) * Int($1) }
        #expect(abs(Double(sum) / 65_025 - 1) < 0.05)
    }

    @Test("of a bin's center are all in that bin")
    func centers() {
        for bin in 0..<LabBins.count {
            let center = LabBins.center(bin)
            let largest = LabBins.shares(l: center.l, a: center.a, b: center.b).max { $0.share < $1.share }
            #expect(largest?.bin == bin)
            #expect((largest?.share ?? 0) > 0.99)
        }
    }
}

/// CIE Lab (D65) of an sRGB color, by the textbook.
private func lab(_ rgb: [Int]) -> (l: Double, a: Double, b: Double) {
    let linear = rgb.map { value in
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    let xyz = [
        (0.4124564 * linear[0] + 0.3575761 * linear[1] + 0.1804375 * linear[2]) / 0.95047,
        0.2126729 * linear[0] + 0.7151522 * linear[1] + 0.0721750 * linear[2],
        (0.0193339 * linear[0] + 0.1191920 * linear[1] + 0.9503041 * linear[2]) / 1.08883,
    ].map { $0 > 0.008856 ? cbrt($0) : 7.787 * $0 + 16.0 / 116 }
    return (116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2]))
}
