import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("The part of a picture that an output shows")
struct CropShapeTests {
    private func made(_ picture: PixelBuffer, _ output: Output, box: Box? = nil) throws -> PreparedOutput {
        try prepare(.pixels(picture), as: Recipe(output, box: box)).outputs[0]
    }

    private func pixels(_ picture: PixelBuffer, _ shape: Output.Shape, _ gravity: Output.Gravity) throws -> PixelBuffer
    {
        try #require(try made(picture, Output(shape, encoding: .pixels, gravity: gravity)).pixels)
    }

    @Test("a width is exact, whatever the height, and a small picture keeps its own")
    func widths() throws {
        #expect(try made(Pictures.scene(300, 700), Output(.width(150))).size == Size(width: 150, height: 350))
        #expect(try made(Pictures.scene(300, 700), Output(.width(400))).size == Size(width: 300, height: 700))
        let enlarged = try made(Pictures.scene(300, 700), Output(.width(600), enlarges: true))
        #expect(enlarged.size == Size(width: 600, height: 1400))
        #expect(try made(Pictures.scene(301, 7), Output(.width(20))).size == Size(width: 20, height: 1))
    }

    @Test("within two sides it is as large as both allow")
    func within() throws {
        let asked = Output(.within(Size(width: 100, height: 100)))
        #expect(try made(Pictures.scene(300, 700), asked).size == Size(width: 43, height: 100))
        #expect(try made(Pictures.scene(700, 300), asked).size == Size(width: 100, height: 43))
        #expect(try made(Pictures.scene(70, 30), asked).size == Size(width: 70, height: 30))
    }

    @Test("the original size is kept, also of a box and beyond a thousand pixels")
    func original() throws {
        let picture = Pictures.numbered(2000, 30)
        let box = Box(left: 100, top: 5, width: 1500, height: 20)
        #expect(try made(picture, Output(.original, encoding: .pixels)).pixels == picture)
        #expect(try made(picture, Output(.original, encoding: .pixels), box: box).pixels == picture.cropped(box))
    }

    @Test("a fill shows the surroundings of a point, as far as the picture reaches")
    func points() throws {
        let picture = Pictures.numbered(300, 100)
        let asked = Output.Shape.fill(Size(width: 100, height: 100))
        for (x, left) in [(0.0, 0), (0.5, 100), (0.4, 70), (1, 200)] {
            let part = Box(left: left, top: 0, width: 100, height: 100)
            #expect(try pixels(picture, asked, .point(x: x, y: 0.9)) == picture.cropped(part), "\(x)")
        }
    }

