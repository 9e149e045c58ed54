import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("A crop of a JPEG is the crop of its full decode")
struct CropJPEGTests {
    /// Smooth enough to measure a shift, and different everywhere.
    static let picture = Pictures.draw(403, 311) { x, y in
        let wave = { (phase: Int, period: Int) -> Int in
            let place = phase % period
            return place * 2 < period ? place * 400 / period : (period - place) * 400 / period
        }
        return (
            UInt8(20 + wave(x, 61)), UInt8(20 + wave(y, 53)), UInt8(20 + (wave(x + y, 83) + wave(x + 3 * y, 107)) / 2)
        )
    }

    static let boxes = [
        Box(left: 0, top: 0, width: 403, height: 311), Box(left: 13, top: 7, width: 340, height: 281),
        Box(left: 61, top: 98, width: 342, height: 213), Box(left: 133, top: 111, width: 157, height: 200),
    ]

    /// Output sides that let the decoder shrink by 1, 2, 4 and 8, for the boxes above.
    @Test(
        "at every scale of the decoder, without drift", arguments: [97, 85],
        [(150, 1), (75, 2), (38, 4), (19, 8)])
    func scales(quality: Int, target: (side: Int, shrink: Int)) throws {
        let bytes = try Real.jpeg(Self.picture, quality: quality)
        let full = try Real.pixels(bytes)
        #expect(full.size == Self.picture.size)
        for box in Self.boxes {
            var reference: PixelBuffer?
            for effort in Recipe.Effort.allCases {
                let recipe = Recipe(.pixels(fitting: target.side), box: box, effort: effort)
                let made = try #require(try prepare(.bytes(bytes), as: recipe).outputs[0].pixels)
                let exact = reference ?? SlowLanczos.resize(full.cropped(box), to: made.size)
                reference = exact
                let shift = made.shift(from: exact)
                #expect(abs(shift.x) < 0.1 && abs(shift.y) < 0.1, "\(box) to \(made.size), \(effort): \(shift)")
                let floor = effort == .high ? 36.0 : 31.0
                #expect(made.psnr(against: exact) > floor, "\(box) to \(made.size), \(effort)")
            }
        }
    }

    @Test("at full scale, to the pixel", arguments: [97, 85])
    func exact(quality: Int) throws {
        let bytes = try Real.jpeg(Self.picture, quality: quality)
        let full = try Real.pixels(bytes)
        var random = SplitMix(seed: 12)
        for _ in 0..<40 {
            let left = Int.random(in: 0..<403, using: &random)
            let top = Int.random(in: 0..<311, using: &random)
            let box = Box(
                left: left, top: top, width: .random(in: 1...(403 - left), using: &random),
                height: .random(in: 1...(311 - top), using: &random))
            let made = try Real.pixels(bytes, box: box)
            #expect(made == full.cropped(box), "\(box)")
        }
    }

    @Test("progressive and baseline files of one picture crop alike", .enabled(if: SharedData.folder("inputs") != nil))
    func progressive() throws {
        let folder = try #require(SharedData.folder("inputs"))
        let files = [
            "made/modes/progressive.jpg", "made/modes/444.jpg", "made/modes/grey.jpg", "repo/Pillow/hopper_gray.jpg",
        ]
        for file in files {
            let input = ImageInput.file(folder.appending(path: file))
            let full = try #require(try prepare(input, as: Recipe(.pixels(fitting: 1024))).outputs[0].pixels)
            for box in [
                Box(left: 19, top: 33, width: 90, height: 71), Box(left: 1, top: 100, width: 127, height: 28),
                Box(left: 64, top: 0, width: 64, height: 128),
            ] {
                let exact = try prepare(input, as: Recipe(.pixels(fitting: 1024), box: box)).outputs[0].pixels
                #expect(exact == full.cropped(box), "\(file), \(box)")
                let small = try #require(
                    try prepare(input, as: Recipe(.pixels(fitting: 20), box: box, effort: .high)).outputs[0].pixels)
                #expect(
                    small.psnr(against: SlowLanczos.resize(full.cropped(box), to: small.size)) > 30, "\(file), \(box)")
            }
        }
    }

    @Test("a box in another place gives another picture, clamped as the result says")
    func clamped() throws {
        let bytes = try Real.jpeg(Self.picture)
        let prepared = try prepare(
            .bytes(bytes), as: Recipe(.pixels(fitting: 100), box: Box(left: -50, top: 200, width: 200, height: 900)))
        #expect(prepared.box == Box(left: 0, top: 200, width: 150, height: 111))
        #expect(prepared.outputs[0].size == Size(width: 100, height: 74))
        #expect(
            throws: ImageError.boxOutside(
                box: Box(left: 403, top: 0, width: 5, height: 5), image: Self.picture.size)
        ) {
            try prepare(
                .bytes(bytes), as: Recipe(.fit(100), box: Box(left: 403, top: 0, width: 5, height: 5)))
        }
    }
}
