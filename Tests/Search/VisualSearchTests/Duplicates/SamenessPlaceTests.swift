import CKernels
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The place of one picture in another one")
struct SamenessPlaceTests {
    /// A side of a picture in the same side of another one: as the comparison found it, and in pixels.
    private struct Case: Sendable, CustomTestStringConvertible {
        let side: Int, whole: Int, scale: Double, shift: Double, expected: Range<Int>?
        var testDescription: String { "\(side) of \(whole), \(scale) from \(shift)" }

        init(_ side: Int, of whole: Int, _ scale: Double, from shift: Double, _ expected: Range<Int>?) {
            (self.side, self.whole, self.scale, self.shift, self.expected) = (side, whole, scale, shift, expected)
        }
    }

    private static let cases = [
        // Cut to the pixel, where the length is off by less than 1.5 pixels or a five-hundredth.
        Case(100, of: 110, 100 / 110, from: 5 / 110, 5..<105), Case(100, of: 110, 101.4 / 110, from: 0.03, 3..<103),
        Case(100, of: 110, 101.6 / 110, from: 0.03, 3..<105), Case(100, of: 110, 98.4 / 110, from: 0.03, 3..<101),
        Case(1000, of: 1100, 1001.998 / 1100, from: 0.03, 33..<1033),
        Case(1000, of: 1100, 1002.6 / 1100, from: 0.03, 33..<1036), Case(60, of: 60, 0.98, from: 0, 0..<60),
        Case(100, of: 110, 100 / 110, from: -0.005, 0..<100),
        // Cut and resized.
        Case(200, of: 400, 0.9, from: 0.05, 20..<380), Case(200, of: 400, 0.95, from: 0.005, 2..<382),
        Case(200, of: 400, 0.95, from: 0.045, 18..<398), Case(200, of: 400, 0.95, from: -0.0115, 0..<380),
        Case(200, of: 400, 0.96, from: 0.05, 16..<400),
        // The whole side, to the precision of a comparison.
        Case(200, of: 400, 0.99, from: 0.005, 0..<400), Case(200, of: 400, 0.977, from: 0.0115, 0..<400),
        Case(200, of: 400, 1.02, from: -0.01, 0..<400), Case(200, of: 400, 0.975, from: 0.0125, 5..<395),
        Case(200, of: 400, 0.975, from: 0.0115, 5..<395),
        // Outside, or too little of it.
        Case(200, of: 400, 0.95, from: -0.0125, nil), Case(200, of: 400, 0.963, from: 0.05, nil),
        Case(200, of: 400, 0.86, from: 0.05, 20..<364), Case(200, of: 400, 0.84, from: 0.05, nil),
    ]

    @Test("is found to the pixel, in either side", arguments: cases)
    private func places(_ one: Case) {
        // The other side is cut in the middle: 90 of 100 pixels.
        var found = ckm_comparison()
        (found.correlation, found.scale_y, found.shift_y) = (1, 0.9, 0.05)
        (found.scale_x, found.shift_x) = (Float(one.scale), Float(one.shift))
        let across = Sameness(sizes: (Size(width: one.side, height: 90), Size(width: one.whole, height: 100)))
        #expect(
            across.part(of: found) == one.expected.map { Box(left: $0.lowerBound, top: 5, width: $0.count, height: 90) }
        )
        (found.scale_x, found.shift_x) = (0.9, 0.05)
        (found.scale_y, found.shift_y) = (Float(one.scale), Float(one.shift))
        let down = Sameness(sizes: (Size(width: 90, height: one.side), Size(width: 100, height: one.whole)))
        #expect(
            down.part(of: found) == one.expected.map { Box(left: 5, top: $0.lowerBound, width: 90, height: $0.count) })
    }

    @Test("is none in a picture of equal or fewer pixels, of a picture of few ones, or for one that is not alike")
    func none() {
        func hasPart(_ first: (Int, Int), _ second: (Int, Int), correlation: Float = 1) -> Bool {
            var found = ckm_comparison()
            (found.correlation, found.scale_x, found.scale_y) = (correlation, 1, 1)
            let sizes = (Size(width: first.0, height: first.1), Size(width: second.0, height: second.1))
            return Sameness(sizes: sizes).part(of: found) != nil
        }
        #expect(hasPart((100, 80), (110, 88)) && !hasPart((110, 88), (100, 80)) && !hasPart((100, 80), (100, 80)))
        #expect(hasPart((100, 80), (100, 88)) && hasPart((100, 80), (110, 80)))
        #expect(!hasPart((101, 80), (100, 88)) && !hasPart((100, 81), (110, 80)))
        #expect(hasPart((48, 48), (52, 52)) && !hasPart((47, 52), (52, 52)) && !hasPart((52, 47), (52, 52)))
        #expect(hasPart((100, 80), (110, 88), correlation: 0.971))
        #expect(!hasPart((100, 80), (110, 88), correlation: 0.969))
    }

    @Test("pictures are compared up to all of their pixels, and with one memory for miniatures of several sides")
    func comparisons() {
        let scene = Pictures.scene(300, 200, seed: 7)
        var work: [Float] = []
        for side in [64, 256, 128] {
            let miniature = Miniature(scene, side: side)
            let sameness = Sameness(sizes: (scene.size, scene.size))
            for level in [32, side] {
                let found = sameness.compared(miniature, miniature, level: level, work: &work)
                #expect(found.correlation > 0.9999 && sameness.accepts(found, level: level))
            }
        }
        #expect(work.count >= 8 * 256 * 256)
    }
}
