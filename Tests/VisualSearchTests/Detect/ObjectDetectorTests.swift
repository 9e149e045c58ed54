import Foundation
import Imaging
import TestSupport
import Testing

@testable import VisualSearch

@Suite struct ObjectDetectorTests {
    private let scenes = Result { try SampleScene.all() }

    @Test("the objects of drawn scenes are found")
    func findsDrawnObjects() throws {
        var (found, total) = (0, 0)
        for scene in try scenes.get() {
            let objects = ObjectDetector.shared.objects(in: scene.pixels, limit: 10)
            total += scene.boxes.count
            found += scene.boxes.count { box in objects.contains { $0.box.overlap(box) >= 0.5 } }
        }
        #expect(Double(found) >= 0.97 * Double(total), "\(found) of \(total)")
    }

    @Test("a picture without anything in it gives one object, flagged as the whole picture")
    func blank() throws {
        let size = Size(width: 320, height: 200)
        for value in [0, 128, 255] as [UInt8] {
            let pixels = try #require(
                PixelBuffer(size: size, bytes: [UInt8](repeating: value, count: size.pixelCount * 3)))
            let objects = ObjectDetector.shared.objects(in: pixels)
            #expect(objects.map(\.isWholePicture) == [true])
            #expect(objects.first?.box == Box(covering: size))
        }
    }
}
