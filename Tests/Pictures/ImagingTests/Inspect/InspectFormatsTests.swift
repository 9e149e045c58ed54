import Testing

@testable import Imaging

@Suite("The first look at a WebP")
struct InspectWebPTests {
    @Test("lossy, lossless and extended files tell size and transparency")
    func kinds() throws {
        let lossy = try inspect(Made.webp(Made.lossy(width: 41, height: 31)))
        #expect(lossy.storedSize == Size(width: 41, height: 31) && !lossy.hasAlpha && lossy.components == 3)
        let lossless = try inspect(Made.webp(Made.lossless(width: 16383, height: 2, hasAlpha: true)))
        #expect(lossless.storedSize == Size(width: 16383, height: 2) && lossless.hasAlpha && lossless.components == 4)
        let extended = try inspect(Made.webp(Made.canvas(flags: 0x10), Made.riff("ALPH", [1]), Made.lossy()))
        #expect(extended.storedSize == Size(width: 40, height: 30) && extended.hasAlpha)
    }

    @Test("profile and orientation come from their chunks, with or without the prefix of JPEG")
    func metadata() throws {
        for prefix in ["", "Exif\0\0"] {
            let exif = Made.exif(orientation: 6)
            let header = try inspect(
                Made.webp(
                    Made.canvas(flags: 0x2C), Made.riff("ICCP", [1, 2, 3]), Made.lossy(),
                    Made.riff("EXIF", join(ascii(prefix), exif))))
            #expect(header.orientation == 6 && header.exif == exif)
            #expect(header.profile == [1, 2, 3] && header.hasProfile)
        }
    }

    @Test("the frames of an animation are counted")
    func animation() throws {
        let frame = Made.riff("ANMF", [UInt8](repeating: 0, count: 40))
        let header = try inspect(
            Made.webp(Made.canvas(flags: 2), Made.riff("ANIM", [0, 0, 0, 0, 0, 0]), frame, frame, frame))
        #expect(header.frames == 3)
    }

    @Test("a file shorter than it says is truncated, or refused when the size is missing")
    func truncation() throws {
        let file = Made.webp(Made.canvas(), Made.lossy())
        #expect(try !inspect(file).isTruncated)
        #expect(try inspect(Array(file.dropLast())).isTruncated)
        #expect(try inspect(Array(file.prefix(30))).isTruncated)
        #expect(refusal(Array(file.prefix(20)))?.code == "undecodable")
        #expect(refusal(Array(Made.webp(Made.lossy()).prefix(26)))?.code == "truncated")
        #expect(refusal(Made.webp())?.code == "undecodable")
    }

    @Test("bytes behind the container do not matter")
    func trailingData() throws {
        #expect(try !inspect(join(Made.webp(Made.lossy()), [1, 2, 3])).isTruncated)
    }

    @Test("a picture of another size than the canvas, and broken bitstreams, are refused")
    func broken() {
        #expect(refusal(Made.webp(Made.canvas(), Made.lossy(width: 16000, height: 16000)))?.code == "undecodable")
        #expect(refusal(Made.webp(Made.riff("VP8 ", [UInt8](repeating: 0, count: 12))))?.code == "undecodable")
        #expect(refusal(Made.webp(Made.riff("VP8L", [UInt8](repeating: 0, count: 12))))?.code == "undecodable")
        #expect(refusal(Made.webp(Made.lossy(width: 0)))?.code == "undecodable")
        #expect(refusal(Made.webp(Made.canvas(), Made.canvas(), Made.lossy()))?.code == "undecodable")
        #expect(refusal(Made.webp(Made.lossless(width: 16383, height: 16383)))?.code == "tooLarge")
    }

    @Test("an EXIF chunk that is too short for its prefix is harmless")
    func shortEXIF() throws {
        let chunk = join(ascii("EXIF"), little(2, 4), ascii("Exif\0\0"))
        #expect(try inspect(Made.webp(Made.canvas(), Made.lossy(), chunk)).orientation == 1)
    }
}

