import Foundation
import Imaging
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

    @Test(
        "objects are found with at most ten boxes",
        .enabled(if: SharedData.folder("retrieval") != nil, "skipped: there is no ../shared/data/retrieval"),
        arguments: [("white_", 0.97), ("flat_", 0.97), ("photo_", 0.72), ("coco/", 0.5)])
    func share(of kind: String, least: Double) throws {
        let folder = try #require(SharedData.folder("retrieval"))
        var (found, total) = (0, 0)
        for (file, boxes) in try Self.pictures(of: kind, in: folder) {
            let bytes = try [UInt8](Data(contentsOf: folder.appending(path: file)))
            let pixels = try #require(
                try prepare(.bytes(bytes), as: Recipe(.pixels(fitting: 512))).outputs[0].pixels)
            let objects = ObjectDetector.shared.objects(in: pixels, limit: 10)
            let (width, height) = (Double(pixels.size.width), Double(pixels.size.height))
            for box in boxes {
                let truth = Box(
                    left: Int((box[0] * width).rounded()), top: Int((box[1] * height).rounded()),
                    width: Int((box[2] * width).rounded()), height: Int((box[3] * height).rounded()))
                total += 1
                found += objects.contains { $0.box.overlap(truth) >= 0.5 } ? 1 : 0
            }
        }
        #expect(total > 90)
        #expect(Double(found) >= least * Double(total), "\(found) of \(total)")
    }
}
