import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Animations")
struct AnimationTests {
    private func made(
        _ file: [UInt8], _ encoding: Output.Encoding, _ shape: Output.Shape = .fit(20), frames: Recipe.Frames = .all,
        box: Box? = nil
    ) throws -> PreparedOutput {
        try prepare(.bytes(file), as: Recipe(Output(shape, encoding: encoding), box: box, frames: frames)).outputs[0]
    }

    /// The color in the middle of each frame, as a decoder gives it that shows them all.
    private func colors(of file: [UInt8], at place: (x: Int, y: Int)? = nil) throws -> [RGB] {
        let header = try inspect(file)
        return try unsafe file.withUnsafeBufferPointer { bytes in
            let source = try unsafe VipsSource(
                bytes, header: header, isLenient: false, scale: 1, keepsProfile: false, allFrames: true)
            let (size, bands) = (source.size, source.bands)
            return try (0..<source.frames).map { frame in
                var pixels = [UInt8](repeating: 0, count: size.pixelCount * bands)
                // Safe: the array holds all rows of a frame.
                try unsafe pixels.withUnsafeMutableBufferPointer {
                    try unsafe source.read(
                        Box(covering: size), of: frame, into: $0.baseAddress!, stride: size.width * bands, isCut: false)
                }
                let pixel = ((place?.y ?? size.height / 2) * size.width + (place?.x ?? size.width / 2)) * bands
                return RGB(red: pixels[pixel], green: pixels[pixel + 1], blue: pixels[pixel + 2])
            }
        }
    }

    private func isNear(_ one: [RGB], _ other: [RGB]) -> Bool {
        one.count == other.count
            && zip(one, other).allSatisfy { one, other in
                zip([one.red, one.green, one.blue], [other.red, other.green, other.blue])
                    .allSatisfy { abs(Int($0) - Int($1)) <= 6 }
            }
    }

    @Test("all frames keep their pictures and times, smaller", arguments: [Output.Encoding.webp(), .gif])
    func allFrames(encoding: Output.Encoding) throws {
        let file = GIFAnimation(40, 30, repeats: 4).bytes
        let output = try made(file, encoding)
        #expect(output.frames == 3 && output.size == Size(width: 20, height: 15))
        let header = try inspect(output.bytes)
        #expect(header.format == encoding.format && header.frames == 3 && header.storedSize == output.size)
        #expect(header.animation?.delays == [200, 50, 700] && header.animation?.plays == 5)
        #expect(isNear(try colors(of: output.bytes), GIFAnimation.colors))
    }

    @Test("frames of a WebP become those of a GIF, and of a WebP again")
    func webp() throws {
        let webp = try made(GIFAnimation(40, 30).bytes, .webp()).bytes
        for encoding in [Output.Encoding.gif, .webp()] {
            let output = try made(webp, encoding, .fit(10))
            #expect(try inspect(output.bytes).animation == Animation(storedDelays: [200, 50, 700], plays: 0))
            #expect(isNear(try colors(of: output.bytes), GIFAnimation.colors))
        }
    }

    @Test("a box, a fill and surroundings apply to each frame")
    func shapes() throws {
        var animation = GIFAnimation(40, 30)
        // The second frame changes the right half only.
        animation.frames[1].box = Box(left: 20, top: 0, width: 20, height: 30)
        let right = try made(animation.bytes, .gif, .original, box: Box(left: 20, top: 0, width: 20, height: 30))
        #expect(right.size == Size(width: 20, height: 30))
        #expect(isNear(try colors(of: right.bytes), GIFAnimation.colors))
        let left = try made(animation.bytes, .gif, .original, box: Box(left: 0, top: 0, width: 20, height: 30))
        let (red, blue) = (GIFAnimation.colors[0], GIFAnimation.colors[2])
        #expect(isNear(try colors(of: left.bytes), [red, red, blue]))
        let padded = try made(animation.bytes, .webp(), .pad(Size(width: 64, height: 64)))
        #expect(padded.size == Size(width: 64, height: 64) && padded.frames == 3)
        // One color surrounds all frames.
        let edge = try colors(of: padded.bytes, at: (x: 1, y: 1))
        #expect(isNear(edge, [edge[0], edge[0], edge[0]]))
    }