    @Test("boxes stay whole where they fit together, the first where they do not")
    func boxes() throws {
        let picture = Pictures.numbered(300, 100)
        let asked = Output.Shape.fill(Size(width: 100, height: 100))
        let near = [Box(left: 20, top: 0, width: 20, height: 20), Box(left: 80, top: 50, width: 30, height: 40)]
        let far = near + [Box(left: 280, top: 0, width: 20, height: 20)]
        // Columns 20 to 110 are held; what is left is shared by both sides.
        let held = picture.cropped(Box(left: 15, top: 0, width: 100, height: 100))
        #expect(try pixels(picture, asked, .boxes(near)) == held)
        #expect(try pixels(picture, asked, .boxes(far)) == held)
        let wide = Box(left: 100, top: 0, width: 200, height: 100)
        #expect(
            try pixels(picture, asked, .boxes([wide]))
                == picture.cropped(Box(left: 150, top: 0, width: 100, height: 100)))
    }

    @Test("attention finds the object on a plain ground, wherever it is", arguments: [20, 130, 230])
    func attention(place: Int) throws {
        let wide = Pictures.draw(300, 100) { x, y in
            let isInside = (x - place) * (x - place) + (y - 50) * (y - 50) < 400
            return isInside ? (UInt8(200), UInt8(30), UInt8((x * 7 + y * 3) & 63)) : (230, 230, 225)
        }
        let square = Output(.fill(Size(width: 100, height: 100)), encoding: .pixels, gravity: .attention)
        let output = try made(wide, square)
        let shown = output.unmap(Box(left: 0, top: 0, width: 100, height: 100))
        #expect(shown.left <= max(0, place - 20) && shown.right >= min(300, place + 20), "\(shown)")
        #expect(output.size == Size(width: 100, height: 100))
        let tall = Pictures.draw(100, 300) { x, y in wide.pixel(y, x).triple }
        let below = try made(tall, square).unmap(Box(left: 0, top: 0, width: 100, height: 100))
        #expect(below.top <= max(0, place - 20) && below.bottom >= min(300, place + 20), "\(below)")
        // Without boxes, attention decides.
        let unboxed = Output(.fill(Size(width: 100, height: 100)), encoding: .pixels, gravity: .boxes([]))
        #expect(try made(wide, unboxed).pixels == output.pixels)
    }

    @Test("attention does not depend on the other outputs, and one color is cut in the middle")
    func attentionAlone() throws {
        let picture = Pictures.scene(640, 300, seed: 4)
        let fill = Output(.fill(Size(width: 90, height: 120)), encoding: .pixels, gravity: .attention)
        let alone = try made(picture, fill)
        let others = try prepare(.pixels(picture), as: Recipe(.pixels(fitting: 640), fill, .pixels(fitting: 50)))
        let whole = Box(left: 0, top: 0, width: 90, height: 120)
        #expect(others.outputs[1].unmap(whole) == alone.unmap(whole))
        let plain = try made(Pictures.solid(300, 100, .white), fill)
        #expect(plain.unmap(whole).left == 113)
    }

    @Test("a padded picture lies whole in the middle, between bars of a color or of its own edge")
    func padding() throws {
        let picture = Pictures.draw(100, 50) { x, y in
            x == 0 || y == 0 || x == 99 || y == 49 ? (10, 200, 30) : (UInt8(x), UInt8(y), 0)
        }
        let asked = Size(width: 140, height: 140)
        let own = try made(picture, Output(.pad(asked), encoding: .pixels))
        let padded = try #require(own.pixels)
        #expect(padded.size == asked && padded.pixel(0, 0) == RGB(red: 10, green: 200, blue: 30))
        #expect(padded.cropped(Box(left: 20, top: 45, width: 100, height: 50)) == picture)
        #expect(own.map(Box(left: 0, top: 0, width: 100, height: 50)) == Box(left: 20, top: 45, width: 100, height: 50))
        let blue = RGB(red: 0, green: 0, blue: 255)
        let margin = Output.Padding(margin: 0.25, color: blue)
        let small = try #require(try made(picture, Output(.pad(asked, margin), encoding: .pixels)).pixels)
        #expect(small.pixel(34, 70) == blue && small.pixel(70, 51) == blue && small.pixel(139, 139) == blue)
        #expect(small.pixel(35, 70) != blue && small.pixel(104, 70) != blue && small.pixel(105, 70) == blue)
    }

    @Test("the color around a padded picture is one of its edge, and most like the rest of it")
    func edgeColor() throws {
        func around(_ picture: PixelBuffer) throws -> RGB {
            let output = try made(picture, Output(.pad(Size(width: 300, height: 300)), encoding: .pixels))
            return try #require(output.pixels).pixel(0, 0)
        }
        let (green, blue) = (RGB(red: 10, green: 200, blue: 10), RGB(red: 10, green: 10, blue: 200))
        let halves = Pictures.draw(120, 80) { _, y in y < 40 ? green.triple : blue.triple }
        #expect(try [green, blue].contains(around(halves)))
        let quarters = [RGB(hex: "c82828"), RGB(hex: "28a03c"), RGB(hex: "3246c8"), RGB(hex: "dcbe3c")]
            .compactMap(\.self)
        let four = Pictures.draw(120, 80) { x, y in quarters[(x < 60 ? 0 : 1) + (y < 40 ? 0 : 2)].triple }
        #expect(try quarters.contains(around(four)))
        // Three quarters of one color, and a gradient whose middle is there.
        let most = Pictures.draw(120, 120) { x, y in x < 90 ? green.triple : blue.triple }
        #expect(try around(most) == green)
        let shaded = Pictures.draw(256, 100) { x, _ in (UInt8(x), UInt8(x), UInt8(x)) }
        #expect(try abs(Int(around(shaded).red) - 128) <= 2)
    }

    @Test("a picture of odd sides is padded to exact sides", arguments: [(3, 1), (1, 3), (97, 41), (1000, 3)])
    func oddPadding(width: Int, height: Int) throws {
        for asked in [Size(width: 64, height: 33), Size(width: 1, height: 1), Size(width: 5, height: 400)] {
            let output = try made(Pictures.scene(width, height), Output(.pad(asked), encoding: .pixels))
            #expect(output.pixels?.size == asked)
        }
    }

    @Test("a label stays with its output where an earlier one is the same file")
    func twins() throws {
        let picture = Pictures.scene(100, 80)
        let outputs = [320, 640].map { Output(.width($0), encoding: .jpeg(quality: 80), label: "\($0)") }
        let made = try prepare(.pixels(picture), as: Recipe(outputs: outputs))
        #expect(made["320"]?.bytes == made["640"]?.bytes && made["640"]?.label == "640")
        let exif = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let whole = try prepare(.pixels(Pictures.scene(64, 48)), as: Recipe(.fit(64, quality: 98))).outputs[0].bytes
        let stored = Array(whole[..<2]) + Made.exifSegment(exif) + whole[2...]
        let sizes = Recipe(.fit(4096), Output(.original))
        let turned = try prepare(.bytes(stored), as: sizes).outputs[1].bytes
        #expect(try turned == TurnedJPEG.turned(whole, orientation: 6, limits: Limits()))
        let two = [50, 51].map { Output(.width($0), encoding: .jpeg(quality: 80)) }
        let apart = try prepare(.pixels(picture), as: Recipe(outputs: two)).outputs
        #expect(apart.map(\.size.width) == [50, 51])
        let padded = [RGB.white, RGB(red: 0, green: 0, blue: 0)].map {
            Output(.pad(Size(width: 120, height: 120), Output.Padding(color: $0)))
        }
        let bars = try prepare(.pixels(picture), as: Recipe(outputs: padded)).outputs
        #expect(bars[0].bytes != bars[1].bytes)
    }
}

extension RGB {
    fileprivate var triple: (UInt8, UInt8, UInt8) { (red, green, blue) }
}
