import Foundation
import ImageTypes
import Models
import PictureTestSupport
import TestSupport
import Testing

@testable import PictureText

@Suite(
    "Text in pictures, with models made here", .timeLimit(.minutes(15)),
    .enabled(
        if: TextModels.hasRuntime, "skipped: there is no ONNX Runtime; MAGPIE_TESTS_INSTALL=1 installs it from PyPI"))
struct MadeModelTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write(ModelBytes.textDetector, "det.onnx")
        try write(ModelBytes.textRecognizer(characters: 2, dictionary: "SALE\n\u{3000}"), "rec.onnx")
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: folder.url.appending(path: name))
    }

    private func reader(_ settings: TextReaderSettings = TextModels.settings) throws -> TextReader {
        try TextReader(folder.url, settings)
    }

    /// A light picture with dark bars.
    private let bars = Pictures.draw(800, 736) { x, y in
        100..<400 ~= x && (100..<130 ~= y || 300..<330 ~= y) ? (0, 0, 0) : (255, 255, 255)
    }

    @Test("each bar is a line with the text of its class")
    func lines() throws {
        let lines = try reader().read(bars)
        #expect(lines.map(\.text) == ["SALE", "SALE"])
        #expect(lines.map(\.score) == [0.9, 0.9])
        // The area of a bar by 1.6 through the length of its outline is 21.8; the bar is a pixel larger each way.
        let corners = [Corner(x: 78, y: 78), Corner(x: 422, y: 78), Corner(x: 422, y: 152), Corner(x: 78, y: 152)]
        #expect(lines[0].corners == corners)
    }

    @Test("the dictionary beside a model counts where there is none in it, and must have a text for each class")
    func dictionary() throws {
        try write(ModelBytes.textRecognizer(characters: 2), "rec.onnx")
        let missing = #expect(throws: TextReaderError.self) { try reader() }
        #expect(missing?.description.contains("it has no dictionary") == true)
        try write(Array("Größe\nb\n".utf8), "ppocr_keys_v1.txt")
        #expect(try reader().read(bars).map(\.text) == ["Größe", "Größe"])
        try write(Array("a\nb\nc\nd\n".utf8), "ppocr_keys_v1.txt")
        let other = #expect(throws: TextReaderError.self) { try reader() }
        #expect(
            other?.description
                == "rec.onnx: it has 4 classes, and its dictionary of 4 characters is for 6; take the dictionary that was made "
                + "for it")
    }

    @Test("lines below the least score and lines of blanks are left out")
    func leftOut() throws {
        var settings = TextModels.settings
        settings.leastScore = 0.91
        #expect(try reader(settings).read(bars).isEmpty)
        try write(ModelBytes.textRecognizer(characters: 2, dictionary: "\u{3000}\na"), "rec.onnx")
        #expect(try reader().read(bars).isEmpty)
    }

    @Test("certainties that are no numbers are no text", arguments: [Float.nan, .infinity])
    func odd(certainty: Float) throws {
        try write(ModelBytes.textRecognizer(characters: 2, dictionary: "a\nb", certainty: certainty), "rec.onnx")
        #expect(try reader().read(bars).isEmpty)
    }

    @Test("a classifier of any certainty leaves the lines where they are", arguments: [Float(0), 0.89, 0.95, .nan])
    func classifier(certainty: Float) throws {
        try write(ModelBytes.textClassifier(turned: certainty), "cls.onnx")
        #expect(try reader().read(bars).map(\.text) == ["SALE", "SALE"])
    }

    @Test("a graph of another shape is an error that names its file")
    func misfits() throws {
        try write(ModelBytes.textRecognizer(characters: 2), "det.onnx")
        let detector = #expect(throws: TextReaderError.self) { try reader().read(bars) }
        #expect(detector?.description.contains("the model does not") == true)
        try write(ModelBytes.textDetector, "det.onnx")
        try write(ModelBytes.textDetector, "cls.onnx")
        let classifier = #expect(throws: TextReaderError.self) { try reader().read(bars) }
        #expect(classifier?.description.hasPrefix("cls.onnx: its output has the shape [2, 1, 48, 192]") == true)
        try write([1, 2, 3], "cls.onnx")
        let broken = #expect(throws: TextReaderError.self) { try reader() }
        #expect(broken?.description.contains("is not a usable ONNX model") == true)
    }

    @Test("a very long line is read in a bounded width, and a strip that is too long has no lines")
    func long() throws {
        let strip = Pictures.draw(2000, 40) { x, y in 15..<24 ~= y ? (0, 0, 0) : (255, 255, 255) }
        // The black rows above and below are text to this detector.
        let lines = try reader().read(strip)
        #expect(lines.contains { $0.corners[0].x < 10 && $0.corners[1].x > 1990 })
        #expect(lines.allSatisfy { $0.corners.allSatisfy { 0...2000 ~= $0.x && 0...40 ~= $0.y } })
        let line = Pictures.solid(6000, 7, RGB(red: 0, green: 0, blue: 0))
        #expect(try reader().read(line).isEmpty)
    }

    @Test("a process of its own gives the same lines, and goes on after a fault")
    func process() throws {
        let process = TextReaderProcess(
            folder.url.path, TextModels.settings, program: TextModels.program, arguments: ["read"])
        #expect(try process.read(bars) == reader().read(bars))
        #expect(process.states.map(\.isRunning) == [true])
        process.end()
        #expect(throws: TextReaderError.self) { try process.read(bars) }
        let missing = TextReaderProcess("/nothing/here", program: TextModels.program, arguments: ["read"])
        let error = #expect(throws: TextReaderError.self) { try missing.start() }
        #expect(error?.description.contains("no folder at /nothing/here") == true)
        let hurried = TextReaderProcess(
            folder.url.path, TextModels.settings, program: TextModels.program, arguments: ["read"], timeout: 0.001)
        #expect(throws: TextReaderError.self) { try hurried.read(bars) }
    }
}
