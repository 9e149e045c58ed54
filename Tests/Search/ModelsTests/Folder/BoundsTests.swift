import Foundation
import TestSupport
import Testing

@testable import Models

@Suite("Bounds of model folders")
struct BoundsTests {
    @Test("a link that leaves the folder is refused with its target, and one that stays is followed")
    func links() throws {
        let (model, other) = (try WrittenModel.clip(), try WrittenModel(["graph.onnx": "graph"]))
        let graph = model.folder.url.appending(path: "onnx/vision_model.onnx")
        try FileManager.default.moveItem(at: graph, to: model.folder.url.appending(path: "kept"))
        try FileManager.default.createSymbolicLink(atPath: graph.path, withDestinationPath: "../kept")
        #expect(try model.read().picture?.graph.file.bytes == 5)
        try FileManager.default.removeItem(at: graph)
        try FileManager.default.createSymbolicLink(
            at: graph, withDestinationURL: other.folder.url.appending(path: "graph.onnx"))
        #expect(model.refusal().contains("a link out of the folder"), "\(model.refusal())")
    }

    @Test("a JSON file of more than 4 MiB is refused, but a tokenizer may be larger")
    func sizes() throws {
        let model = try WrittenModel.clip()
        let large = #"{"a": ""# + String(repeating: "x", count: 4 << 20) + "\"}"
        try model.write("tokenizer.json", large)
        #expect(try model.read().text?.tokenizer.bytes == large.utf8.count)
        try model.write("config.json", large)
        #expect(model.refusal().hasPrefix("config.json: found \(large.utf8.count) bytes"))
    }

    @Test(
        "malformed JSON, and JSON of another kind, name the file", arguments: ["{", "[]", "", "{\"a\": 1,}", "\u{0}"])
    func malformed(_ text: String) throws {
        let model = try WrittenModel.clip()
        try model.write("config.json", text)
        #expect(model.refusal().hasPrefix("config.json: "), "\(model.refusal())")
    }

    @Test("a length without limit is none, and one that is no number an error")
    func lengths() throws {
        let model = try WrittenModel.ofTexts()
        #expect(try model.read().text?.length == 512)
        try model.write("config.json", #"{"max_position_embeddings": "long"}"#)
        #expect(model.refusal().contains("max_position_embeddings: found a string (long)"))
        try model.write("config.json", #"{"max_position_embeddings": 0}"#)
        #expect(model.refusal().contains("max_position_embeddings: found a number (0)"))
    }

    @Test("the identity changes with a byte of any file, and not with the place of the folder")
    func identity() throws {
        let (one, other) = (try WrittenModel.clip(), try WrittenModel.clip())
        let identity = try one.read().identity()
        #expect(identity.count == 32)
        #expect(try other.read().identity() == identity)
        for file in try one.read().files() {
            let url = other.folder.url.appending(path: file.name)
            let kept = try Data(contentsOf: url)
            try (kept + Data(" ".utf8)).write(to: url)
            #expect(try other.read().identity() != identity, "\(file.name)")
            try kept.write(to: url)
        }
        #expect(try other.read().identity() == identity)
        #expect(try one.read().files().count == 6)
    }

    @Test("a file that names the padding belongs to the identity, and one that another file overrules does not")
    func paddingFile() throws {
        let model = try WrittenModel.immich()
        func identity(_ padding: String) throws -> String {
            try model.write("textual/special_tokens_map.json", #"{"pad_token": "\#(padding)"}"#)
            return try model.read().identity()
        }
        #expect(try identity("<a>") == identity("<b>"))
        try model.write("textual/tokenizer_config.json", #"{"model_max_length": 77}"#)
        #expect(try identity("<a>") != identity("<b>"))
        #expect(try model.read().text?.padding == "<b>")
    }

    @Test("license and languages come from the model card, and the text of the license is hashed")
    func card() throws {
        let model = try WrittenModel.clip()
        try model.write(
            "README.md",
            "---\nlicense: other\nlicense_name: apple-ascl\nlanguage:\n- en\n- 'de'\ntags:\n- clip\n---\n# A\n")
        try model.write("LICENSE.txt", "All of it")
        let card = try model.read().card
        #expect(card.license == "apple-ascl" && card.languages == ["en", "de"])
        #expect(card.licenseFile?.name == "LICENSE.txt" && card.licenseHash?.count == 32)
        try model.write("README.md", "---\nlanguage: [en, \"fr\"]\nlicense: mit\n---\n")
        #expect(try model.read().card.languages == ["en", "fr"])
        try model.write("README.md", "# No front matter\nlanguage: en\n")
        #expect(try model.read().card.languages.isEmpty && model.read().card.license == nil)
    }

    @Test("a learned scale is read, an initial one is not")
    func scales() throws {
        let model = try WrittenModel.clip()
        #expect(try model.read().logitScale == nil)
        try model.write(
            "config.json",
            #"{"model_type": "siglip", "text_config": {}, "logit_scale": 4.7, "logit_bias": -16.5}"#
        )
        #expect(try model.read().logitScale == 4.7 && model.read().logitBias == -16.5)
    }
}
