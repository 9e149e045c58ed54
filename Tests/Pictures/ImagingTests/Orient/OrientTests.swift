import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Upright is upright")
struct OrientTests {
    /// The formats that carry an orientation and are written here.
    enum Container: String, CaseIterable, CustomTestStringConvertible {
        case png, tiff, jpeg, jpegHalfColor, webp

        var isLossless: Bool { self == .png || self == .tiff }
        var testDescription: String { rawValue }

        func file(_ picture: PixelBuffer, orientation: Int?) throws -> [UInt8] {
            switch self {
            case .png: try Real.png(picture, orientation: orientation)
            case .tiff: Real.tiff(picture, orientation: orientation)
            case .jpeg: try Real.jpeg(picture, orientation: orientation)
            case .jpegHalfColor: try Real.jpeg(picture, quality: 85, orientation: orientation)
            case .webp: try Real.webp(picture, orientation: orientation)
            }
        }
    }

    /// From a file on disk and from bytes; both must agree.
    private func pixels(_ bytes: [UInt8], _ recipe: Recipe) throws -> Prepared {
        let prepared = try prepare(.bytes(bytes), as: recipe)
        let url = FileManager.default.temporaryDirectory.appending(path: "magpie-\(UUID().uuidString).image")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(try prepare(.file(url), as: recipe) == prepared, "file and bytes differ")
        return prepared
    }

    private func recipe(_ side: Int, box: Box? = nil) -> Recipe { Recipe(.pixels(fitting: side), box: box) }

    @Test("the whole picture, pixel for pixel", arguments: Container.allCases, 1...8)
    func whole(container: Container, orientation: Int) throws {
        let upright = Pictures.numbered(53, 37)
        let stored = upright.stored(orientation: orientation)
        let prepared = try pixels(try container.file(stored, orientation: orientation), recipe(1024))
        #expect(prepared.uprightSize == upright.size)
        #expect(prepared.header?.orientation == orientation)
        #expect(prepared.header?.storedSize == stored.size)
        let made = try #require(prepared.outputs[0].pixels)
        if container.isLossless { #expect(made == upright) }
        // The same pixels without the tag, turned by the test.
        let plain = try pixels(try container.file(stored, orientation: nil), recipe(1024))
        let untagged = try #require(plain.outputs[0].pixels)
        #expect(made.stored(orientation: orientation) == untagged)
    }

    @Test("a box is in upright pixels", arguments: Container.allCases, 1...8)
    func boxes(container: Container, orientation: Int) throws {
        let upright = Pictures.numbered(53, 37)
        let bytes = try container.file(upright.stored(orientation: orientation), orientation: orientation)
        let whole = try #require(try pixels(bytes, recipe(1024)).outputs[0].pixels)
        for box in [
            Box(left: 0, top: 0, width: 20, height: 9), Box(left: 33, top: 28, width: 20, height: 9),
            Box(left: 17, top: 5, width: 3, height: 31), Box(left: 52, top: 36, width: 1, height: 1),
        ] {
            let prepared = try pixels(bytes, recipe(1024, box: box))
            let made = try #require(prepared.outputs[0].pixels)
            #expect(prepared.box == box)
            #expect(made == whole.cropped(box), "\(box)")
            if container.isLossless { #expect(made == upright.cropped(box), "\(box)") }
        }
    }

    @Test("resized pictures are turned the same way", arguments: Container.allCases, 1...8)
    func resized(container: Container, orientation: Int) throws {
        let upright = Pictures.scene(203, 141)
        let box = Box(left: 31, top: 17, width: 120, height: 100)
        let tagged = try container.file(upright.stored(orientation: orientation), orientation: orientation)
        let straight = try container.file(upright, orientation: nil)
        for recipe in [recipe(64), recipe(64, box: box), recipe(25, box: box)] {
            let made = try #require(try pixels(tagged, recipe).outputs[0].pixels)
            let reference = try #require(try pixels(straight, recipe).outputs[0].pixels)
            if container.isLossless {
                #expect(made.largestDifference(from: reference) <= 1)
            } else {
                // The coder has met a turned picture, so its losses differ.
                #expect(made.psnr(against: reference) > 34)
            }
        }
    }

    @Test("a JPEG that is only tagged anew turns as a whole", arguments: 1...8, [100, 97, 80])
    func sameData(orientation: Int, quality: Int) throws {
        // Large enough for the decoder to shrink: 8, 4 and 2 fold.
        let bytes = try Real.jpeg(Pictures.scene(333, 250), quality: quality)
        for side in [40, 60, 120, 333] {
            let straight = try #require(try pixels(bytes, recipe(side)).outputs[0].pixels)
            let tagged = try pixels(Real.turning(bytes, to: orientation), recipe(side))
            let made = try #require(tagged.outputs[0].pixels)
            #expect(made.stored(orientation: orientation) == straight)
        }
    }

    @Test("values that no orientation has count as 1", arguments: [0, 9, 255, 65535])
    func invalid(orientation: Int) throws {
        let picture = Pictures.numbered(20, 10)
        #expect(try Real.pixels(try Real.png(picture, orientation: orientation)) == picture)
        #expect(try Real.pixels(Real.tiff(picture, orientation: orientation)) == picture)
    }

    @Test("all outputs of one recipe are turned")
    func manyOutputs() throws {
        let upright = Pictures.scene(300, 200)
        let bytes = try Real.png(upright.stored(orientation: 6), orientation: 6)
        let recipe = Recipe(
            .pixels(fitting: 200), .pixels(fitting: 100), Output(.fill(Size(width: 50, height: 80)), encoding: .pixels))
        let turned = try prepare(.bytes(bytes), as: recipe)
        let straight = try prepare(.pixels(upright), as: recipe)
        for (made, reference) in zip(turned.outputs, straight.outputs) {
            #expect(made.size == reference.size)
            #expect(try #require(made.pixels).largestDifference(from: #require(reference.pixels)) <= 2)
        }
    }
}
