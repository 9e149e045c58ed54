import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Objects cut out")
struct ObjectCutOutTests {
    private let pixels = Pictures.solid(200, 100, RGB(red: 10, green: 200, blue: 30))

    private func object(_ box: Box, _ coverage: [UInt8], _ size: Size) -> DetectedObject {
        DetectedObject(box: box, score: 0.5, mask: ObjectMask(size: size, coverage: coverage))
    }

    @Test("what the mask leaves out is white, what it covers keeps its color")
    func mask() {
        let box = Box(left: 20, top: 10, width: 80, height: 80)
        let cut = object(box, [255, 0, 255, 0], Size(width: 2, height: 2)).cutOut(of: pixels)
        #expect(cut.size == Size(width: 85, height: 85))
        #expect(cut.pixel(0, 0) == RGB(red: 255, green: 255, blue: 255))
        #expect(cut.pixel(8, 40) == RGB(red: 10, green: 200, blue: 30))
        #expect(cut.pixel(78, 40) == RGB(red: 255, green: 255, blue: 255))
    }

    @Test("narrow and flat objects get sides of 4:5 and 5:4")
    func sides() {
        let narrow = object(Box(left: 0, top: 0, width: 20, height: 100), [255], Size(width: 1, height: 1))
        #expect(narrow.cutOut(of: pixels).size == Size(width: 85, height: 106))
        let flat = object(Box(left: 0, top: 0, width: 200, height: 20), [255], Size(width: 1, height: 1))
        #expect(flat.cutOut(of: pixels).size == Size(width: 212, height: 170))
    }

    @Test("an object whose mask covers little of its box stays on its ground")
    func littleCovered() {
        let box = Box(left: 50, top: 0, width: 100, height: 100)
        let coverage = [255] + [UInt8](repeating: 0, count: 3)
        let cut = object(box, coverage, Size(width: 2, height: 2)).cutOut(of: pixels)
        #expect(cut.pixel(100, 100) == RGB(red: 10, green: 200, blue: 30))
    }

    @Test("boxes that lie partly outside are taken as far as they go")
    func outside() {
        let box = Box(left: 150, top: -20, width: 100, height: 100)
        #expect(object(box, [255], Size(width: 1, height: 1)).cutOut(of: pixels).size == Size(width: 68, height: 85))
    }

    @Test("boxes go to the pixels of the original and stay within it")
    func scaled() {
        let (small, large) = (Size(width: 512, height: 384), Size(width: 4000, height: 3000))
        let box = Box(left: 128, top: 0, width: 384, height: 192)
        let object = DetectedObject(box: box, score: 1).scaled(from: small, to: large)
        #expect(object.box == Box(left: 1000, top: 0, width: 3000, height: 1500))
        let dot = Box(left: 511, top: 383, width: 1, height: 1).scaled(from: small, to: Size(width: 2, height: 2))
        #expect(dot == Box(left: 1, top: 1, width: 1, height: 1))
    }

    @Test("a mask that does not fit its size is refused")
    func unfit() {
        #expect(ObjectMask(size: Size(width: 2, height: 2), coverage: [1, 2, 3]) == nil)
    }
}
