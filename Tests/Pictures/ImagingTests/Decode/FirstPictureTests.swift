import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("The picture of a file is the whole picture, and nothing beside it")
struct FirstPictureTests {
    /// A GIF whose frame covers a part of the screen; index 0 is #090909.
    private func gif(left: Int, top: Int, width: Int, height: Int, isTransparent: Bool = false) -> [UInt8] {
        // Clear codes between literal codes of three bits keep the code size: 4 is clear, 5 the end.
        let codes = (0..<(width * height)).flatMap { _ in [4, 1] } + [5]
        var bits = 0
        var value = 0
        var data: [UInt8] = []
        for code in codes {
            value |= code << bits
            bits += 3
            while bits >= 8 {
                data.append(UInt8(value & 255))
                value >>= 8
                bits -= 8
            }
        }
        if bits > 0 { data.append(UInt8(value)) }
        let blocks = stride(from: 0, to: data.count, by: 255).flatMap { start -> [UInt8] in
            let block = data[start..<min(start + 255, data.count)]
            return [UInt8(block.count)] + block
        }
        let control: [UInt8] = isTransparent ? [0x21, 0xF9, 4, 1, 0, 0, 0, 0] : []
        return Made.gif(
            control, [0x2C] + [left, top, width, height].flatMap { little($0, 2) } + [0, 2] + blocks + [0])
    }

    @Test(
        "what the first frame of a GIF leaves open is transparent",
        arguments: [(10, 5, 20, 12), (0, 0, 40, 20), (0, 0, 25, 30), (30, 20, 10, 10)], [false, true])
    func gif(frame: (left: Int, top: Int, width: Int, height: Int), isTransparent: Bool) throws {
        let bytes = gif(
            left: frame.left, top: frame.top, width: frame.width, height: frame.height, isTransparent: isTransparent)
        #expect(try inspect(bytes).hasAlpha)
        let back = RGB(red: 10, green: 200, blue: 30)
        let pixels = try Real.pixels(bytes, background: back)
        #expect(pixels.size == Size(width: 40, height: 30))
        for y in 0..<30 {
            for x in 0..<40 {
                let isInside =
                    (frame.left..<(frame.left + frame.width)).contains(x)
                    && (frame.top..<(frame.top + frame.height)).contains(y)
                #expect(pixels.pixel(x, y).hex == (isInside ? "#090909" : back.hex))
            }
        }
    }

    @Test("a GIF whose first frame covers the screen has no alpha")
    func wholeFrame() throws {
        let bytes = gif(left: 0, top: 0, width: 40, height: 30)
        #expect(try !inspect(bytes).hasAlpha)
        #expect(try Real.pixels(bytes).pixel(39, 29).hex == "#090909")
    }

    @Test(
        "a reduced copy or a mask in front of a TIFF's picture is passed over",
        arguments: [[254: [1]], [255: [2]], [254: [4]]])
    func thumbnail(tags: [Int: [Int]]) throws {
        let small = TIFFPage(
            Size(width: 4, height: 2), samples: 3, tags: tags, data: Pictures.solid(4, 2, .white).bytes)
        let picture = Pictures.scene(40, 20)
        let large = TIFFPage(picture.size, samples: 3, data: picture.bytes)
        let bytes = TIFFPage.file([small, large])
        let header = try inspect(bytes)
        #expect(header.storedSize == picture.size && header.frames == 2)
        #expect(try Real.pixels(bytes) == picture)
        // If all are copies, the first is the only picture.
        #expect(try Real.pixels(TIFFPage.file([small])).size == small.size)
        // Pages are not copies.
        #expect(try Real.pixels(TIFFPage.file([large, small])) == picture)
    }

    @Test("an EXIF block of a PNG may begin with the prefix of JPEG")
    func prefix() throws {
        let picture = Pictures.scene(40, 20)
        let block = ascii("Exif\0\0") + Made.exif(orientation: 6)
        let bytes = Real.inserting(Made.chunk("eXIf", block), intoPNG: try Real.png(picture))
        #expect(try inspect(bytes).orientation == 6)
        #expect(try Real.pixels(bytes).size == Size(width: 20, height: 40))
    }
}
