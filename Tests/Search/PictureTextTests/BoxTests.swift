import Testing

@testable import PictureText

@Suite("Boxes of lines", .timeLimit(.minutes(5)))
struct BoxTests {
    private func box(_ x: Float, _ y: Float, _ width: Float = 40, _ height: Float = 12) -> TextBox {
        TextBox(ordering: [
            Corner(x: x + width, y: y + height), Corner(x: x, y: y), Corner(x: x + width, y: y),
            Corner(x: x, y: y + height),
        ])
    }

    @Test("corners in any order come in the order of a box")
    func order() {
        #expect(
            box(5, 7).corners == [
                Corner(x: 5, y: 7), Corner(x: 45, y: 7), Corner(x: 45, y: 19), Corner(x: 5, y: 19),
            ])
    }

    @Test("boxes are read in lines, and a line goes on in steps of less than ten pixels")
    func reading() {
        let boxes = [box(100, 0), box(10, 9), box(50, 18), box(5, 28), box(0, 28)]
        let places = boxes.inReadingOrder.map { $0.corners[0] }
        #expect(
            places == [
                Corner(x: 10, y: 9), Corner(x: 50, y: 18), Corner(x: 100, y: 0), Corner(x: 0, y: 28),
                Corner(x: 5, y: 28),
            ])
    }

    @Test("a box is moved into the picture, and one of at most three pixels is left out")
    func clipped() {
        #expect(box(-10, -2).clipped(width: 100, height: 100)?.corners[0] == Corner(x: 0, y: 0))
        #expect(box(90, 95).clipped(width: 100, height: 100)?.corners[2] == Corner(x: 99, y: 99))
        #expect(box(97, 5).clipped(width: 100, height: 100) == nil)
        #expect(box(5, 5, 3, 20).clipped(width: 100, height: 100) == nil)
        #expect(box(5, 5, 4, 20).clipped(width: 100, height: 100) != nil)
    }

    @Test("a map has the box of a block of text, in pixels of the picture")
    func map() {
        let (width, height) = (96, 64)
        let values = (0..<width * height).map { place -> Float in
            20..<70 ~= place % width && 24..<36 ~= place / width ? 0.9 : 0.1
        }
        let boxes = TextMap(width: width, height: height, values: values).boxes(width: 192, height: 128)
        // The block of 50 x 12 is one larger to the right and down; 8 is the distance of its 50 x 12 by 1.6.
        #expect(
            boxes.map(\.corners) == [
                [Corner(x: 24, y: 32), Corner(x: 156, y: 32), Corner(x: 156, y: 88), Corner(x: 24, y: 88)]
            ])
    }

    @Test("what is not a number is no text, and stops nothing", arguments: [Float.nan, .infinity, -.infinity])
    func odd(value: Float) {
        let all = TextMap(width: 64, height: 32, values: [Float](repeating: value, count: 2048))
        #expect(all.boxes(width: 64, height: 32).isEmpty)
        let some = (0..<2048).map { $0 % 5 == 0 ? value : Float(0.9) }
        _ = TextMap(width: 64, height: 32, values: some).boxes(width: 64, height: 32)
    }

    @Test("noise has many borders, of which a thousand are looked at")
    func noise() {
        let values = (0..<512 * 512).map { Float(($0 &* 2_654_435_761) >> 13 & 255) / 255 }
        #expect(TextMap(width: 512, height: 512, values: values).boxes(width: 512, height: 512).count <= 1000)
    }
}
