import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("The first frame of a GIF is read without libvips")
struct GIFSourceTests {
    /// A picture of noise in stripes, with sides, colors and a frame that are drawn.
    private func drawn(_ random: inout SplitMix) -> GIFFile {
        let bits = Int.random(in: 1...8, using: &random)
        let canvas = Size(width: .random(in: 1...150, using: &random), height: .random(in: 1...120, using: &random))
        var frame = Box(covering: canvas)
        if Bool.random(using: &random) {
            frame.left = .random(in: 0..<canvas.width, using: &random)
            frame.top = .random(in: 0..<canvas.height, using: &random)
            frame.width = .random(in: 1...canvas.width - frame.left, using: &random)
            frame.height = .random(in: 1...canvas.height - frame.top, using: &random)
        }
        let length = Int.random(in: 1...20, using: &random)
        var index: UInt8 = 0
        let indexes = (0..<frame.width * frame.height).map { _ in
            if Int.random(in: 0..<length, using: &random) == 0 {
                index = UInt8(Int.random(in: 0..<1 << bits, using: &random))
            }
            return index
        }
        return GIFFile(
            canvas: canvas, frame: frame,
            colors: (0..<1 << bits).map { _ in
                RGB(
                    red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                    blue: .random(in: 0...255, using: &random))
            },
            hasOwnColors: Bool.random(using: &random), isInterlaced: Bool.random(using: &random),
            transparent: Bool.random(using: &random) ? .random(in: 0..<1 << bits, using: &random) : nil,
            indexes: indexes, clearsTable: Bool.random(using: &random))
    }

    /// The outputs of a file, or the code of the error.
    private func given(
        _ file: [UInt8], _ recipe: Recipe, pixels: Int, isDirect: Bool
    ) -> (outputs: [PreparedOutput], told: String) {
        GIFSource.$isUsed.withValue(isDirect) {
            do throws(ImageError) {
                let prepared = try prepare(.bytes(file), as: recipe, limits: Limits(pixels: pixels))
                return (prepared.outputs, "\(prepared.isTruncated) \(prepared.isOpaque) \(prepared.colors)")
            } catch {
                return ([], error.code)
            }
        }
    }

    /// Damage may claim a large canvas, which libvips fills: the limit keeps the test quick.
    private func expectSame(_ file: [UInt8], _ recipe: Recipe, _ comment: Comment, pixels: Int = 1 << 15) {
        let direct = given(file, recipe, pixels: pixels, isDirect: true)
        let through = given(file, recipe, pixels: pixels, isDirect: false)
        #expect(direct.told == through.told, comment)
        #expect(direct.outputs == through.outputs, comment)
    }

    private func isDirect(_ file: [UInt8]) throws -> Bool { try inspect(file).gifPicture != nil }

    @Test("pictures drawn at random are those of libvips, with frames, colors and orders of rows of any kind")
    func samePixels() throws {
        var random = SplitMix(seed: 21)
        let background = RGB(red: 20, green: 90, blue: 230)
        for round in 0..<Effort.inputs(60, of: 400) {
            let gif = drawn(&random)
            let file = gif.bytes
            #expect(try isDirect(file), "\(round)")
            expectSame(
                file, Recipe(Output(.original, encoding: .pixels), colors: 2, background: background), "\(round)")
            let box = Box(left: gif.canvas.width / 3, top: gif.canvas.height / 4, width: 40, height: 30)
            expectSame(file, Recipe(.pixels(fitting: 16), box: box), "\(round)")
        }
    }

    @Test("the indexes become the colors of the table, and its transparent one the background")
    func knownPixels() throws {
        let colors = [
            RGB(red: 1, green: 2, blue: 3), RGB(red: 200, green: 100, blue: 50), RGB(red: 7, green: 250, blue: 9),
            .black,
        ]
        let gif = GIFFile(
            canvas: Size(width: 3, height: 5), frame: Box(left: 1, top: 0, width: 2, height: 5), colors: colors,
            isInterlaced: true, transparent: 3, indexes: [0, 1, 1, 2, 2, 0, 3, 1, 0, 2])
        let pixels = try Real.pixels(gif.bytes)
        let expected = [
            [.white, colors[0], colors[1]], [.white, colors[1], colors[2]], [.white, colors[2], colors[0]],
            [.white, .white, colors[1]], [.white, colors[0], colors[2]],
        ]
        for (y, row) in expected.enumerated() {
            for (x, color) in row.enumerated() { #expect(pixels.pixel(x, y) == color, "\(x), \(y)") }
        }
    }

    @Test("files of our own encoder, and the first frame of an animation")
    func ownFiles() throws {
        let file = try Real.file(Pictures.scene(160, 120), .gif)
        let animation = GIFAnimation(40, 30).bytes
        for bytes in [file, animation] {
            #expect(try isDirect(bytes))
            expectSame(bytes, Recipe(Output(.original, encoding: .pixels)), "\(bytes.count)")
        }
    }

    @Test("damaged files get the verdict of libvips", arguments: 1...50 as ClosedRange<UInt64>)
    func damaged(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for round in 0..<Effort.inputs(8, of: 400) {
            var bytes = drawn(&random).bytes
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let limit = Bool.random(using: &random) ? bytes.count : min(40, bytes.count)
                let place = Int.random(in: 0..<limit, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where place > 0: bytes.removeSubrange(place...)
                case 1: bytes[place] = .random(in: 0...255, using: &random)
                case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 4)], at: place)
                }
            }
            for allowsTruncated in [false, true] {
                expectSame(
                    bytes, Recipe(.pixels(fitting: 64), colors: 1, allowsTruncated: allowsTruncated),
                    "\(seed), \(round)")
            }
        }
    }

    @Test("a table of few colors, and codes beyond it, are left to libvips")
    func fewColors() throws {
        var gif = GIFFile(
            canvas: Size(width: 4, height: 1), frame: Box(left: 0, top: 0, width: 4, height: 1),
            colors: [.black, .white], indexes: [0, 1, 0, 1])
        #expect(try Real.pixels(gif.bytes).pixel(1, 0) == .white)
        // Codes of two bits have room for four.
        gif.indexes = [0, 3, 2, 1]
        expectSame(gif.bytes, Recipe(Output(.original, encoding: .pixels)), "beyond the table")
    }

    @Test("a canvas that is longer than libvips takes is refused as ever")
    func longCanvas() throws {
        let gif = GIFFile(
            canvas: Size(width: 10, height: 10), frame: Box(left: 0, top: 65_530, width: 10, height: 10),
            colors: [.black, .white], indexes: [UInt8](repeating: 1, count: 100))
        #expect(throws: ImageError.self) { try prepare(.bytes(gif.bytes)) }
        expectSame(gif.bytes, Recipe(.pixels(fitting: 64)), "65,540 rows", pixels: 1 << 20)
    }

    @Test("a few bytes that claim a large frame take neither time nor memory")
    func claims() throws {
        let file = Made.gif(width: 1, height: 1, Made.picture(width: 10000, height: 9000))
        let recipe = Recipe(.pixels(fitting: 64), allowsTruncated: true)
        expectSame(file, recipe, "90 megapixels", pixels: 100_000_000)
    }
}