@Suite("The first look at a GIF")
struct InspectGIFTests {
    @Test("size, frames, interlacing and transparency")
    func basics() throws {
        let header = try inspect(
            Made.gif([0x21, 0xF9, 4, 1, 0, 0, 0, 0], Made.picture(flags: 0x40), Made.picture(flags: 0x80 | 1)))
        // The color table of the second frame is missing, so its data end where they may.
        #expect(header.storedSize == Size(width: 40, height: 30))
        #expect(header.frames == 2 && header.isInterlaced && header.hasAlpha && header.components == 4)
        let plain = try inspect(Made.gif([0x21, 0xF9, 4, 0, 0, 0, 0, 0], Made.picture()))
        #expect(!plain.isInterlaced && !plain.hasAlpha && plain.frames == 1 && plain.components == 3)
    }

    @Test("the first frame enlarges the screen, a later one does not")
    func extents() throws {
        let file = Made.gif(Made.picture(left: 10, top: 20, width: 50, height: 60), Made.picture(width: 900))
        #expect(try inspect(file).storedSize == Size(width: 60, height: 80))
    }

    @Test(
        "screen sizes that encoders wrote by mistake give way to the first frame",
        arguments: [
            (640, 480), (640, 512), (800, 600), (1024, 768), (1280, 1024), (1600, 1200), (0, 30), (65535, 65535),
        ])
    func screens(_ width: Int, _ height: Int) throws {
        let file = Made.gif(width: width, height: height, Made.picture(left: 5, width: 40, height: 30))
        #expect(try inspect(file).storedSize == Size(width: 45, height: 30))
    }

    @Test("a large first frame is refused")
    func limit() {
        #expect(refusal(Made.gif(Made.picture(width: 65535, height: 65535)))?.code == "tooLarge")
    }

    @Test("only the first frame has to be whole")
    func truncation() throws {
        let one = Made.gif(Made.picture(), isComplete: false)
        #expect(try !inspect(one).isTruncated)
        #expect(try inspect(Array(one.dropLast())).isTruncated, "the empty last block is missing")
        #expect(try inspect(Array(one.dropLast(3))).isTruncated)
        let two = Made.gif(Made.picture(), Made.picture(), isComplete: false)
        #expect(try !inspect(Array(two.dropLast(3))).isTruncated)
        #expect(try inspect(Array(two.dropLast(12))).frames == 1)
    }

    @Test("files without a picture are refused")
    func noPicture() {
        #expect(refusal(ascii("GIF89a"))?.code == "truncated")
        #expect(refusal(Made.gif())?.code == "undecodable")
        #expect(refusal(Made.gif(isComplete: false))?.code == "truncated")
        #expect(refusal(Made.gif([0x21, 0xFE, 3, 1, 2, 3, 0]))?.code == "undecodable", "a comment only")
        #expect(refusal(Made.gif([0x77], Made.picture()))?.code == "undecodable", "an unknown block")
    }

    @Test("counting frames ends at 4096")
    func manyFrames() throws {
        let file = Made.gif(join(Array(repeating: Made.picture(width: 1, height: 1), count: 5000)))
        #expect(try inspect(file).frames == 4096)
    }
}

@Suite("The first look at a TIFF")
struct InspectTIFFTests {
    static let size = [Made.Entry(tag: 256, value: 40), Made.Entry(tag: 257, value: 30)]

    @Test("classic and BigTIFF, in both byte orders", arguments: [true, false], [true, false])
    func kinds(isLittle: Bool, isBig: Bool) throws {
        for type in [3, 4] {
            let file = Made.tiff(
                [
                    .init(tag: 256, type: type, value: 41), .init(tag: 257, type: type, value: 31),
                    .init(tag: 258, value: 16), .init(tag: 262, value: 2), .init(tag: 274, value: 7),
                    .init(tag: 277, value: 3),
                ], isLittle: isLittle, isBig: isBig)
            let header = try inspect(file)
            #expect(header.storedSize == Size(width: 41, height: 31))
            #expect(header.bitDepth == 16 && header.components == 3 && header.orientation == 7 && !header.hasAlpha)
        }
    }

