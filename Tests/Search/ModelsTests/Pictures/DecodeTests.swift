import ImageTypes
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import Models

@Suite("Decoding for models")
struct DecodeTests {
    private let short = PicturePreprocessing(
        resize: .shortSide(32), crop: Size(width: 32, height: 32), filter: .bicubic, rounding: .transformers)

    @Test(
        "the decoded picture is a half, a quarter or an eighth, with three times the sides of the resize",
        arguments: [
            (800, 780, 100, 98), (767, 2000, 96, 250), (190, 500, 190, 500), (192, 500, 96, 250), (1, 3000, 1, 3000),
            (4000, 300, 2000, 150), (191, 190, 191, 190), (10, 10, 10, 10),
        ])
    func sides(_ width: Int, _ height: Int, _ expectedWidth: Int, _ expectedHeight: Int) throws {
        let picture = Pictures.numbered(width, height)
        let prepared = try prepare(.pixels(picture), as: Recipe(short.output))
        #expect(prepared.pixels().size == Size(width: expectedWidth, height: expectedHeight))
        #expect(short.pixels(of: prepared.pixels(), decodedFrom: prepared.uprightSize).count == 32 * 32 * 3)
    }

    @Test("the crop lies where it lies in the whole picture, whatever the sides of the decoded one round to")
    func crop() throws {
        let (width, height) = (297, 194)
        // White from the middle on: half a pixel to the side would turn a column of black into gray.
        let bytes = (0..<width * height * 3).map { ($0 / 3) % width < width / 2 ? UInt8(0) : 255 }
        let picture = try #require(PixelBuffer(size: Size(width: width, height: height), bytes: bytes))
        let prepared = try prepare(.pixels(picture), as: Recipe(short.output))
        let decoded = prepared.pixels()
        #expect(short.resized(picture.size).width == 48 && short.resized(decoded.size).width == 49)
        let found = short.pixels(of: decoded, decodedFrom: prepared.uprightSize)
        let farthest = zip(found, short.pixels(of: picture)).map { abs(Int($0) - Int($1)) }.max()
        #expect(try #require(farthest) <= 24)
    }

    @Test("a picture that is only cropped comes whole")
    func kept() throws {
        let way = PicturePreprocessing(
            resize: .keep, crop: Size(width: 8, height: 8), filter: .bicubic, rounding: .transformers)
        let picture = Pictures.numbered(100, 90)
        let prepared = try prepare(.pixels(picture), as: Recipe(way.output))
        #expect(prepared.pixels() == picture)
        #expect(way.pixels(of: prepared.pixels(), decodedFrom: prepared.uprightSize) == way.pixels(of: picture))
    }
}
