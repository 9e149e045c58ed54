import EngineTestSupport
import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Objects in pictures", .timeLimit(.minutes(5)))
struct ObjectDetectorTests {
    private let scenes = Result { try DrawnScene.all() }
    private let detector = ObjectDetector.shared

    @Test("the objects of drawn scenes are found, each with a box within its picture and scores that fall")
    func drawnScenes() throws {
        var (found, total) = (0, 0)
        for scene in try scenes.get() {
            let objects = detector.objects(in: scene.pixels, limit: 10, sensitivity: .high)
            #expect(objects.count <= 10)
            for (object, next) in zip(objects, objects.dropFirst()) { #expect(object.score >= next.score) }
            for object in objects {
                #expect((0...1).contains(object.score) && !object.isWholePicture && object.mask != nil)
                #expect(object.box.left >= 0 && object.box.top >= 0 && object.box.width > 0 && object.box.height > 0)
                #expect(object.box.right <= scene.pixels.size.width)
                #expect(object.box.bottom <= scene.pixels.size.height)
            }
            total += scene.boxes.count
            found += scene.boxes.count { box in objects.contains { $0.box.overlap(box) >= 0.5 } }
        }
        #expect(Double(found) >= 0.95 * Double(total), "\(found) of \(total)")
    }

    @Test("the limit is kept, and kept within 1 and 30")
    func limit() throws {
        let pixels = try #require(try scenes.get().last).pixels
        for (asked, given) in [(-5, 1), (0, 1), (1, 1), (3, 3), (1000, 30)] {
            #expect(detector.objects(in: pixels, limit: asked, sensitivity: .high).count <= given)
        }
        let few = detector.objects(in: pixels, limit: 3)
        #expect(few == Array(detector.objects(in: pixels, limit: 10).prefix(3)))
        #expect(
            detector.objects(in: pixels, limit: 30, sensitivity: .high).count
                >= detector.objects(in: pixels, limit: 30, sensitivity: .low).count)
    }

