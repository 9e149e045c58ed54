import Testing

@testable import PictureText

@Suite("Rectangles around borders", .timeLimit(.minutes(5)))
struct RectangleTests {
    private func points(_ pairs: [(Int32, Int32)]) -> [Contours.Point] { pairs.map { .init(x: $0.0, y: $0.1) } }

    /// The numbers are those of `minAreaRect` of OpenCV 5.0.
    @Test("the rectangle of least area may be turned, and its numbers are rounded as they are elsewhere")
    func turned() throws {
        let upright = try #require(TurnedRectangle(around: points([(10, 20), (60, 20), (60, 31), (10, 31)])))
        #expect(upright.center == Corner(x: 35, y: 25.5))
        #expect([upright.width, upright.height, upright.angle] == [11, 50, -90])
        let turned = try #require(TurnedRectangle(around: points([(0, 0), (50, 10), (45, 30), (-5, 20)])))
        #expect(turned.center == Corner(x: 22.500002, y: 14.999999))
        #expect([turned.width, turned.height, turned.angle] == [20.592194, 51.970776, -78.69007])
    }

    @Test("one point and points in a line have a rectangle without an area, and no point has none")
    func flat() throws {
        let point = try #require(TurnedRectangle(around: points([(3, 3), (3, 3)])))
        #expect([point.width, point.height] == [0, 0])
        #expect(point.center == Corner(x: 3, y: 3))
        let line = try #require(TurnedRectangle(around: points([(1, 1), (5, 1), (3, 1)])))
        #expect(line.shortSide == 0)
        #expect(max(line.width, line.height) == 4)
        #expect(TurnedRectangle(around: points([])) == nil)
    }

    @Test("the corners begin at the left upper one and go around clockwise")
    func corners() throws {
        let rectangle = try #require(TurnedRectangle(around: points([(10, 20), (60, 20), (60, 31), (10, 31)])))
        #expect(
            rectangle.orderedCorners == [
                Corner(x: 10, y: 20), Corner(x: 60, y: 20), Corner(x: 60, y: 31), Corner(x: 10, y: 31),
            ])
    }

    /// The points are those of Clipper's offset of the same rectangle by 3.
    @Test("a larger outline has round corners in whole pixels, and its corners are cut, not rounded")
    func outline() {
        let corners = [
            Corner(x: 1.9, y: 1.9), Corner(x: 10.9, y: 1.9), Corner(x: 10.9, y: 5.9), Corner(x: 1.9, y: 5.9),
        ]
        let outline = Unclip.outline(corners, 3)
        let clipper = [
            [12, -1], [13, 1], [13, 5], [12, 7], [10, 8], [1, 8], [-1, 7], [-2, 5], [-2, 1], [-1, -1], [1, -2],
            [10, -2],
        ]
        #expect(Set(outline.map { [Int($0.x), Int($0.y)] }) == Set(clipper))
        let large = TurnedRectangle(around: outline)
        #expect(large?.center == Corner(x: 5.5, y: 3))
        #expect(large?.shortSide == 10)
    }

    @Test("the distance is the area by a ratio through the length of the outline")
    func distance() {
        let corners = [Corner(x: 0, y: 0), Corner(x: 40, y: 0), Corner(x: 40, y: 10), Corner(x: 0, y: 10)]
        #expect(Unclip.distance(corners, ratio: 1.6) == 400 * 1.6 / 100)
        let flat = [Corner](repeating: Corner(x: 3, y: 3), count: 4)
        #expect(Unclip.distance(flat, ratio: 1.6) == 0)
        #expect(Unclip.outline(flat, 2).isEmpty)
        #expect(Unclip.outline(corners, .nan).isEmpty)
    }
}