    @Test("the background shows where no frame is, also where no color is transparent")
    func uncovered() throws {
        var animation = GIFAnimation(40, 30, delays: [20, 20])
        for index in 0...1 { animation.frames[index].box = Box(left: 10 * index, top: 0, width: 10, height: 30) }
        let recipe = Recipe(Output(.original, encoding: .gif), background: .white, frames: .all)
        let prepared = try prepare(.bytes(animation.bytes), as: recipe)
        let file = prepared.outputs[0].bytes
        #expect(!prepared.isOpaque)
        #expect(isNear(try colors(of: file, at: (x: 5, y: 15)), [GIFAnimation.colors[0], GIFAnimation.colors[0]]))
        #expect(isNear(try colors(of: file, at: (x: 15, y: 15)), [.white, GIFAnimation.colors[1]]))
        #expect(isNear(try colors(of: file, at: (x: 30, y: 15)), [.white, .white]))
    }

    @Test("only the first frame is made where nothing else is asked for, and in formats of one picture")
    func firstFrame() throws {
        let file = GIFAnimation(40, 30).bytes
        #expect(try made(file, .webp(), frames: .first).frames == 1)
        for encoding in [Output.Encoding.jpeg(), .png, .pixels] {
            let output = try made(file, encoding)
            #expect(output.frames == 1 && output.size == Size(width: 20, height: 15))
        }
        #expect(isNear([try #require(made(file, .pixels).pixels).pixel(10, 7)], [GIFAnimation.colors[0]]))
    }

    @Test("a time of at most 10 ms is the 100 ms that browsers show, and a file without repeats plays once")
    func times() throws {
        let animation = try #require(try inspect(GIFAnimation(8, 8, delays: [0, 1, 2], repeats: nil).bytes).animation)
        #expect(animation.delays == [100, 100, 20] && animation.plays == 1 && animation.duration == 0.22)
        #expect(try inspect(GIFAnimation(8, 8, delays: [5]).bytes).animation == nil)
    }

    @Test("more frames than are counted, and more than memory allows, are refused")
    func limits() throws {
        let many = GIFAnimation(4, 4, delays: [Int](repeating: 5, count: 4096)).bytes
        #expect(throws: ImageError.tooLarge(stage: .plan, value: 4096, limit: 4095, unit: "frames")) {
            _ = try made(many, .webp())
        }
        #expect(try made(many, .webp(), frames: .first).frames == 1)
        let recipe = Recipe(Output(.original, encoding: .webp()), frames: .all)
        let large = GIFAnimation(200, 200, delays: [Int](repeating: 5, count: 40)).bytes
        let error = #expect(throws: ImageError.self) {
            _ = try prepare(.bytes(large), as: recipe, limits: Limits(decodedBytes: 5_000_000))
        }
        #expect(error?.code == "tooLarge")
        #expect(try prepare(.bytes(large), as: recipe).outputs[0].frames == 40)
    }

    @Test("an animation that is cut off is refused, or shows the frames that are there")
    func cut() throws {
        let whole = GIFAnimation(60, 40).bytes
        let file = Array(whole.dropLast(900))
        #expect(throws: ImageError.self) { _ = try made(file, .webp()) }
        let recipe = Recipe(Output(.original, encoding: .webp()), allowsTruncated: true, frames: .all)
        let prepared = try prepare(.bytes(file), as: recipe)
        #expect(prepared.isTruncated && prepared.outputs[0].frames >= 2)
    }

    @Test("a frame that cannot be read is not left out without a word")
    func broken() throws {
        var file = try made(GIFAnimation(60, 40).bytes, .webp()).bytes
        // The second frame's picture loses the name of its chunk.
        let frames = file.indices.dropLast(4).filter { Array(file[$0..<$0 + 4]) == Array("ANMF".utf8) }
        file.replaceSubrange((frames[1] + 24)..<(frames[1] + 28), with: Array("????".utf8))
        let error = #expect(throws: ImageError.self) { _ = try made(file, .webp()) }
        #expect(error?.code == "truncated" || error?.code == "undecodable")
        let recipe = Recipe(Output(.original, encoding: .webp()), allowsTruncated: true, frames: .all)
        #expect(try prepare(.bytes(file), as: recipe).isTruncated)
        #expect(try made(file, .webp(), frames: .first).frames == 1)
    }
}