    @Test(
        "components and transparency follow the kind of color",
        arguments: [
            (0, 1, 1, false), (1, 2, 2, false), (2, 3, 3, false), (2, 4, 4, true), (3, 1, 3, false), (5, 4, 4, false),
            (5, 5, 5, false), (6, 3, 3, false), (8, 3, 3, false),
        ])
    func colors(_ photometric: Int, _ samples: Int, _ components: Int, _ hasAlpha: Bool) throws {
        let tags = [
            Made.Entry(tag: 258, value: 8), .init(tag: 259, value: photometric == 6 ? 7 : 1),
            .init(tag: 262, value: photometric), .init(tag: 277, value: samples),
        ]
        let header = try inspect(Made.tiff(Self.size + tags))
        #expect(header.components == components && header.hasAlpha == hasAlpha)
        guard samples > 1 else { return }
        let alpha = try inspect(Made.tiff(Self.size + tags + [.init(tag: 338, value: 2)]))
        #expect(alpha.hasAlpha == [1: samples == 2, 2: samples == 4, 5: samples == 5][photometric] ?? false)
    }

    @Test("pages are counted, and a chain that bites its tail ends")
    func pages() throws {
        #expect(try inspect(Made.tiff(Self.size, next: [Self.size, Self.size])).frames == 3)
        var loop = Made.tiff(Self.size)
        loop.replaceSubrange((loop.count - 4)..., with: little(8, 4))
        #expect(try inspect(loop).frames == 1)
        loop.replaceSubrange((loop.count - 4)..., with: little(0x00FF_FFFF, 4))
        #expect(try inspect(loop).frames == 1, "the next page lies outside")
    }

    @Test("a strip or tile outside the file means truncated")
    func truncation() throws {
        for (offsets, lengths) in [(273, 279), (324, 325)] {
            func file(_ offset: Int, _ length: Int) -> [UInt8] {
                Made.tiff(
                    Self.size + [
                        .init(tag: offsets, type: 4, value: offset), .init(tag: lengths, type: 4, value: length),
                    ],
                    tail: [1, 2, 3, 4])
            }
            let count = file(8, 1).count
            #expect(try !inspect(file(count - 4, 4)).isTruncated)
            #expect(try inspect(file(count - 4, 5)).isTruncated)
            #expect(try inspect(file(0xFFFF_FFFF, 0xFFFF_FFFF)).isTruncated)
        }
    }

    @Test("a profile is copied, one outside the file ignored")
    func profile() throws {
        func file(at offset: Int) -> [UInt8] {
            Made.tiff(Self.size + [.init(tag: 34675, type: 7, count: 5, value: offset)], tail: [1, 2, 3, 4, 5])
        }
        let header = try inspect(file(at: file(at: 0).count - 5))
        #expect(header.profile == [1, 2, 3, 4, 5] && header.hasProfile)
        #expect(try !inspect(file(at: 1 << 30)).hasProfile)
    }

    @Test("missing and impossible numbers are refused")
    func broken() {
        #expect(refusal(Made.tiff([.init(tag: 256, value: 40)]))?.code == "undecodable")
        #expect(refusal(Made.tiff([.init(tag: 256, value: 40), .init(tag: 257, value: 0)]))?.code == "undecodable")
        #expect(refusal(Made.tiff(Self.size + [.init(tag: 277, value: 0)]))?.code == "undecodable")
        #expect(refusal(Made.tiff(Self.size + [.init(tag: 277, value: 65535)]))?.code == "undecodable")
        #expect(refusal(Made.tiff(Self.size + [.init(tag: 258, value: 255)]))?.code == "undecodable")
        #expect(refusal(Array(Made.tiff(Self.size).prefix(20)))?.code == "truncated")
        #expect(refusal(ascii("II*\0") + little(1 << 30, 4))?.code == "truncated")
    }

