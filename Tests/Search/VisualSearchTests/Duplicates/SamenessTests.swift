import CKernels
import Imaging
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The rule by which two pictures are the same one")
struct SamenessTests {
    private static let equal = Sameness(sizes: (Size(width: 400, height: 300), Size(width: 400, height: 300)))
    private static let resized = Sameness(sizes: (Size(width: 300, height: 225), Size(width: 400, height: 300)))

    /// Two squares without any difference, and what `change` makes of it.
    private static func found(_ change: (inout ckm_comparison) -> Void = { _ in }) -> ckm_comparison {
        var found = ckm_comparison()
        (found.correlation, found.worst_correlation, found.gain, found.overlap, found.deviation) = (1, 1, 1, 1, 40)
        (found.scale_x, found.scale_y) = (1, 1)
        change(&found)
        return found
    }

    /// With another place of the first picture in the second one.
    private static func placed(
        _ scaleX: Float, _ shiftX: Float, _ scaleY: Float = 1, _ shiftY: Float = 0
    ) -> ckm_comparison {
        found { ($0.scale_x, $0.shift_x, $0.scale_y, $0.shift_y) = (scaleX, shiftX, scaleY, shiftY) }
    }

    private static let cropped = placed(0.96, 0.02)

    /// The bounds of correlation, worst correlation, worst difference, largest and mean difference of chroma.
    private struct Case: Sendable {
        let sameness: Sameness, level: Int, bounds: [Float]
        var isCropped = false, isCut = false
    }

    private static let cases = [
        Case(sameness: equal, level: 32, bounds: [0.9975, 0.92, 1.0, 8, 2.2]),
        Case(sameness: equal, level: 64, bounds: [0.9975, 0.92, 1.0, 8, 2.2]),
        Case(sameness: equal, level: 128, bounds: [0.997, 0.84, 1.5, 8, 2.2]),
        Case(sameness: equal, level: 256, bounds: [0.997, 0.60, 2.8, 8, 2.2]),
        Case(sameness: resized, level: 32, bounds: [0.995, 0.90, 1.1, 8, 2.2]),
        Case(sameness: resized, level: 64, bounds: [0.994, 0.76, 1.45, 8, 2.2]),
        Case(sameness: resized, level: 128, bounds: [0.995, 0.80, 1.5, 8, 2.2]),
        Case(sameness: resized, level: 512, bounds: [0.985, 0.28, 4.6, 8, 2.2]),
        Case(sameness: equal, level: 64, bounds: [0.99, 0.72, 1.7, 5, 1.5], isCropped: true),
        Case(sameness: resized, level: 128, bounds: [0.99, 0.68, 1.8, 5, 1.5], isCropped: true),
        Case(sameness: equal, level: 256, bounds: [0.985, 0.28, 4.6, 8, 2.2], isCropped: true),
        Case(sameness: resized, level: 64, bounds: [0.9985, 0.90, 0.8, 4, 1.2], isCut: true),
        Case(sameness: resized, level: 65, bounds: [0.998, 0.90, 1.0, 4, 1.2], isCut: true),
        Case(sameness: resized, level: 128, bounds: [0.998, 0.90, 1.0, 4, 1.2], isCut: true),
        Case(sameness: resized, level: 129, bounds: [0.997, 0.60, 2.8, 4, 1.2], isCut: true),
    ]

    @Test("the bounds of each level are those that were measured, and a value at a bound is refused", arguments: cases)
    private func bounds(_ one: Case) {
        let measures: [WritableKeyPath<ckm_comparison, Float>] = [
            \.correlation, \.worst_correlation, \.worst_difference, \.chroma_largest, \.chroma_mean,
        ]
        func accepts(_ found: ckm_comparison) -> Bool {
            one.isCut
                ? one.sameness.acceptsCut(found, level: one.level) : one.sameness.accepts(found, level: one.level)
        }
        for (index, measure) in measures.enumerated() {
            var found = one.isCropped ? Self.cropped : Self.found()
            #expect(accepts(found))
            found[keyPath: measure] = one.bounds[index]
            #expect(!accepts(found))
            found[keyPath: measure] = index < 2 ? one.bounds[index].nextUp : one.bounds[index].nextDown
            #expect(accepts(found))
        }
    }

    @Test("plain pictures, and those of another light, are refused")
    func light() {
        func accepts(_ change: (inout ckm_comparison) -> Void) -> [Bool] {
            let found = Self.found(change)
            return [Self.equal.accepts(found, level: 64), Self.equal.acceptsCut(found, level: 64)]
        }
        #expect(accepts { $0.deviation = 5 } == [true, true])
        #expect(accepts { $0.deviation = Float(5).nextDown } == [false, false])
        for sign in [Float(-1), 1] {
            #expect(accepts { $0.gain = 1 + sign * 0.049 } == [true, true])
            #expect(accepts { $0.gain = 1 + sign * 0.051 } == [true, false])
            #expect(accepts { $0.gain = 1 + sign * 0.099 } == [true, false])
            #expect(accepts { $0.gain = 1 + sign * 0.101 } == [false, false])
            #expect(accepts { $0.offset = sign * Float(2).nextDown } == [true, true])
            #expect(accepts { $0.offset = sign * 2 } == [true, false])
            #expect(accepts { $0.offset = sign * Float(4).nextDown } == [true, false])
            #expect(accepts { $0.offset = sign * 4 } == [false, false])
        }
    }

