import Foundation
import ImageTypes
import Models
import PictureTestSupport
import TestSupport
import Testing

@testable import PictureText

/// The models of PP-OCR on this machine, and the library that runs them.
enum TextModels {
    static let reason: Comment =
        "skipped: MAGPIE_TESTS_TEXT_MODELS names no folder with models of PP-OCR, or there is no ONNX Runtime"

    /// The library that the tests of models have installed, else that of the system.
    private static let runtime: String? = {
        _ = PythonPackages.python("onnxruntime")
        let libraries = SharedData.package.path + "/.build/onnxruntime/lib"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
        return versions.map { "\(libraries)/\($0)/site-packages/onnxruntime/capi" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }()

    static let folder: String? = {
        let folder = ProcessInfo.processInfo.environment["MAGPIE_TESTS_TEXT_MODELS"] ?? ""
        return folder.isEmpty || !hasRuntime ? nil : folder
    }()

    static let hasRuntime = (try? ModelRuntime(path: runtime)) != nil

    static let settings = TextReaderSettings(runtime: runtime)
    static let reader = Result { try TextReader(URL(filePath: folder ?? ""), settings) }

    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "text-reader-program").path(percentEncoded: false)
}

@Suite(
    "Text in pictures, with models of PP-OCR", .timeLimit(.minutes(15)), .serialized,
    .enabled(if: TextModels.folder != nil, TextModels.reason))
struct TextReaderTests {
    private let texts = ["INVOICE 2041", "TOTAL 1200", "PARIS"]

    @Test("drawn lines are read in their order, with their places")
    func drawn() throws {
        let lines = try TextModels.reader.get().read(DrawnText.invoice)
        #expect(lines.map(\.text) == texts)
        #expect(lines.allSatisfy { $0.score > 0.9 })
        let first = try #require(lines.first).corners
        // The letters have 40...466 by 60...102; a box is some pixels larger.
        #expect(25...40 ~= first[0].x && 45...60 ~= first[0].y && 466...481 ~= first[2].x && 102...117 ~= first[2].y)
    }

    @Test("a page on its head is read right, its lines in reverse order")
    func turned() throws {
        let lines = try TextModels.reader.get().read(DrawnText.invoice.turned)
        #expect(lines.map(\.text) == texts.reversed())
    }

    @Test("the same picture has the same lines whatever was read before, and a line alone has its own score")
    func repeated() throws {
        let reader = try TextModels.reader.get()
        let lines = try reader.read(DrawnText.invoice)
        _ = try reader.read(DrawnText.picture(300, 100, [("PARIS", 20, 20)]))
        #expect(try reader.read(DrawnText.invoice) == lines)
        var settings = TextModels.settings
        settings.batching = .alone
        let alone = try TextReader(URL(filePath: TextModels.folder ?? ""), settings)
        #expect(try alone.read(DrawnText.invoice).map(\.text) == texts)
    }

    @Test("a picture without text has no lines", arguments: [(1, 1), (3, 900), (640, 480), (5000, 4)])
    func empty(width: Int, height: Int) throws {
        let gray = Pictures.solid(width, height, RGB(red: 120, green: 130, blue: 140))
        #expect(try TextModels.reader.get().read(gray).isEmpty)
    }

    @Test("places are those of the given picture, also where it was reduced")
    func large() throws {
        let lines = try TextModels.reader.get().read(
            DrawnText.picture(2400, 900, [("TOTAL 1200", 1200, 300)], scale: 10))
        let line = try #require(lines.first)
        #expect(line.text == "TOTAL 1200")
        #expect(abs(line.corners[0].x - 1200) < 40 && abs(line.corners[2].x - 1790) < 40)
        #expect(abs(line.corners[0].y - 300) < 40 && abs(line.corners[2].y - 370) < 40)
    }

    @Test("no line below the least score is given")
    func score() throws {
        var settings = TextModels.settings
        settings.leastScore = 1
        let reader = try TextReader(URL(filePath: TextModels.folder ?? ""), settings)
        #expect(try reader.read(DrawnText.invoice).isEmpty)
    }

    @Test("a process of its own gives the same lines, and the models that it cannot open are an error")
    func process() throws {
        let folder = try #require(TextModels.folder)
        let process = TextReaderProcess(
            folder, TextModels.settings, program: TextModels.program, arguments: ["read"], processes: 2)
        try process.start()
        #expect(try process.read(DrawnText.invoice) == TextModels.reader.get().read(DrawnText.invoice))
        #expect(process.states.map(\.isRunning) == [true])
        #expect(process.states[0].isConfined || process.states[0].pid != nil)
        process.end()
        #expect(throws: TextReaderError.self) { try process.read(DrawnText.invoice) }
        let missing = TextReaderProcess("/nothing/here", program: TextModels.program, arguments: ["read"])
        #expect(throws: TextReaderError.self) { try missing.start() }
        let other = TextReaderProcess(folder, program: "/bin/false", arguments: [])
        #expect(throws: TextReaderError.self) { try other.read(DrawnText.invoice) }
    }

    @Test("too little memory and too little time are errors of one picture")
    func limits() throws {
        let folder = try #require(TextModels.folder)
        let small = TextReaderProcess(
            folder, TextModels.settings, program: TextModels.program, arguments: ["read"], memory: 200 << 20)
        #expect(throws: TextReaderError.self) { try small.read(DrawnText.invoice) }
        let hurried = TextReaderProcess(
            folder, TextModels.settings, program: TextModels.program, arguments: ["read"], timeout: 0.05)
        #expect(throws: TextReaderError.self) { try hurried.read(DrawnText.invoice) }
    }

    @Test("a model with a dictionary of other characters is refused")
    func dictionary() throws {
        let folder = try TemporaryFolder()
        let models = try #require(TextModels.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: models)
        let detector = try #require(names.first { $0.contains("det") && $0.hasSuffix(".onnx") })
        let file = folder.url.appending(path: "det.onnx")
        try FileManager.default.copyItem(atPath: "\(models)/\(detector)", toPath: file.path)
        try FileManager.default.copyItem(
            atPath: "\(models)/\(detector)", toPath: folder.url.appending(path: "rec.onnx").path)
        let error = #expect(throws: TextReaderError.self) { try TextReader(folder.url, TextModels.settings) }
        #expect(error?.description.hasPrefix("rec.onnx: it has no dictionary; put the text file") == true)
        try Data("a\nb\n".utf8).write(to: folder.url.appending(path: "dict.txt"))
        let other = #expect(throws: TextReaderError.self) { try TextReader(folder.url, TextModels.settings) }
        #expect(other?.description == "rec.onnx: its output has 4 sides, and 3 are expected")
    }
}
