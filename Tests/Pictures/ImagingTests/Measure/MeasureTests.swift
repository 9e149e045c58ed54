import PictureTestSupport
import Testing

@testable import Imaging

/// Expected values are those of the reference implementations for the same pixels: thumbhash-python 1.0.1, blurhash 1.1.5,
/// ImageHash 4.3.2, numpy.
@Suite("Placeholders, hashes and figures of pixels")
struct MeasureTests {
    private func pixels(_ width: Int, _ height: Int, channels: Int = 3) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let values = [x * x * 3, y * y * 5 + x, x * y * 7 + y, x * x + y * y * 3 + x * y]
                bytes += values.prefix(channels).map { UInt8($0 % 256) }
            }
        }
        return try #require(
            PixelBuffer(size: Size(width: width, height: height), channels: channels, bytes: bytes))
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("a ThumbHash is that of the reference, of wide, high and transparent pictures")
    func thumbHash() throws {
        #expect(try hex(pixels(48, 36).thumbHash()) == "de170615887051427587778387377675c09807a6d7")
        #expect(try hex(pixels(30, 90).thumbHash()) == "dee7050a0820756787858845509507a197")
        #expect(
            try hex(pixels(48, 36, channels: 4).thumbHash()) == "1e18820c840780509598a329069b79607b1d31052152313001")
        #expect(
            try hex(pixels(30, 90, channels: 4).thumbHash()) == "dee7810a04072085786899609508a29740657365434654")
        // One color, one pixel, and nothing at all to see.
        for channels in [3, 4] {
            let one = try #require(
                PixelBuffer(
                    size: Size(width: 1, height: 1), channels: channels, bytes: Array(repeating: 0, count: channels)))
            #expect(one.thumbHash().count >= 5)
        }
    }

    @Test("a BlurHash is that of the reference, and counts out of range are refused")
    func blurHash() throws {
        #expect(try pixels(48, 36).blurHash() == "LIHeFK1ftJ2=wKbWk6bqdtgIf}e@")
        #expect(try pixels(30, 90).blurHash() == "LMGSfTBjBN2?mrbEbEafeofhf%f5")
        let most = try pixels(30, 90).blurHash(columns: 9, rows: 9)
        #expect(most.hasPrefix("|MGSfTBjBN2?J7xrsk$_j:mrbEbEafaze:f8jb") && most.count == 166)
        #expect(try pixels(48, 36, channels: 4).blurHash() == "LIHeFK1ftJ2=wKbWk6bqdtgIf}e@")
        #expect(try pixels(48, 36).blurHash(columns: 1, rows: 1).count == 6)
        for (columns, rows) in [(0, 3), (4, 10), (-1, 3)] {
            #expect(throws: ImageError.self) { try pixels(8, 8).blurHash(columns: columns, rows: rows) }
        }
    }

    @Test("a pHash of 32 x 32 pixels is that of the reference, and a larger copy has nearly the same")
    func perceptualHash() throws {
        let small = try pixels(32, 32)
        #expect(try small.perceptualHash() == 0x8161_1f1c_1e1e_e773)
        let large = try prepare(
            .pixels(small), as: Recipe(Output(.exact(Size(width: 200, height: 150)), encoding: .pixels, enlarges: true))
        ).pixels()
        #expect(try (large.perceptualHash() ^ small.perceptualHash()).nonzeroBitCount <= 6)
    }

    @Test("a pHash of a plain drawing is the same of smaller and coarser copies", arguments: 0..<5)
    func plainDrawing(kind: Int) throws {
        let drawing = Pictures.draw(200, 160) { x, y in
            let isInside =
                switch kind {
                case 0: (60..<140).contains(x) && (50..<110).contains(y)
                case 1: x < 100
                case 2: x / 20 % 2 == 0
                case 3: abs((x - 100) * (x - 100) + (y - 80) * (y - 80) - 2500) < 500
                default: false
                }
            return isInside ? (200, 40, 40) : kind == 4 ? (40, 160, 60) : (255, 255, 255)
        }
        let hash = try drawing.perceptualHash()
        for (size, quality) in [(200, 90), (200, 60), (100, 95), (66, 95), (100, 40)] {
            let copy = try prepare(.pixels(drawing), as: Recipe(.fit(size, quality: quality))).outputs[0].bytes
            let other = try prepare(.bytes(copy), as: Recipe(.hashSquare)).pixels().perceptualHash()
            #expect((other ^ hash).nonzeroBitCount <= 4, "\(size), \(quality)")
        }
    }

    @Test("sharpness and exposure are those of a count by hand")
    func figures() throws {
        let pixels = try pixels(32, 32)
        #expect(abs(pixels.sharpness - 13_075.198_879_241_943) < 1e-9)
        #expect(abs(pixels.exposure.mean - 0.445_569_087_009_803_9) < 1e-12)
        #expect(pixels.exposure.dark == 0.003_906_25 && pixels.exposure.bright == 0)
        let white = try #require(
            PixelBuffer(size: Size(width: 1, height: 3), bytes: Array(repeating: 255, count: 9)))
        #expect(white.sharpness == 0 && white.exposure == Exposure(mean: 1, dark: 0, bright: 1))
    }

    @Test("a blurred picture is less sharp")
    func blurred() throws {
        let pixels = try pixels(256, 256)
        let small = try prepare(.pixels(pixels), as: Recipe(.pixels(fitting: 64))).pixels()
        let soft = try prepare(
            .pixels(small), as: Recipe(Output(.fit(256), encoding: .pixels, enlarges: true))
        ).pixels()
        #expect(soft.sharpness < pixels.sharpness / 2)
    }
}
