import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("magpie with a model in a folder", .timeLimit(.minutes(15)))
struct ModelCommandTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func run(_ words: String...) throws -> Ended {
        try Running(magpieBinary, words, in: place.path).wait()
    }

    @Test(
        "model check tells layout, tokenizer, license, languages, times and the self-test",
        .disabled(if: Sanitizer.isOn, "skipped: a sanitizer reserves more addresses than the model may have"),
        .enabled(if: MadeModels.runtime != nil, MadeModels.noRuntime))
    func check() throws {
        try PictureModel.write(to: "model", in: place, describesTexts: true)
        let ended = try run("model", "check", "model", "--onnxruntime", try #require(MadeModels.runtime))
        #expect(ended.code == 0, "\(ended.errors)")
        let text = String(decoding: ended.output, as: UTF8.self)
        for part in [
            "immich", "model ", "visual/model.onnx", "textual/model.onnx", "textual/tokenizer.json",
            "3 values; open after", "a picture: ", "a text: ", " mit", " en, de", "two texts of one meaning",
        ] { #expect(text.contains(part), "\(part) is not in \(text)") }
    }

    @Test("a model of texts alone is refused for a store, with the reason")
    func textsOnly() throws {
        for name in ["config.json", "tokenizer.json", "model.onnx"] {
            try place.write(Array("{}".utf8), to: "m/" + name)
        }
        try place.write(try picture(), to: "in/a.jpg")
        let ended = try run("index", "in", "--model", "m")
        #expect(ended.code == 2 && ended.output.isEmpty)
        #expect(ended.errors.contains("describes texts only; expected a picture tower"), "\(ended.errors)")
        #expect(!FileManager.default.fileExists(atPath: (place / "catalog.magpie").text))
    }

    @Test(
        "wrong words are usage errors, and folders that hold no model end with the reason",
        arguments: [
            (["model"], 1, "missing action"),
            (["model", "chek", "x"], 1, "unknown action 'chek'; did you mean check?"),
            (["model", "check"], 1, "missing folder"), (["model", "check", "x", "y"], 1, "takes one folder"),
            (["model", "check", "nowhere"], 2, "no folder at"), (["model", "check", "empty"], 2, "found no files"),
            (["index", "in", "--model", "x", "--describer", "http://localhost:1#m"], 1, "not both"),
            (["search", "--text", "dog", "--model", "nowhere"], 2, "no folder at"),
        ])
    func wrong(words: [String], code: Int32, message: String) throws {
        try place.folder("empty")
        try place.write(try picture(), to: "in/a.jpg")
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == code && ended.errors.contains(message), "\(ended.code) \(ended.errors)")
    }

    @Test(
        "without the library the sentence names the package and the option",
        .disabled(if: Sanitizer.isOn, "skipped: a sanitizer reserves more addresses than the model may have"))
    func noLibrary() throws {
        try place.write(Array("no graph".utf8), to: "m/visual/model.onnx")
        try place.write(Array(#"{"embed_dim": 4, "text_cfg": {}}"#.utf8), to: "m/config.json")
        try place.write(
            Array(
                #"""
                {"size": 32, "mean": [0, 0, 0], "std": [1, 1, 1], "interpolation": "bicubic", "resize_mode": "squash"}
                """#.utf8), to: "m/visual/preprocess_cfg.json")
        let ended = try run("model", "check", "m", "--onnxruntime", "nowhere/libonnxruntime.so")
        #expect(ended.code == 2)
        #expect(ended.errors.contains("install the package libonnxruntime1.21"), "\(ended.errors)")
    }

    @Test(
        "index, search, info and describe use a model of a folder, and the store finds the folder again",
        .enabled(if: MadeModels.pair != nil, MadeModels.reason))
    func wholeWay() throws {
        let (model, runtime) = try #require(MadeModels.pair)
        let pictures = SharedData.package.appending(path: "samples/images").path
        let made = try run("index", pictures, "--model", model, "--onnxruntime", runtime, "--json")
        #expect(made.code == 0, "\(made.errors)")
        let library = ["MAGPIE_ONNXRUNTIME": runtime]
        func later(_ words: String...) throws -> Ended {
            try Running(magpieBinary, words, in: place.path, environment: library).wait()
        }
        let info = try later("info", "--json")
        #expect(String(decoding: info.output, as: UTF8.self).contains(#""folder":"\#(model)","languages":["en"]"#))
        let found = try later("search", "--text", "umbrella", "--json")
        #expect(found.code == 0, "\(found.errors)")
        let strange = try later("search", "--text", "tax return", "--json")
        #expect(String(decoding: strange.output, as: UTF8.self).contains(#""total":0"#))
        let back = try later("store", "describe", "--json")
        #expect(back.code == 0 && String(decoding: back.output, as: UTF8.self).contains(#""former":"model "#))
    }
}