    @Test("each end of a side may be off by less than 0.012 of it until the picture counts as cropped")
    func crops() {
        // Chroma that a crop must not have.
        func isCropped(_ found: ckm_comparison) -> Bool {
            var found = found
            found.chroma_mean = 1.6
            let isCropped = !Self.equal.accepts(found, level: 64)
            found.chroma_mean = 0
            #expect(Self.equal.acceptsCut(found, level: 64) == !isCropped)
            return isCropped
        }
        for (off, expected) in [(Float(0.0115), false), (-0.0115, false), (0.0125, true), (-0.0125, true)] {
            #expect(isCropped(Self.placed(1 - off, off)) == expected)
            #expect(isCropped(Self.placed(1 + off, 0)) == expected)
            #expect(isCropped(Self.placed(1, 0, 1 - off, off)) == expected)
            #expect(isCropped(Self.placed(1, 0, 1 + off, 0)) == expected)
        }
    }

    @Test("a crop needs 128 pixels a side and more than seven tenths of the picture")
    func cropSizes() {
        func accepts(_ first: Int, _ second: Int, overlap: Float = 1) -> Bool {
            var found = Self.cropped
            found.overlap = overlap
            let sizes = (Size(width: first, height: 300), Size(width: 300, height: second))
            return Sameness(sizes: sizes).accepts(found, level: 64)
        }
        #expect(accepts(128, 128) && !accepts(127, 300) && !accepts(300, 127))
        #expect(accepts(300, 300, overlap: 0.71) && !accepts(300, 300, overlap: 0.69))
    }

    @Test("files are of equal size where the longer sides differ by less than three in a hundred")
    func recoded() {
        func isRecoded(_ first: Int, _ second: Int) -> Bool {
            let sizes = (Size(width: first, height: 300), Size(width: 300, height: second))
            return !Sameness(sizes: sizes).accepts(Self.found { $0.correlation = 0.995 }, level: 64)
        }
        #expect(isRecoded(400, 411) && isRecoded(411, 400))
        #expect(!isRecoded(400, 412) && !isRecoded(412, 400))
    }

    @Test("pictures below 32 pixels, or whose shapes differ by a quarter, are not compared")
    func canBeSame() {
        func canBeSame(_ first: (Int, Int), _ second: (Int, Int)) -> Bool {
            Sameness(sizes: (Size(width: first.0, height: first.1), Size(width: second.0, height: second.1))).canBeSame
        }
        #expect(canBeSame((32, 32), (32, 32)))
        for small in [(31, 32), (32, 31)] {
            #expect(!canBeSame(small, (32, 32)) && !canBeSame((32, 32), small))
        }
        #expect(canBeSame((124, 100), (100, 100)) && canBeSame((100, 100), (124, 100)))
        #expect(!canBeSame((125, 100), (100, 100)) && !canBeSame((100, 100), (125, 100)))
    }

    @Test("the sides of comparisons are those that both pictures have the pixels for")
    func sides() {
        func sides(_ first: (Int, Int), _ second: (Int, Int)) -> [Int] {
            let sizes = (Size(width: first.0, height: first.1), Size(width: second.0, height: second.1))
            let sameness = Sameness(sizes: sizes)
            return [sameness.level] + sameness.closeSides
        }
        #expect(sides((63, 70), (70, 70)) == [32] && sides((70, 70), (70, 63)) == [32])
        #expect(sides((64, 64), (64, 64)) == [64] && sides((127, 127), (300, 300)) == [64])
        #expect(sides((128, 128), (300, 300)) == [64, 128] && sides((300, 300), (255, 300)) == [64, 128])
        #expect(sides((256, 300), (300, 300)) == [64, 128, 256] && sides((511, 600), (600, 600)) == [64, 128, 256])
        #expect(sides((512, 512), (512, 512)) == [64, 128, 512])
        #expect(sides((2000, 1500), (2000, 1500)) == [64, 128, 512])
        // Decoded at 1,024 pixels, a quarter of it.
        #expect(sides((4096, 600), (4096, 600)) == [64, 128] && sides((4096, 500), (4096, 500)) == [64])
    }

    @Test("a cut is compared at the sides that it has three quarters of the pixels for, three at most")
    func cutSides() {
        let expected = [
            47: [], 48: [64], 95: [64], 96: [64, 128], 191: [64, 128], 192: [64, 128, 256], 383: [64, 128, 256],
            384: [64, 128, 512], 4000: [64, 128, 512],
        ]
        for (side, sides) in expected {
            #expect(Sameness.cutSides(Size(width: side, height: 4000)) == sides, "\(side)")
            #expect(Sameness.cutSides(Size(width: 4000, height: side)) == sides, "\(side)")
        }
    }
}
