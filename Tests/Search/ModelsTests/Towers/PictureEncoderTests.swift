import TestSupport
import Testing

@testable import Models

@Suite(
    "Towers of pictures", .timeLimit(.minutes(15)),
    .enabled(if: InstalledRuntime.runtime != nil, "\(InstalledRuntime.reason)"))
struct PictureEncoderTests {
    private let color = Plain.pixels(51, 102, 204)

    @Test("the vector of a plain picture is its normalized color")
    func normalized() throws {
        let encoder = try WrittenModel.transformers(["vision_model": ModelBytes.means()]).pictures()
        #expect(encoder.dimensions == 3)
        #expect(isNear(try encoder.vectors(ofPixels: [color])[0], [-0.6, -0.2, 0.6]))
    }

    @Test(
        "an export for immich gets floats by channels, or bytes by pixels where its graph normalizes",
        arguments: [
            (ModelBytes.float32, false, 255), (ModelBytes.float32, true, 255), (ModelBytes.uint8, true, 1),
            (ModelBytes.uint8, false, 1), (ModelBytes.float16, false, 255), (ModelBytes.float16, true, 255),
        ] as [(Int, Bool, Float)])
    func orders(type: Int, isLast: Bool, divisor: Float) throws {
        let graph = ModelBytes.means(type, isLast: isLast, input: "image", output: "embedding")
        let encoder = try WrittenModel.immich(picture: graph).pictures()
        let expected = [51, 102, 204].map { $0 / divisor }
        #expect(isNear(try encoder.vectors(ofPixels: [color])[0], expected, type == ModelBytes.float16 ? 3e-4 : 1e-5))
    }

    @Test("each pixel goes to its place", arguments: [ModelBytes.float32, ModelBytes.uint8], [false, true])
    func places(type: Int, isLast: Bool) throws {
        // The row 2 and the column 1 of the picture, channel by channel.
        let axes = isLast ? [1, 2] : [2, 3]
        let last = [
            ModelBytes.node("Slice", ["x", "starts", "ends", "axes"], ["pixel"]),
            ModelBytes.node("Flatten", ["pixel"], ["y"]),
        ]
        let graph = ModelBytes.means(
            type, isLast: isLast, input: "image", output: "y", last: last,
            tensors: [
                ModelBytes.tensor("starts", [2], numbers: [2, 1]), ModelBytes.tensor("ends", [2], numbers: [3, 2]),
                ModelBytes.tensor("axes", [2], numbers: axes.map(Int64.init)),
            ])
        let pixels = (0..<48).map { UInt8($0) }
        let vector = try WrittenModel.immich(picture: graph).pictures().vectors(ofPixels: [pixels])[0]
        let scale: Float = type == ModelBytes.uint8 ? 1 : 255
        #expect(isNear(vector.map { $0 * scale }, [27, 28, 29], 1e-4))
    }

    @Test("several pictures have the vectors that they have one by one", arguments: [-1, 1], [1, 3, 40])
    func batch(side: Int, count: Int) throws {
        let encoder = try WrittenModel.transformers(["vision_model": ModelBytes.means(batch: side)]).pictures()
        let pictures = (0..<count).map { Plain.pixels(UInt8($0), UInt8($0 * 2), UInt8($0 * 3)) }
        let together = try encoder.vectors(ofPixels: pictures)
        #expect(together == (try pictures.map { try encoder.vectors(ofPixels: [$0])[0] }))
        #expect(Set(together).count == count)
        #expect(try encoder.vectors(ofPixels: []).isEmpty)
    }

    @Test("sides of 1 behind the vector do not count, and other outputs of more sides are an error")
    func ranks() throws {
        func graph(_ sides: [Int64]) -> [UInt8] {
            ModelBytes.means(
                last: [ModelBytes.node("Reshape", ["means", "sides"], ["image_embeds"])],
                tensors: [ModelBytes.tensor("sides", [sides.count], numbers: sides)], shape: sides.map { Int($0) })
        }
        let pooled = try WrittenModel.transformers(["vision_model": graph([1, 3, 1, 1])])
        #expect(isNear(try pooled.pictures().vectors(ofPixels: [color])[0], [-0.6, -0.2, 0.6]))
        for sides: [Int64] in [[3], [1, 1, 1, 3], [3, 1], [1, 1, 3]] {
            let fault = try WrittenModel.transformers(["vision_model": graph(sides)]).fault { _ = try $0.pictures() }
            #expect(fault.contains("its output has the shape \(sides)"), "\(fault)")
        }
    }

