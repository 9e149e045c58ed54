import Foundation
import Models
import TestSupport
import Testing

@testable import PictureText

@Suite("Folders of models that read text", .timeLimit(.minutes(5)))
struct TextModelFilesTests {
    private func files(_ names: String...) throws -> TextModelFiles {
        let folder = try TemporaryFolder()
        for name in names {
            let url = folder.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("a\n".utf8).write(to: url)
        }
        return try TextModelFiles(folder.url.path)
    }

    @Test("files are known by their names, in the folder and in the folders in it")
    func found() throws {
        let flat = try files(
            "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx", "ch_ppocr_mobile_v2.0_cls_mobile.onnx", "readme.txt")
        #expect(flat.detector.name == "PP-OCRv6_det_small.onnx")
        #expect(flat.recognizer.name == "PP-OCRv6_rec_small.onnx")
        #expect(flat.classifier?.name == "ch_ppocr_mobile_v2.0_cls_mobile.onnx")
        #expect(flat.dictionary == nil)
        let deep = try files(
            "v5/det/inference.onnx", "det/inference.onnx", "rec/inference.onnx", "rec/ppocr_keys_v1.txt")
        #expect(deep.detector.name == "det/inference.onnx")
        #expect(deep.classifier == nil)
        #expect(deep.dictionary?.bytes == Array("a\n".utf8))
        let other = try files("x_det.onnx", "x_rec.onnx", "text_direction_cls.onnx")
        #expect(other.classifier?.name == "text_direction_cls.onnx")
        let new = try files("x_det.onnx", "x_rec.onnx", "PP-LCNet_textline_ori.onnx")
        #expect(new.classifier?.name == "PP-LCNet_textline_ori.onnx")
    }

    @Test("what is missing or there twice is named, with what would be right")
    func faults() {
        func fault(_ names: String...) -> String {
            do {
                let folder = try TemporaryFolder()
                for name in names { try Data().write(to: folder.url.appending(path: name)) }
                _ = try TextModelFiles(folder.url.path)
                return ""
            } catch { return "\(error)" }
        }
        #expect(
            fault() == "the folder: found no file *.onnx; expected a file *det*.onnx, the detection model of PP-OCR")
        #expect(
            fault("a_det.onnx")
                == "the folder: found a_det.onnx; expected a file *rec*.onnx, the recognition model of PP-OCR")
        #expect(
            fault("a_det.onnx", "b_det.onnx", "rec.onnx")
                == "the folder: found a_det.onnx, b_det.onnx; expected one file *det*.onnx")
        #expect(fault("det.onnx", "v4_rec.onnx", "v5_rec.onnx").contains("found v4_rec.onnx, v5_rec.onnx"))
        #expect(
            fault("det.onnx", "rec.onnx", "keys.txt", "dict.txt").contains("expected one file *dict*.txt or *keys*.txt")
        )
    }

    @Test("a folder that is not there, and settings out of their range, are errors")
    func settings() {
        #expect(throws: TextReaderError.self) { try TextReader(URL(filePath: "/nothing/here")) }
        for settings in [
            TextReaderSettings(leastScore: 2), TextReaderSettings(leastScore: .nan),
            TextReaderSettings(sides: 1...2000),
            TextReaderSettings(sides: 30...50_000), TextReaderSettings(mapSide: 8),
        ] {
            #expect(throws: TextReaderError.self) { try TextReader(URL(filePath: "/"), settings) }
        }
    }

    @Test("the arguments of a process are read as they were written, and others are refused")
    func arguments() {
        var settings = TextReaderSettings(runtime: "/a b", threads: 3, leastScore: 0.25, sides: 32...1000, mapSide: 640)
        settings.batching = .alone
        let work = TextReaderWork(folder: "/models", settings: settings)
        #expect(TextReaderWork(work.arguments) == work)
        for words in [
            [], ["/m", "--threads"], ["/m", "--threads", "0"], ["/m", "--score", "nan"], ["/m", "--sides", "9...1"],
            ["/m", "--sides", "30"], ["/m", "--batch", "seven"], ["/m", "--other", "1"], ["/m", "--map", "1"],
        ] { #expect(TextReaderWork(words) == nil, "\(words)") }
    }
}
