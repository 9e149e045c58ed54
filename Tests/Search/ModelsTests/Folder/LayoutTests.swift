import Foundation
import ImageTypes
import TestSupport
import Testing

@testable import Models

@Suite("Layouts of model folders")
struct LayoutTests {
    @Test("an export for immich has both towers, 77 tokens in 32 bits, and the rounding of immich")
    func immich() throws {
        let model = try WrittenModel.immich().read()
        #expect(model.layout == .immich && model.dimensions == 512 && model.notices.isEmpty)
        let picture = try #require(model.picture)
        #expect(picture.graph.file.name == "visual/model.onnx" && picture.inputs.first == "image")
        #expect(picture.outputs == [TowerOutput(nil)])
        #expect(picture.preprocessing.rounding == .immich && picture.preprocessing.resize == .shortSide(224))
        #expect(picture.preprocessing.size.width == 224 && picture.preprocessing.filter == .bicubic)
        let text = try #require(model.text)
        #expect(text.length == 77 && text.integers == .int32 && text.inputs.first == "text" && text.padsToLength)
        #expect(text.padding == "<|endoftext|>" && text.normalizes)
        #expect(text.cleaning == TextTower.Cleaning(collapsesBlanks: true))
    }

    @Test("one tower of an export for immich is enough")
    func oneTower() throws {
        let model = try WrittenModel.immich()
        try model.remove("textual")
        #expect(try model.read().text == nil && model.read().picture != nil)
    }

    @Test("an export for Transformers.js has both towers, 77 tokens in 64 bits, and the projected outputs")
    func transformers() throws {
        let model = try WrittenModel.clip().read()
        #expect(model.layout == .transformers && model.dimensions == 512)
        let picture = try #require(model.picture)
        #expect(picture.outputs.first == TowerOutput("image_embeds") && picture.inputs == ["pixel_values"])
        // That of CLIP before the projection does not compare with texts.
        #expect(!picture.outputs.contains(TowerOutput("pooler_output")) && !picture.sharesGraph)
        let text = try #require(model.text)
        #expect(text.length == 77 && text.integers == .int64 && text.inputs == ["input_ids"])
        #expect(text.padding == "<|endoftext|>" && text.paddingID == 49407)
        #expect(text.outputs.first == TowerOutput("text_embeds"))
    }

    @Test("a graph of both towers is shared by them")
    func shared() throws {
        let model = try WrittenModel.clip()
        try model.remove("onnx")
        try model.write("onnx/model.onnx", "graph")
        let read = try model.read()
        #expect(read.picture?.sharesGraph == true && read.text?.sharesGraph == true)
    }

    @Test("a graph beside the files of Hugging Face is fastembed's")
    func fastembed() throws {
        let model = try WrittenModel.clip()
        for name in ["onnx", "tokenizer.json", "tokenizer_config.json"] { try model.remove(name) }
        try model.write("model.onnx", "graph")
        let read = try model.read()
        #expect(read.layout == .fastembed && read.text == nil && read.picture?.graph.file.name == "model.onnx")
    }

    @Test("sentence-transformers gives the pooling, the length and the normalization of its modules")
    func sentences() throws {
        let model = try WrittenModel.sentences()
        try model.write(
            "config_sentence_transformers.json",
            #"{"prompts": {"query": "query: ", "passage": "passage: "}, "default_prompt_name": null}"#)
        let read = try model.read()
        #expect(read.layout == .sentenceTransformers && read.picture == nil && read.notices.isEmpty)
        let text = try #require(read.text)
        #expect(text.length == 256 && !text.padsToLength && text.paddingID == 0 && text.normalizes)
        #expect(text.outputs.contains(TowerOutput("last_hidden_state", .mean)))
        #expect(text.prompts == ["query": "query: ", "passage": "passage: "] && text.defaultPrompt == nil)
    }

    @Test("a pooling by the first token is read, an unknown one refused, a missing one guessed with a notice")
    func poolings() throws {
        let model = try WrittenModel.sentences()
        try model.write("1_Pooling/config.json", #"{"pooling_mode_cls_token": true}"#)
        #expect(try model.read().text?.outputs.last == TowerOutput(nil, .first))
        try model.write("1_Pooling/config.json", #"{"pooling_mode": "lasttoken"}"#)
        #expect(try model.read().text?.outputs.last == TowerOutput(nil, .last))
        try model.write("1_Pooling/config.json", #"{"pooling_mode_weightedmean_tokens": true}"#)
        #expect(model.refusal().hasPrefix("1_Pooling/config.json: pooling_mode_weightedmean_tokens: found"))
        try model.write("1_Pooling/config.json", #"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": true}"#)
        #expect(model.refusal().contains("found 2 poolings; expected one"))
        try model.remove("1_Pooling")
        #expect(try model.read().notices.count == 1)
    }

    @Test("the layout comes from the files, not from the name of the folder")
    func names() throws {
        let model = try WrittenModel()
        for (name, text) in ["config.json": "{}", "onnx/model.onnx": "graph", "tokenizer.json": "{}"] {
            try model.write("immich-app/\(name)", text)
        }
        let read = try ModelFolder(model.folder.url.appending(path: "immich-app"))
        #expect(read.layout == .transformers && read.text != nil && read.picture == nil)
    }

    @Test(
        "an incomplete folder names the nearest layout and the file that it lacks",
        arguments: [
            ("textual/tokenizer.json", "immich"), ("textual/model.onnx", "immich"),
            ("visual/preprocess_cfg.json", "immich"), ("config.json", "immich"),
        ])
    func incomplete(_ missing: String, _ layout: String) throws {
        let model = try WrittenModel.immich()
        try model.remove(missing)
        for name in ["visual", "textual"] where !missing.hasPrefix(name) && missing != "config.json" {
            try model.remove(name)
        }
        #expect(model.refusal().contains(missing), "\(model.refusal())")
    }

    @Test("a folder of other files, and no folder, are refused")
    func others() throws {
        #expect(try WrittenModel(["a.txt": "a"]).refusal().contains("no model among a.txt"))
        #expect(try WrittenModel().refusal().contains("no files"))
        #expect(throws: ModelFolderError.self) { try ModelFolder(URL(filePath: "/nowhere/at/all")) }
    }
}
