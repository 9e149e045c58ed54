import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Outputs of many pixels")
struct LargeOutputTests {
    @Test("a side may have 16,384 pixels, and no more")
    func sides() throws {
        let strip = Pictures.numbered(16_384, 2)
        let output = Output(.fit(16_384), encoding: .pixels)
        #expect(try prepare(.pixels(strip), as: Recipe(output)).outputs[0].pixels == strip)
        let enlarged = Output(.exact(Size(width: 16_384, height: 3)), encoding: .jpeg(quality: 50))
        let file = try prepare(.pixels(Pictures.scene(100, 20)), as: Recipe(enlarged)).outputs[0]
        #expect(try inspect(file.bytes).storedSize == Size(width: 16_384, height: 3))
        for shape in [Output.Shape.fit(16_385), .width(0), .pad(Size(width: 16_385, height: 1))] {
            let error = #expect(throws: ImageError.self) {
                try prepare(.pixels(strip), as: Recipe(Output(shape)))
            }
            #expect(error?.code == "invalidRecipe")
        }
    }

    @Test("a picture that a format has no room for is refused with the side and the limit")
    func formats() throws {
        let long = Pictures.numbered(16_384, 1)
        #expect(throws: ImageError.tooLarge(stage: .plan, value: 16_384, limit: 16_383, unit: "pixels on a side")) {
            try prepare(.pixels(long), as: Recipe(Output(.original, encoding: .webp())))
        }
        let tall = Pictures.numbered(10, 30_000)
        #expect(throws: ImageError.tooLarge(stage: .plan, value: 30_000, limit: 16_384, unit: "pixels on a side")) {
            try prepare(.pixels(tall), as: Recipe(Output(.width(10), encoding: .jpeg())))
        }
        #expect(try prepare(.pixels(tall), as: Recipe(Output(.original))).outputs[0].size.height == 30_000)
    }

    @Test("an output that its format has no room for costs that output, where the recipe leaves out such ones")
    func omitted() throws {
        let tall = Pictures.numbered(36, 17_000)
        let webp = Output(.width(36), encoding: .webp(quality: 50), label: "tall")
        let outputs = [
            webp, Output(.width(18), encoding: .webp(quality: 50)), Output(.original, encoding: .jpeg(quality: 50)),
            Output(.fill(Size(width: 30, height: 30)), encoding: .pixels, gravity: .attention),
        ]
        var recipe = Recipe(outputs: outputs)
        #expect(throws: ImageError.self) { try prepare(.pixels(tall), as: recipe) }
        recipe.omitsOversized = true
        let made = try prepare(.pixels(tall), as: recipe).outputs
        let obstacle = ImageError.tooLarge(stage: .plan, value: 17_000, limit: 16_383, unit: "pixels on a side")
        #expect(made[0].obstacle == obstacle && made[0].bytes.isEmpty && made[0].label == "tall")
        #expect(made[0].size == tall.size && made[0].description == "\(obstacle)")
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        #expect(throws: obstacle) { try made[0].write(to: file) }
        // The others are as they would be alone.
        recipe.outputs.removeFirst()
        let others = try prepare(.pixels(tall), as: recipe).outputs
        #expect(Array(made.dropFirst()) == others && others.allSatisfy { $0.obstacle == nil })
        recipe.outputs = [webp]
        #expect(throws: obstacle) { try prepare(.pixels(tall), as: recipe) }
    }

    @Test("the memory of the outputs counts, and is refused before it is taken")
    func memory() throws {
        let png = try prepare(.pixels(Pictures.scene(64, 64)), as: Recipe(Output(.fit(64), encoding: .png)))
        let bytes = png.outputs[0].bytes
        let giant = Output(.exact(Size(width: 16_384, height: 16_384)), encoding: .avif())
        let error = #expect(throws: ImageError.self) { try prepare(.bytes(bytes), as: Recipe(giant)) }
        guard case .tooLarge(.decode, let value, 1_000_000_000, "bytes of decoded pixels") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Three bytes for each pixel of the picture, four for the base, and 44 in the encoder.
        #expect(value >= 51 * 16_384 * 16_384)
        let small = Output(.exact(Size(width: 1000, height: 1000)), encoding: .avif())
        #expect(throws: ImageError.self) {
            try prepare(.bytes(bytes), as: Recipe(small), limits: Limits(decodedBytes: 40_000_000))
        }
    }
}
