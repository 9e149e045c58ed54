import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite(
    "RAW files that are developed", .timeLimit(.minutes(5)),
    .enabled(if: RawLibrary.isThere, "skipped: LibRaw is not on this machine"))
struct DevelopedRawTests {
    private static let large = Size(width: 640, height: 480)

    private func recipe(_ output: Output, develops: Bool = true) -> Recipe {
        var recipe = Recipe(output)
        recipe.developsRaw = develops
        return recipe
    }

    /// The color in the middle of each third along the longer side, as the index of its largest channel.
    private func fields(_ pixels: PixelBuffer) -> [Int] {
        let (width, height) = (pixels.size.width, pixels.size.height)
        return [1, 3, 5].map { sixth in
            let x = width > height ? width * sixth / 6 : width / 2
            let y = width > height ? height / 2 : height * sixth / 6
            let color = (0..<3).map { Int(pixels.bytes[(y * width + x) * pixels.channels + $0]) }
            return color.indices.max { color[$0] < color[$1] } ?? -1
        }
    }

    /// A dark part within a white border, as the sensor's picture has none.
    private func preview() throws -> [UInt8] {
        try RawParts.jpeg(
            Pictures.draw(320, 240) { x, y in
                (80..<240).contains(x) && (60..<180).contains(y) ? (40, 40, 40) : (255, 255, 255)
            })
    }

    @Test func `A file without a preview shows its colors, and is an error without developing`() throws {
        let file = SensorFile().file
        let made = try prepare(.bytes(file), as: recipe(.pixels(fitting: 64)))
        #expect(made.uprightSize == Size(width: 64, height: 48))
        #expect(fields(made.pixels()) == [0, 1, 2])
        let header = try #require(made.header)
        #expect(header.format == .raw && header.isDeveloped && header.preview == nil && !header.isJPEG)
        #expect {
            try prepare(.bytes(file), as: recipe(.pixels(fitting: 64), develops: false))
        } throws: {
            "\($0)".contains("it has no JPEG preview; the sensor has 64 x 48; develop it to JPEG or TIFF first")
        }
    }

    @Test func `A developed picture is upright`() throws {
        let file = SensorFile(size: Size(width: 96, height: 64), orientation: 6).file
        let made = try prepare(.bytes(file), as: recipe(.pixels(fitting: 96)))
        #expect(made.uprightSize == Size(width: 64, height: 96) && made.header?.orientation == 1)
        #expect(fields(made.pixels()) == [0, 1, 2])
    }

    @Test func `An output beyond the preview is made of the sensor's data, and others of the preview`() throws {
        let file = SensorFile(size: Self.large, preview: try preview()).file
        let large = try prepare(.bytes(file), as: recipe(Output(.fit(600))))
        #expect(large.header?.isDeveloped == true && large.outputs[0].size == Size(width: 600, height: 450))
        let small = try prepare(.bytes(file), as: recipe(Output(.fit(300))))
        #expect(small.header?.isDeveloped == false && small.header?.preview != nil)
        #expect(throws: ImageError.self) { try prepare(.bytes(file), as: recipe(Output(.fit(600)), develops: false)) }
    }

    @Test func `Boxes and borders are those of the developed picture`() throws {
        var boxed = recipe(Output(.fit(600)))
        boxed.box = Box(left: 220, top: 0, width: 200, height: 480)
        let file = SensorFile(size: Self.large, preview: try preview()).file
        let made = try prepare(.bytes(file), as: boxed)
        #expect(made.box == boxed.box && made.uprightSize == Self.large)
        var trimmed = recipe(Output(.fit(600)))
        trimmed.trim = Recipe.Trim()
        // The preview has a border.
        #expect(try prepare(.bytes(file), as: trimmed).box == Box(covering: Self.large))
    }

    @Test func `A file on this machine is read whole, within its limit`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "a.dng")
        // Large enough to be read in parts.
        let file = SensorFile(size: Size(width: 1200, height: 800), preview: try preview()).file
        try Data(file).write(to: url)
        let made = try prepare(.file(url), as: recipe(Output(.fit(900))))
        #expect(made.outputs[0].size == Size(width: 900, height: 600) && made.header?.isDeveloped == true)
        let limits = Limits(inputBytes: file.count - 1)
        #expect(try prepare(.file(url), as: recipe(Output(.fit(300))), limits: limits).header?.preview != nil)
        #expect(
            throws: ImageError.tooLarge(stage: .read, value: file.count, limit: file.count - 1, unit: "bytes")
        ) { try prepare(.file(url), as: recipe(Output(.fit(900))), limits: limits) }
    }

    @Test func `Limits of pixels and of memory hold for the sensor`() throws {
        let file = SensorFile(size: Self.large).file
        let recipe = recipe(Output(.fit(100)))
        #expect(throws: ImageError.tooLarge(stage: .inspect, value: 307_200, limit: 307_199, unit: "pixels")) {
            try prepare(.bytes(file), as: recipe, limits: Limits(pixels: 307_199))
        }
        #expect {
            try prepare(.bytes(file), as: recipe, limits: Limits(decodedBytes: 16 * 307_200))
        } throws: {
            ($0 as? ImageError)?.code == "tooLarge"
        }
    }

    @Test func `A file that is cut off is an error, or its first rows where that is allowed`() throws {
        let file = Array(SensorFile().file.dropLast(3000))
        #expect {
            try prepare(.bytes(file), as: recipe(Output(.fit(64))))
        } throws: {
            ($0 as? ImageError)?.code == "truncated"
        }
        var lenient = recipe(.pixels(fitting: 64))
        lenient.allowsTruncated = true
        #expect(try prepare(.bytes(file), as: lenient).isTruncated)
    }
}

@Suite("RAW files where LibRaw is missing")
struct MissingRawLibraryTests {
    private var recipe: Recipe {
        var recipe = Recipe(.fit(300))
        recipe.developsRaw = true
        return recipe
    }

    /// The error of a file that is to be developed, where the library has other names.
    private func failure(where names: [String]) -> ImageError? {
        RawLibrary.$names.withValue(names) {
            do throws(ImageError) {
                _ = try prepare(.bytes(SensorFile().file), as: recipe)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func `A file that is to be developed says which package is missing`() throws {
        let error = try #require(failure(where: ["libmissing_raw.so.1", "libmissing_raw.so"]))
        #expect(error.code == "missingLibrary" && error.stage == .decode)
        #expect("\(error)".hasPrefix("LibRaw cannot be opened: "))
        #expect("\(error)".contains("libmissing_raw.so.1") && !"\(error)".contains("libvips"))
        #expect("\(error)".contains("install LibRaw: the package libraw20 (Debian 12), libraw23t64 (Debian 13)"))
    }

    @Test func `A library that lacks a function is named as too old or too new`() throws {
        // A library that is there wherever this package is.
        let error = try #require(failure(where: ["libjpeg.so.62", "libjpeg.so.8", "/opt/homebrew/lib/libjpeg.dylib"]))
        #expect("\(error)".hasPrefix("LibRaw is too old or too new: it has no libraw_init; install LibRaw"))
    }

    @Test func `A file whose preview is enough needs no LibRaw`() throws {
        let file = try RawParts().file(.nef)
        let made = try RawLibrary.$names.withValue(["libmissing_raw.so.1"]) {
            try prepare(.bytes(file), as: recipe)
        }
        #expect(made.outputs[0].size == Size(width: 300, height: 200))
    }
}