    @Test("objects that stand clear are as many boxes as objects", arguments: 1...4)
    func noSurplus(count: Int) {
        let places = [(40, 40), (300, 60), (60, 230), (320, 220)].prefix(count)
        let boxes = places.map { Box(left: $0.0, top: $0.1, width: 130, height: 120) }
        let pixels = Pictures.page(512, 384, boxes)
        let objects = detector.objects(in: pixels)
        #expect(objects.count == count)
        for box in boxes { #expect(objects.contains { $0.box.overlap(box) >= 0.8 && $0.score >= 0.5 }, "\(box)") }
    }

    @Test("sensitivity high gives all that low gives in the same order, and more")
    func sensitivities() throws {
        var (few, all) = (0, 0)
        for scene in try scenes.get() {
            let low = detector.objects(in: scene.pixels, limit: 30)
            let high = detector.objects(in: scene.pixels, limit: 30, sensitivity: .high)
            #expect(high.filter(low.contains) == low, "\(scene.name)")
            (few, all) = (few + low.count, all + high.count)
            // Low leaves out improbable objects, repetitions, parts beside their whole, and boxes around several.
            for (index, object) in low.enumerated() where !object.isWholePicture {
                let better = low[..<index]
                #expect(object.score >= 0.3, "\(scene.name): \(object.box)")
                for other in better {
                    #expect(object.box.overlap(other.box) <= 0.45, "\(scene.name): \(object.box), \(other.box)")
                    guard object.score < 0.5 * other.score else { continue }
                    #expect(object.box.share(within: other.box) <= 0.85, "\(scene.name): \(object.box)")
                }
                #expect(better.count { $0.box.share(within: object.box) > 0.85 } < 2, "\(scene.name): \(object.box)")
            }
        }
        #expect(all > few)
    }

    @Test("the lowest score can be chosen, below and above the default")
    func minimumScore() throws {
        for scene in try scenes.get().prefix(6) {
            let all = detector.objects(in: scene.pixels, limit: 30, minimumScore: 0.05)
            #expect(detector.objects(in: scene.pixels, limit: 30) == all.filter { $0.score >= 0.3 }, "\(scene.name)")
            let clear = detector.objects(in: scene.pixels, limit: 30, sensitivity: .high, minimumScore: 0.9)
            #expect(clear.allSatisfy { $0.score >= 0.9 || $0.isWholePicture }, "\(scene.name)")
        }
        let pixels = try #require(try scenes.get().first).pixels
        #expect(detector.objects(in: pixels, minimumScore: 1).map(\.isWholePicture) == [true])
    }

    @Test("a part beside its whole is left out; an object on another one stays")
    func partsAndThingsOnThings() {
        // A mug on a tray: both stand clear. The stripe of the mug is a part of it.
        let (tray, mug) = (
            Box(left: 90, top: 90, width: 320, height: 220), Box(left: 200, top: 150, width: 100, height: 100)
        )
        let pixels = Pictures.draw(512, 384) { x, y in
            func isIn(_ box: Box) -> Bool { (box.left..<box.right).contains(x) && (box.top..<box.bottom).contains(y) }
            if isIn(mug) { return (180...220).contains(y) ? (250, 220, 60) : (40, 60, 190) }
            return isIn(tray) ? (170, 60, 40) : (240, 240, 236)
        }
        let objects = detector.objects(in: pixels)
        #expect(objects.contains { $0.box.overlap(tray) >= 0.7 }, "\(objects.map(\.box))")
        let stripe = Box(left: 200, top: 180, width: 100, height: 41)
        #expect(!objects.contains { $0.box.overlap(stripe) >= 0.6 }, "\(objects.map(\.box))")
    }

    @Test("without anything in it: one object, flagged as the whole picture", arguments: [0, 128, 255] as [UInt8])
    func blank(level: UInt8) {
        let pixels = Pictures.solid(320, 200, RGB(red: level, green: level, blue: level))
        let objects = detector.objects(in: pixels)
        #expect(objects.map(\.isWholePicture) == [true])
        #expect(objects.first?.box == Box(covering: pixels.size))
        let point = Point(left: 5, top: 6)
        let candidates = detector.candidates(in: pixels)
        #expect(detector.object(at: point, among: candidates, of: pixels.size).isWholePicture)
        #expect(objects.first?.cutOut(of: pixels) == pixels)
    }

    @Test("pictures of any sides are taken", arguments: [(1, 1), (1, 900), (900, 1), (3, 2), (17, 2000), (4100, 4100)])
    func oddSizes(sides: (Int, Int)) {
        let pixels = Pictures.solid(sides.0, sides.1, RGB(red: 9, green: 99, blue: 199))
        for object in detector.objects(in: pixels) {
            #expect(object.box.right <= sides.0 && object.box.bottom <= sides.1)
        }
    }

    @Test("thirty objects on a page are thirty objects")
    func thirty() {
        let boxes = (0..<30).map { Box(left: 20 + $0 % 6 * 82, top: 18 + $0 / 6 * 98, width: 58, height: 70) }
        let pixels = Pictures.page(512, 512, boxes)
        let objects = detector.objects(in: pixels, limit: 30)
        #expect(objects.count == 30)
        for box in boxes { #expect(objects.contains { $0.box.overlap(box) >= 0.8 }, "\(box)") }
    }

    @Test("tiny objects are found, and objects at the border")
    func tinyAndAtTheBorder() {
        let boxes = [
            Box(left: 250, top: 240, width: 18, height: 18), Box(left: 0, top: 0, width: 90, height: 120),
            Box(left: 400, top: 300, width: 112, height: 84), Box(left: 200, top: 0, width: 60, height: 70),
        ]
        let objects = detector.objects(in: Pictures.page(512, 384, boxes), limit: 10, sensitivity: .high)
        for box in boxes { #expect(objects.contains { $0.box.overlap(box) >= 0.6 }, "\(box)") }
    }

    @Test("a point selects the object under it, and the nearest one where there is none")
    func points() {
        let (left, right) = (
            Box(left: 60, top: 100, width: 120, height: 160), Box(left: 330, top: 120, width: 110, height: 130)
        )
        let pixels = Pictures.page(512, 384, [left, right])
        let candidates = detector.candidates(in: pixels)
        func selected(_ x: Int, _ y: Int) -> Box {
            detector.object(at: Point(left: x, top: y), among: candidates, of: pixels.size).box
        }
        for (x, y) in [(120, 180), (75, 140), (165, 220)] {
            #expect(selected(x, y).overlap(left) >= 0.9, "\(x),\(y)")
        }
        for (x, y) in [(385, 185), (345, 220)] { #expect(selected(x, y).overlap(right) >= 0.9, "\(x),\(y)") }
        // Outside, between, in the corners and beyond the picture.
        for (x, y) in [(30, 50), (200, 180), (0, 0), (0, 383), (-40, -9)] {
            #expect(selected(x, y).overlap(left) >= 0.9, "\(x),\(y)")
        }
        for (x, y) in [(310, 180), (511, 0), (511, 383), (9999, 200)] {
            #expect(selected(x, y).overlap(right) >= 0.9, "\(x),\(y)")
        }
    }

    @Test("the same answer on however many threads")
    func threads() throws {
        let pixels = try #require(try scenes.get().first).pixels
        let alone = detector.objects(in: pixels, limit: 10)
        let answers = Locked<[[DetectedObject]]>([])
        DispatchQueue.concurrentPerform(iterations: 12) { _ in
            let objects = detector.objects(in: pixels, limit: 10)
            answers.withLock { $0.append(objects) }
        }
        let all = answers.withLock { $0 }
        #expect(all.count == 12 && all.allSatisfy { $0 == alone })
    }
}

extension Box {
    /// The share of the box that lies in another one, 0…1.
    fileprivate func share(within other: Box) -> Double {
        let width = max(min(right, other.right) - max(left, other.left), 0)
        let height = max(min(bottom, other.bottom) - max(top, other.top), 0)
        return Double(width * height) / Double(size.pixelCount)
    }
}
