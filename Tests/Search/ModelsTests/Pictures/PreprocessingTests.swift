import ImageTypes
import PictureTestSupport
import TestSupport
import Testing

@testable import Models

@Suite("Preprocessing of pictures")
struct PreprocessingTests {
    private func way(
        _ resize: PicturePreprocessing.Resize, crop: Int? = nil, _ filter: ResampleFilter = .bicubic,
        mean: [Double] = [0, 0, 0], deviation: [Double] = [1, 1, 1],
        rounding: PicturePreprocessing.Rounding = .transformers
    ) -> PicturePreprocessing {
        PicturePreprocessing(
            resize: resize, crop: crop.map { Size(width: $0, height: $0) }, filter: filter, mean: mean,
            deviation: deviation, rounding: rounding)
    }

    @Test("a picture of one color stays so under every filter", arguments: ResampleFilter.allCases)
    func constant(_ filter: ResampleFilter) {
        let picture = Pictures.solid(61, 33, RGB(red: 9, green: 130, blue: 255))
        for size in [Size(width: 7, height: 9), Size(width: 80, height: 90), Size(width: 1, height: 1)] {
            let pixels = way(.squash(size), filter).pixels(of: picture)
            #expect(pixels == (0..<size.pixelCount).flatMap { _ in [9, 130, 255] as [UInt8] })
        }
    }

    @Test("a picture in its size is not changed", arguments: ResampleFilter.allCases)
    func unchanged(_ filter: ResampleFilter) {
        let picture = Pictures.numbered(40, 30)
        #expect(way(.squash(picture.size), filter).pixels(of: picture) == picture.bytes)
    }

    @Test("the long side of immich is a pixel shorter where the quotient of the sides is rounded down")
    func longSide() {
        for (width, height, immich, exact) in [
            (230, 224, 229, 230), (237, 224, 236, 237), (915, 210, 975, 976), (640, 480, 298, 298),
            (224, 224, 224, 224),
        ] {
            let picture = Size(width: width, height: height)
            let near = way(.shortSide(224), crop: 224, rounding: .immich)
            let other = way(.shortSide(224), crop: 224)
            #expect(near.resized(picture) == Size(width: immich, height: 224))
            #expect(near.resized(picture.transposed) == Size(width: 224, height: immich))
            #expect(other.resized(picture) == Size(width: exact, height: 224))
            #expect(other.resized(picture.transposed) == Size(width: 224, height: exact))
        }
    }

    @Test("the center is taken, a pixel nearer to the start where the rest is odd")
    func center() {
        let picture = Pictures.numbered(7, 4)
        let pixels = way(.keep, crop: 4).pixels(of: picture)
        #expect(pixels == picture.cropped(Box(left: 1, top: 0, width: 4, height: 4)).bytes)
    }

    @Test("a picture smaller than the crop stands in the middle of black")
    func padded() {
        let picture = Pictures.solid(1, 2, RGB(red: 255, green: 255, blue: 255))
        let pixels = way(.keep, crop: 4).pixels(of: picture)
        let white = stride(from: 0, to: pixels.count, by: 3).filter { pixels[$0] == 255 }.map { $0 / 3 }
        #expect(white == [6, 10])
    }

    @Test("a tensor has a plane for each color, rescaled, less the mean, divided by the deviation")
    func planes() {
        let picture = Pictures.solid(3, 2, RGB(red: 0, green: 51, blue: 255))
        let half = way(.squash(picture.size), mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5])
        let tensor = half.tensor(of: picture)
        #expect(tensor.count == 18 && tensor[0..<6].allSatisfy { $0 == -1 } && tensor[12...].allSatisfy { $0 == 1 })
        #expect(tensor[6..<12].allSatisfy { abs($0 + 0.6) < 1e-6 })
    }

    @Test("an alpha channel is dropped")
    func alpha() throws {
        let picture = Pictures.numbered(20, 10)
        let clear = stride(from: 0, to: picture.bytes.count, by: 3).flatMap { picture.bytes[$0..<$0 + 3] + [0] }
        let other = try #require(PixelBuffer(size: picture.size, channels: 4, bytes: clear))
        for size in [Size(width: 8, height: 8), Size(width: 30, height: 3)] {
            #expect(way(.squash(size)).pixels(of: other) == way(.squash(size)).pixels(of: picture))
        }
    }

    @Test("pictures of one pixel and of one row have tensors", arguments: [(1, 1), (1, 3000), (3000, 1)])
    func extremes(_ width: Int, _ height: Int) {
        let picture = Pictures.numbered(width, height)
        for rounding in [PicturePreprocessing.Rounding.immich, .transformers] {
            #expect(way(.shortSide(32), crop: 32, rounding: rounding).tensor(of: picture).count == 32 * 32 * 3)
        }
    }
}