    @Test("picture and tiles are limited")
    func limits() {
        let large = [
            Made.Entry(tag: 256, type: 4, value: 2_000_000_000), .init(tag: 257, type: 4, value: 2_000_000_000),
        ]
        #expect(refusal(Made.tiff(large))?.code == "tooLarge")
        let tiles = [Made.Entry(tag: 322, type: 4, value: 1 << 20), .init(tag: 323, type: 4, value: 1 << 20)]
        #expect(refusal(Made.tiff(Self.size + tiles))?.code == "tooLarge")
    }
}

@Suite("The first look at HEIC and AVIF")
struct InspectHEIFTests {
    @Test(
        "brands decide between the two",
        arguments: [
            ("heic", ImageFormat.heic), ("heix", .heic), ("mif1", .heic), ("msf1", .heic), ("avif", .avif),
            ("avis", .avif),
        ])
    func brands(_ brand: String, _ format: ImageFormat) throws {
        let header = try inspect(Made.heif(brand: brand, [Made.size(40, 30)]))
        #expect(header.format == format && header.storedSize == Size(width: 40, height: 30))
    }

    @Test("the size is that of the turned and cropped picture, and nothing is left to turn")
    func transforms() throws {
        func fraction(_ above: Int, _ below: Int) -> [UInt8] { join(big(above, 4), big(below, 4)) }
        let crop = Made.box("clap", fraction(59, 2), fraction(20, 1), fraction(0, 1), fraction(0, 1))
        func size(_ properties: [[UInt8]]) throws -> Size {
            let header = try inspect(Made.heif([Made.size(40, 31)] + properties))
            #expect(header.orientation == 1)
            return header.uprightSize
        }
        #expect(try size([Made.box("irot", [1])]) == Size(width: 31, height: 40))
        #expect(try size([Made.box("irot", [2])]) == Size(width: 40, height: 31))
        #expect(try size([Made.box("irot", [3]), Made.box("imir", [0])]) == Size(width: 31, height: 40))
        #expect(try size([crop]) == Size(width: 30, height: 20))
        #expect(try size([crop, Made.box("irot", [1])]) == Size(width: 20, height: 30))
    }

    @Test("depth, profile and transparency")
    func properties() throws {
        let header = try inspect(
            Made.heif(
                [
                    Made.size(40, 30), Made.fullBox("pixi", [3, 10, 10, 10]),
                    Made.box("colr", ascii("prof"), [1, 2, 3]),
                ],
                alpha: [Made.fullBox("auxC", ascii("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"))]))
        #expect(header.bitDepth == 10 && header.profile == [1, 2, 3] && header.hasProfile)
        #expect(header.hasAlpha && header.components == 4)
        let depth = try inspect(
            Made.heif([Made.size(40, 30)], alpha: [Made.fullBox("auxC", ascii("urn:mpeg:hevc:2015:auxid:2\0"))]))
        #expect(!depth.hasAlpha && depth.components == 3)
    }

    @Test("the limit holds for the picture before it is cropped")
    func limit() {
        let crop = Made.box("clap", join(Array(repeating: join(big(8, 4), big(1, 4)), count: 4)))
        #expect(refusal(Made.heif([Made.size(20000, 20000), crop]))?.code == "tooLarge")
    }

    @Test("a file that ends inside a box is truncated, or refused when the size is missing")
    func truncation() throws {
        let file = Made.heif([Made.size(40, 30)], tail: Made.box("mdat", [1, 2, 3]))
        #expect(try !inspect(file).isTruncated)
        #expect(try inspect(Array(file.dropLast())).isTruncated)
        #expect(refusal(Array(file.prefix(60))) != nil)
        #expect(refusal(Made.box("ftyp", ascii("heic\0\0\0\0")))?.code == "undecodable")
        #expect(refusal(Made.heif([]))?.code == "undecodable", "no size")
    }
}
