import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Objects of labelled pictures", .timeLimit(.minutes(15)))
struct RecallTests {
    /// Pictures of one kind with the boxes that count, as shares of the sides.
    private static func pictures(of kind: String, in folder: URL) throws -> [String: [[Double]]] {
        let text = try String(contentsOf: folder.appending(path: "boxes.csv"), encoding: .utf8)
        var pictures: [String: [[Double]]] = [:]
        for line in text.split(whereSeparator: \.isNewline).dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let box = cells[2..<6].compactMap { Double($0) }
            guard cells[0].contains(kind), kind != "coco/" || box[2] * box[3] >= 0.03 else { continue }
            pictures[String(cells[0]), default: []].append(box)
        }
        return pictures
    }

    /// Counts of found objects, and of right boxes among all: those with an object in them that is in no better one.
    private struct Counts {
        var (objects, found, boxes, right) = (0, 0, 0, 0)
    }

    @Test(
        "objects are found with at most ten boxes",
        .enabled(if: SharedData.folder("retrieval") != nil, "skipped: there is no ../shared/data/retrieval"),
        arguments: [("white_", 0.97), ("flat_", 0.97), ("photo_", 0.72), ("coco/", 0.5)])
    func share(of kind: String, least: Double) throws {
        let counts = try count(kind) { ObjectDetector.shared.objects(in: $0, limit: 10, sensitivity: .high) }
        #expect(counts.objects > 90)
        #expect(Double(counts.found) >= least * Double(counts.objects), "\(counts)")
    }

    @Test(
        "most boxes of the default are right, and few objects of clean pictures are missed",
        .enabled(if: SharedData.folder("retrieval") != nil, "skipped: there is no ../shared/data/retrieval"),
        arguments: [("white_", 0.97, 0.98), ("flat_", 0.97, 0.98), ("photo_", 0.65, 0.75), ("coco/", 0.26, 0.38)])
    func byDefault(kind: String, found: Double, right: Double) throws {
        let counts = try count(kind) { ObjectDetector.shared.objects(in: $0) }
        #expect(Double(counts.found) >= found * Double(counts.objects), "\(counts)")
        #expect(Double(counts.right) >= right * Double(counts.boxes), "\(counts)")
    }

    private func count(_ kind: String, _ find: (PixelBuffer) -> [DetectedObject]) throws -> Counts {
        let folder = try #require(SharedData.folder("retrieval"))
        var counts = Counts()
        for (file, boxes) in try Self.pictures(of: kind, in: folder) {
            let bytes = try [UInt8](Data(contentsOf: folder.appending(path: file)))
            let pixels = try #require(
                try prepare(.bytes(bytes), as: Recipe(.pixels(fitting: 512))).outputs[0].pixels)
            let objects = find(pixels).filter { !$0.isWholePicture }
            let (width, height) = (Double(pixels.size.width), Double(pixels.size.height))
            var left = boxes.map { box in
                Box(
                    left: Int((box[0] * width).rounded()), top: Int((box[1] * height).rounded()),
                    width: Int((box[2] * width).rounded()), height: Int((box[3] * height).rounded()))
            }
            counts.objects += left.count
            counts.found += left.count { truth in objects.contains { $0.box.overlap(truth) >= 0.5 } }
            counts.boxes += objects.count
            for object in objects {
                let overlaps = left.map { $0.overlap(object.box) }
                guard let best = overlaps.max(), best >= 0.5, let index = overlaps.firstIndex(of: best) else {
                    continue
                }
                counts.right += 1
                left.remove(at: index)
            }
        }
        return counts
    }
}