    @Test("a pair whose graph has no projected output is an error with the names that it has")
    func missingOutput() throws {
        let graph = ModelBytes.means(output: "pooler_output")
        let pair = try WrittenModel.transformers(["vision_model": graph, "text_model": ModelBytes.squares()])
        let fault = pair.fault { _ = try $0.pictures() }
        #expect(
            fault == "its graph has the outputs pooler_output, and none of image_embeds, unnormalized_image_features")
    }

    @Test("a graph that takes another size than the files say is an error with both")
    func otherSize() throws {
        let graph = ModelBytes.means(sides: (6, 5))
        let fault = try WrittenModel.transformers(["vision_model": graph]).fault { _ = try $0.pictures() }
        #expect(fault == "its input pixel_values takes 5 x 6 pixels, and its files say 4 x 4")
        let free = try WrittenModel.transformers(["vision_model": ModelBytes.means(sides: (-1, -1))])
        #expect(isNear(try free.pictures().vectors(ofPixels: [color])[0], [-0.6, -0.2, 0.6]))
    }

    @Test("an input of integers, or of another number of channels, is an error", arguments: [false, true])
    func otherInput(isType: Bool) throws {
        let graph =
            isType
            ? ModelBytes.means(ModelBytes.int32)
            : ModelBytes.model(
                ModelBytes.graph(
                    [ModelBytes.node("Flatten", ["x"], ["y"])],
                    inputs: [ModelBytes.value("x", ModelBytes.float32, [-1, 1, 4, 4])],
                    outputs: [ModelBytes.value("y", ModelBytes.float32, [-1, 16])]))
        let fault = try WrittenModel.transformers(["vision_model": graph]).fault { _ = try $0.pictures() }
        #expect(fault.contains(isType ? "is int32" : "unlike that of an RGB picture"), "\(fault)")
    }

    @Test(
        "vectors of zeros, of no numbers and of too many values are an error of the opening",
        arguments: [
            ("Mul", [0], "zeros"), ("Div", [0], "not finite"), ("Tile", [1, 1366], "4098 values"),
        ] as [(String, [Float], String)])
    func uselessVectors(operation: String, values: [Float], words: String) throws {
        let isTile = operation == "Tile"
        let operand =
            isTile
            ? ModelBytes.tensor("operand", [2], numbers: values.map { Int64($0) })
            : ModelBytes.tensor("operand", [1], floats: values)
        let graph = ModelBytes.means(
            last: [ModelBytes.node(operation, ["means", "operand"], ["image_embeds"])], tensors: [operand],
            shape: [-1, -1])
        let fault = try WrittenModel.transformers(["vision_model": graph]).fault { _ = try $0.pictures() }
        #expect(fault.contains(words), "\(fault)")
    }

    @Test("a graph of both towers describes pictures with a text of nothing")
    func joint() throws {
        let encoder = try WrittenModel.transformers(["model": ModelBytes.joint]).pictures()
        #expect(isNear(try encoder.vectors(ofPixels: [color])[0], [-0.6, -0.2, 0.6]))
        let several = try encoder.vectors(ofPixels: [color, Plain.pixels(0, 0, 0)])
        #expect(isNear(several[1], [-1, -1, -1]))
    }

    @Test("halves are the nearest ones, ties to even, also below the normal ones and beyond all")
    func halves() throws {
        let values: [(Float, UInt16)] = [
            (0, 0), (-0.0, 0x8000), (1, 0x3C00), (-2.5, 0xC100), (65504, 0x7BFF), (65519, 0x7BFF), (65520, 0x7C00),
            (1e9, 0x7C00), (-1e9, 0xFC00), (6.1035156e-05, 0x0400), (5.9604645e-08, 1), (2.9802322e-08, 0),
            (8.940697e-08, 2), (1.00048828125, 0x3C00), (1.00146484375, 0x3C02), (.infinity, 0x7C00),
        ]
        for (value, bits) in values { #expect(Half.bits(of: value) == bits, "\(value)") }
        #expect(Half.bits(of: .nan) & 0x7FFF > 0x7C00)
    }
}
