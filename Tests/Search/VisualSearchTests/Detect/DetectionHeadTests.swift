import CKernels
import CSearchData
import Dispatch
import EngineTestSupport
import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// A drawn picture and its best boxes as the learning program computed them.
private struct DetectedPicture: Decodable {
    let width: Int
    let height: Int
    let seed: Int
    let scores: [Float]
    let boxes: [[Float]]
}

/// A scene of the samples with the boxes of its objects in pixels.
private struct SampleScene: Decodable {
    struct Object: Decodable { let box: [Float] }
    let file: String
    let width: Int
    let objects: [Object]
}

/// Largest difference of a side, in pixels, and of the scores.
private func apart(_ a: ScoredBox, _ b: ScoredBox) -> (side: Float, score: Float) {
    let sides = [a.left - b.left, a.top - b.top, a.right - b.right, a.bottom - b.bottom]
    return (sides.map(abs).max() ?? 0, abs(a.score - b.score))
}

@Suite("The detection head")
struct DetectionHeadTests {
    let head = DetectionHead.shared

    @Test("gives the boxes that the learning program computed")
    func agreesWithLearning() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "detected.json")
        let pictures = try JSONDecoder().decode([DetectedPicture].self, from: Data(contentsOf: file))
        #expect(pictures.count >= 6)
        for picture in pictures {
            let pixels = drawn(width: picture.width, height: picture.height, seed: picture.seed)
            let found = head.boxes(in: pixels, limit: picture.boxes.count)
            try #require(found.count == picture.boxes.count)
            for (index, box) in found.enumerated() {
                let sides = picture.boxes[index]
                let expected = ScoredBox(
                    left: sides[0], top: sides[1], right: sides[2], bottom: sides[3], score: picture.scores[index])
                let (side, score) = apart(box, expected)
                #expect(side < 0.1 && score < 0.001, "box \(index) of picture \(picture.seed)")
            }
        }
    }

    @Test("gives the same with scalar and vector loops, but for rounding")
    func scalarAgrees() throws {
        let scalar = try DetectionHead(parameters: parameters(), isa: CK_SCALAR)
        let pixels = drawn(width: 210, height: 160, seed: 2)
        let pairs = zip(scalar.boxes(in: pixels, limit: 5), head.boxes(in: pixels, limit: 5)).map { apart($0, $1) }
        #expect(pairs.count == 5)
        #expect(pairs.allSatisfy { $0.side < 0.02 && $0.score < 0.0002 })
    }

    @Test("gives exactly the same on many threads at once")
    func threads() {
        let pixels = drawn(width: 256, height: 200, seed: 4)
        let expected = head.boxes(in: pixels, limit: 20)
        let equal = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            if head.boxes(in: pixels, limit: 20) == expected { equal.withLock { $0 += 1 } }
        }
        #expect(equal.withLock { $0 } == 8)
    }

    @Test("gives boxes within the picture, best first, none twice, as many as asked for at most")
    func order() {
        let pixels = drawn(width: 300, height: 120, seed: 3)
        let found = head.boxes(in: pixels, limit: 12)
        #expect(!found.isEmpty && found.count <= 12)
        #expect(found == found.sorted { $0.score > $1.score })
        for (index, box) in found.enumerated() {
            #expect(box.left >= 0 && box.top >= 0 && box.right <= 300 && box.bottom <= 120)
            #expect(box.left < box.right && box.top < box.bottom && box.score > 0 && box.score < 1)
            #expect(found[..<index].allSatisfy { $0.overlap(box) <= 0.55 })
        }
        #expect(head.boxes(in: pixels, limit: 0).isEmpty)
    }

    @Test("finds the mirrored objects in a mirror image")
    func mirror() {
        let pixels = drawn(width: 192, height: 192, seed: 5)
        let turned = pixels.rearranged(width: 192, height: 192) { (191 - $0, $1) }
        let found = head.boxes(in: turned, limit: 3)
        for (a, b) in zip(head.boxes(in: pixels, limit: 3), found) {
            let back = ScoredBox(left: 192 - b.right, top: b.top, right: 192 - b.left, bottom: b.bottom, score: b.score)
            #expect(apart(a, back).side < 0.1)
        }
    }

    @Test("is much surer of an object than of an empty wall")
    func empty() {
        let wall = head.boxes(in: Pictures.solid(400, 300, RGB(red: 200, green: 196, blue: 190)), limit: 1)
        let picture = Pictures.draw(400, 300) { x, y in
            (120..<220).contains(x) && (90..<230).contains(y) ? (180, 30, 40) : (200, 196, 190)
        }
        let thing = head.boxes(in: picture, limit: 1)
        #expect(wall.allSatisfy { $0.score < 0.3 })
        #expect(thing.allSatisfy { $0.score > 0.6 })
        #expect(thing.allSatisfy { abs($0.left - 120) < 12 && abs($0.bottom - 230) < 12 })
    }

    @Test("takes the smallest and the thinnest pictures", arguments: [(1, 1), (1, 500), (2_000, 2), (193, 95)])
    func oddSizes(_ width: Int, _ height: Int) {
        #expect(!head.boxes(in: drawn(width: width, height: height, seed: 3), limit: 10).isEmpty)
    }

    @Test("finds at least 90 of 100 objects in the drawn scenes with ten boxes")
    func samples() throws {
        let folder = SharedData.package.appending(path: "samples")
        let scenes = try JSONDecoder().decode(
            [SampleScene].self, from: Data(contentsOf: folder.appending(path: "scenes.json")))
        var found = 0
        var tried = 0
        for scene in scenes {
            let input = ImageInput.file(folder.appending(path: scene.file))
            let pixels = try #require(try prepare(input, as: Recipe(.pixels(fitting: 512))).outputs[0].pixels)
            let boxes = head.boxes(in: pixels, limit: 10)
            let scale = Float(pixels.size.width) / Float(scene.width)
            for object in scene.objects.map(\.box) {
                let truth = ScoredBox(
                    left: object[0] * scale, top: object[1] * scale, right: object[2] * scale,
                    bottom: object[3] * scale, score: 1)
                found += boxes.contains { $0.overlap(truth) >= 0.5 } ? 1 : 0
                tried += 1
            }
        }
        #expect(found * 10 >= tried * 9, "\(found) of \(tried)")
    }

    @Test("has at most 1 MB of parameters, and refuses those of another network")
    func parametersFit() throws {
        let bytes = parameters()
        #expect(bytes.count <= 1_000_000)
        #expect(throws: DescribeError.self) { try DetectionHead(parameters: Array(bytes.dropLast())) }
        #expect(throws: DescribeError.unusableParameters(detail: "stem is missing")) {
            try DetectionHead(parameters: ParameterFileTests.small)
        }
    }

    private func parameters() -> [UInt8] {
        var count = 0
        // Safe: the bytes are constant, live as long as the program, and `count` is their number.
        return unsafe Array(UnsafeBufferPointer(start: csd_detector(&count), count: count))
    }
}
