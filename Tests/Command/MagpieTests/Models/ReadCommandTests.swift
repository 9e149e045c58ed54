import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("magpie read", .timeLimit(.minutes(15)))
struct ReadCommandTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test(
        "it prints the lines of each picture, and a picture that cannot be used is an error of its own",
        .disabled(if: Sanitizer.isOn, "skipped: a sanitizer reserves more addresses than the model may have"),
        .enabled(if: MadeModels.runtime != nil, MadeModels.noRuntime))
    func lines() throws {
        try TextModel.write(to: "text", in: place)
        try place.write(try TextModel.picture, to: "in/a.png")
        try place.write([1, 2, 3], to: "in/b.jpg")
        let ended = try place.magpie(
            "read", "in", "--models", "text", "--jobs", "1", "--onnxruntime",
            try #require(MadeModels.runtime))
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.lines == ["in/a.png: 1 line", "  0.900  78,78,422,152  SALE"])
        #expect(ended.errors.contains("in/b.jpg"))
    }

    @Test(
        "wrong words are usage errors, and folders that hold no models end with what is missing",
        arguments: [
            (["read", "in"], 1, "missing models"), (["read", "in", "--models", "empty", "--score", "2"], 1, "--score"),
            (["read", "in", "--models", "nowhere"], 2, "no folder at"),
            (["read", "in", "--models", "empty"], 2, "expected a file *det*.onnx"),
        ])
    func wrong(words: [String], code: Int32, message: String) throws {
        try place.folder("empty")
        try place.write(try picture(), to: "in/a.jpg")
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == code && ended.errors.contains(message), "\(ended.code) \(ended.errors)")
    }
}
