import CKernels
import EngineTestSupport
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Objects in turned pictures", .timeLimit(.minutes(5)))
struct OrientedScenesTests {
    private let scenes = Result { try DrawnScene.all() }

    /// A JPEG of the pixels, with the orientation as its only EXIF entry.
    private func jpeg(_ pixels: PixelBuffer, orientation: UInt8) throws -> [UInt8] {
        let recipe = Recipe(Output(.fit(pixels.size.longestSide), encoding: .jpeg(quality: 98)))
        let bytes = try prepare(.pixels(pixels), as: recipe).outputs[0].bytes
        let tag: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif".utf8) + [0, 0, 0x49, 0x49, 42, 0, 8, 0, 0, 0]
            + [1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
        return Array(bytes.prefix(2)) + tag + bytes.dropFirst(2)
    }

    /// Nearly: what a JPEG loses is not the same when it is stored turned.
    @Test("files stored in the eight orientations give nearly the same boxes")
    func storedOrientations() throws {
        for scene in try scenes.get().prefix(4) {
            var first: [Box] = []
            for orientation in 1...8 {
                let stored = scene.pixels.stored(orientation: orientation)
                let file = try jpeg(stored, orientation: UInt8(orientation))
                let pixels = try #require(
                    try prepare(.bytes(file), as: Recipe(.pixels(fitting: 512))).outputs[0].pixels)
                #expect(pixels.size == scene.pixels.size)
                let found = ObjectDetector.shared.objects(in: pixels, limit: 10).map(\.box)
                let objects = scene.boxes.map { box in found.max { $0.overlap(box) < $1.overlap(box) } ?? box }
                if orientation == 1 { first = objects }
                for (box, same) in zip(objects, first) {
                    #expect(box.overlap(same) >= 0.7, "\(scene.name) \(orientation): \(box), not \(same)")
                }
            }
        }
    }

    /// Nearly all: where two merges cost exactly the same, as between areas of one even color, either may come first.
    @Test("a turned or mirrored picture has the same regions, turned or mirrored", arguments: 2...8)
    func regions(orientation: Int) throws {
        for scene in try scenes.get().prefix(3) {
            let upright = Self.regions(of: scene.pixels)
            let small = Size(
                width: upright.map(\.right).max() ?? 0, height: upright.map(\.bottom).max() ?? 0)
            let turned = Self.regions(of: scene.pixels.stored(orientation: orientation))
            let expected = Set(upright.map { $0.stored(orientation, in: small) })
            #expect(upright.count > 100)
            #expect(expected.symmetricDifference(turned).count * 10 <= upright.count, "\(scene.name)")
        }
    }

    /// The boxes of all candidates in pixels of the small picture, and the picture itself.
    private static func regions(of pixels: PixelBuffer) -> [Box] {
        SegmentScratch.with { scratch in
            // Safe: a PixelBuffer has the bytes its size says, and the candidates are read before the scratch is used again.
            unsafe cks_load(scratch.base, pixels.bytes, pixels.size.width, pixels.size.height, pixels.channels)
            var candidates: UnsafePointer<cks_candidate>?
            let count = unsafe cks_candidates(scratch.base, nil, 0, &candidates)
            return unsafe UnsafeBufferPointer(start: candidates, count: Int(count)).map { candidate in
                let box = candidate.box
                return Box(
                    left: Int(box.left), top: Int(box.top), width: Int(box.right - box.left),
                    height: Int(box.bottom - box.top))
            }
        }
    }
}

extension Box {
    /// The box of an upright picture in the pixels that a file with this orientation stores.
    fileprivate func stored(_ orientation: Int, in size: Size) -> Box {
        let (right, bottom) = (size.width - self.right, size.height - self.bottom)
        let (x, y) = [
            (left, top), (right, top), (right, bottom), (left, bottom), (top, left), (top, right), (bottom, right),
            (bottom, left),
        ][orientation - 1]
        return orientation > 4
            ? Box(left: x, top: y, width: height, height: width) : Box(left: x, top: y, width: width, height: height)
    }
}
