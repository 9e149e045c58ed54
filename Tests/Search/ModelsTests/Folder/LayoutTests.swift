import Foundation
import ImageTypes
import TestSupport
import Testing

@testable import Models

@Suite("Layouts of model folders")
struct LayoutTests {
    @Test("an export for immich has both towers, 77 tokens, and the rounding of immich")
    func immich() throws {
        let model = try WrittenModel.immich().read()
        #expect(model.layout == .immich && model.dimensions == 512 && model.notices.isEmpty)
        let picture = try #require(model.picture)
        #expect(picture.graph.file.name == "visual/model.onnx" && picture.inputs.first == "image")
        #expect(picture.outputs == [TowerOutput(nil)])
        #expect(picture.preprocessing.rounding == .immich && picture.preprocessing.resize == .shortSide(224))
        #expect(picture.preprocessing.size.width == 224 && picture.preprocessing.filter == .bicubic)
        let text = try #require(model.text)
        #expect(text.length == 77 && text.inputs.first == "text" && text.padsToLength)
        #expect(text.padding == "<|endoftext|>")
        #expect(text.cleaning == TextTower.Cleaning(collapsesBlanks: true))
    }

    @Test("one tower of an export for immich is enough")
    func oneTower() throws {
        let model = try WrittenModel.immich()
        try model.remove("textual")
        #expect(try model.read().text == nil && model.read().picture != nil)
    }

    @Test("an export for Transformers.js has both towers, 77 tokens, and the projected outputs")
    func transformers() throws {
        let model = try WrittenModel.clip().read()
        #expect(model.layout == .transformers && model.dimensions == 512)
        let picture = try #require(model.picture)
        #expect(picture.outputs.first == TowerOutput("image_embeds") && picture.inputs == ["pixel_values"])
        // That of CLIP before the projection does not compare with texts.
        #expect(!picture.outputs.contains(TowerOutput("pooler_output")) && !picture.sharesGraph)
        let text = try #require(model.text)
        #expect(text.length == 77 && text.inputs == ["input_ids"])
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

    @Test("a model of texts in the layout of fastembed takes the mean over its tokens, with a notice, and its prompts")
    func texts() throws {
        let model = try WrittenModel.ofTexts()
        try model.write(
            "config_sentence_transformers.json",
            #"{"prompts": {"query": "query: ", "passage": "passage: "}, "default_prompt_name": null}"#)
        let read = try model.read()
        #expect(read.layout == .fastembed && read.picture == nil && read.notices.count == 1)
        let text = try #require(read.text)
        #expect(text.length == 512 && !text.padsToLength && text.paddingID == 0)
        #expect(text.outputs.contains(TowerOutput("last_hidden_state", .mean)))
        #expect(text.prompts == ["query": "query: ", "passage": "passage: "] && text.defaultPrompt == nil)
    }

    @Test(
        "a model of a layout for texts alone is refused with the names of those that are taken",
        arguments: [
            (["modules.json", "tokenizer.json", "config.json", "onnx/model.onnx"], "modules.json: found a model of"),
            (["modules.json", "tokenizer.json", "config.json", "model.safetensors"], "modules.json: found a model of"),
            (["modules.json", "0_StaticEmbedding/tokenizer.json", "0_StaticEmbedding/model.safetensors"], "modules"),
            (["config.json", "tokenizer.json", "model.safetensors"], "model.safetensors: found weights without an"),
        ])
    func refused(_ files: [String], _ start: String) throws {
        let model = try WrittenModel()
        for file in files { try model.write(file, "[]") }
        let refusal = model.refusal()
        #expect(refusal.hasPrefix(start), "\(refusal)")
        #expect(refusal.hasSuffix("expected the files of a layout: immich, transformers, fastembed"), "\(refusal)")
    }

    @Test("other weights beside a graph are left alone")
    func otherWeights() throws {
        let model = try WrittenModel.clip()
        try model.write("model.safetensors", "version https://git-lfs.github.com/spec/v1\n")
        #expect(try model.read().layout == .transformers)
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
