import Testing

@testable import Imaging

@Suite("Boxes are clamped to the picture")
struct BoxTests {
    private let size = Size(width: 100, height: 80)

    private func clamped(_ left: Int, _ top: Int, _ width: Int, _ height: Int) throws -> Box {
        try Box.clamped(Box(left: left, top: top, width: width, height: height), to: size)
    }

    @Test("what hangs over an edge is cut off")
    func partlyOutside() throws {
        #expect(try clamped(-10, -20, 50, 50) == Box(left: 0, top: 0, width: 40, height: 30))
        #expect(try clamped(90, 70, 50, 50) == Box(left: 90, top: 70, width: 10, height: 10))
        #expect(try clamped(-5, -5, 1000, 1000) == Box(covering: size))
        #expect(try clamped(99, 79, 1, 1) == Box(left: 99, top: 79, width: 1, height: 1))
    }

    @Test("no box at all is the whole picture, a box without an area an error")
    func empty() throws {
        for empty in [Box(left: 50, top: 40, width: 0, height: 0), Box(left: -500, top: 4000, width: 0, height: 0)] {
            #expect(throws: ImageError.boxOutside(box: empty, image: size)) { try Box.clamped(empty, to: size) }
        }
        #expect(try Box.clamped(nil, to: size) == Box(covering: size))
    }

    @Test(
        "a box that does not touch the picture, or has one side of zero, is refused",
        arguments: [
            Box(left: 100, top: 0, width: 10, height: 10), Box(left: 0, top: 80, width: 10, height: 10),
            Box(left: -10, top: 0, width: 10, height: 10), Box(left: 0, top: -10, width: 10, height: 10),
            Box(left: 10, top: 10, width: 0, height: 10), Box(left: 10, top: 10, width: 10, height: 0),
            Box(left: 50, top: 50, width: -10, height: 10), Box(left: 50, top: 50, width: 10, height: -10),
            Box(left: .max, top: .max, width: .max, height: .max),
            Box(left: .min, top: .min, width: 1, height: 1),
        ])
    func outside(_ box: Box) {
        #expect(throws: ImageError.boxOutside(box: box, image: size)) { try Box.clamped(box, to: size) }
    }

    @Test("what is wrong with a box is said, and what would be right")
    func sentences() {
        let flat = ImageError.boxOutside(box: Box(left: 10, top: 20, width: 0, height: 30), image: size)
        #expect(
            flat.description
                == "the box 10,20,10,50 has no area; its right edge must be greater than its left one, its bottom than "
                + "its top")
        let far = ImageError.boxOutside(box: Box(left: 100, top: 0, width: 10, height: 10), image: size)
        #expect(
            far.description
                == "the box 100,0,110,10 does not overlap the picture, which reaches from 0,0 to 100,80")
        let small = ImageError.boxTooSmall(
            box: Box(left: 10, top: 20, width: 1, height: 30), least: Size(width: 6, height: 6))
        #expect(
            small.description
                == "the box 10,20,11,50 has only 1 x 30 pixels of the picture; at least 6 x 6 are needed to describe it"
        )
        #expect(small.code == "boxTooSmall" && small.stage == .plan)
    }

    @Test("sides without end do not overflow")
    func huge() throws {
        #expect(try clamped(10, 10, .max, .max) == Box(left: 10, top: 10, width: 90, height: 70))
    }
}
