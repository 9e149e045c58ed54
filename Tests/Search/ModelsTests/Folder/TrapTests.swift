import Foundation
import ImageTypes
import TestSupport
import Testing

@testable import Models

@Suite("Traps in the files of models")
struct TrapTests {
    @Test("the first SigLIP fills up with </s>, number 1, whatever its tokenizer names", arguments: ["</s>", "<pad>"])
    func first(_ padding: String) throws {
        let model = try WrittenModel.sigLIP("siglip", tokenizer: "SiglipTokenizer", padding: padding, pieces: 32_000)
        let text = try #require(try model.read().text)
        #expect(text.padding == "</s>" && text.paddingID == 1 && text.length == 64 && text.padsToLength)
        #expect(text.cleaning.removesPunctuation && text.cleaning.lowercases)
    }

    @Test(
        "the second SigLIP has small letters, and fills up to 64 with <pad>, number 0",
        arguments: ["siglip2", "siglip"])
    func second(_ kind: String) throws {
        let model = try WrittenModel.sigLIP(kind, tokenizer: "GemmaTokenizer", padding: "<pad>", pieces: 256_000)
        let text = try #require(try model.read().text)
        #expect(text.padding == "<pad>" && text.paddingID == 0 && text.length == 64 && text.padsToLength)
        #expect(text.cleaning.lowercases && !text.cleaning.removesPunctuation)
    }

    @Test("SigLIP squashes pictures, with mean and deviation .5, and its pooled output is the vector")
    func squash() throws {
        let model = try WrittenModel.sigLIP("siglip", tokenizer: "SiglipTokenizer", padding: "</s>", pieces: 32_000)
        let picture = try #require(try model.read().picture)
        #expect(picture.preprocessing.resize == .squash(Size(width: 256, height: 256)))
        #expect(picture.preprocessing.crop == nil && picture.preprocessing.filter == .bilinear)
        #expect(picture.preprocessing.mean == [0.5, 0.5, 0.5] && picture.preprocessing.deviation == [0.5, 0.5, 0.5])
        #expect(picture.outputs.prefix(2) == [TowerOutput("image_embeds"), TowerOutput("pooler_output")])
    }

    @Test("a SigLIP for immich that names another token to fill up is corrected, with a notice")
    func immichPadding() throws {
        let model = try WrittenModel.immich()
        try model.write(
            "config.json",
            """
            {"embed_dim": 768, "text_cfg": {"context_length": 64, "vocab_size": 32000, "pool_type": "last",
             "hf_tokenizer_name": "timm/ViT-B-16-SigLIP", "tokenizer_kwargs": {"clean": "canonicalize"}}}
            """)
        try model.write("textual/tokenizer_config.json", #"{"pad_token": "<pad>"}"#)
        let read = try model.read()
        #expect(read.text?.padding == "</s>" && read.text?.paddingID == 1 && read.notices.count == 1)
        #expect(read.text?.length == 64)
        #expect(
            read.text?.cleaning
                == TextTower.Cleaning(collapsesBlanks: true, removesPunctuation: true, lowercases: true))
    }

    @Test("patches in place of one size are refused")
    func patches() throws {
        let model = try WrittenModel.clip()
        try model.write("preprocessor_config.json", #"{"image_processor_type": "Siglip2ImageProcessor"}"#)
        #expect(model.refusal().contains("Siglip2ImageProcessor"))
    }

    @Test("MobileCLIP has no normalization: mean 0, deviation 1")
    func mobile() throws {
        let model = try WrittenModel.clip()
        try model.write(
            "preprocessor_config.json",
            """
            {"crop_size": {"height": 256, "width": 256}, "do_center_crop": true, "do_normalize": false,
             "do_rescale": true, "do_resize": true, "image_mean": [0.48, 0.46, 0.41], "image_std": [0.2, 0.2, 0.2],
             "image_processor_type": "CLIPFeatureExtractor", "resample": 2, "size": {"shortest_edge": 256}}
            """)
        let preprocessing = try #require(try model.read().picture?.preprocessing)
        #expect(preprocessing.mean == [0, 0, 0] && preprocessing.deviation == [1, 1, 1])
        #expect(preprocessing.resize == .shortSide(256) && preprocessing.filter == .bilinear)
    }

    @Test("4-bit graphs are used only where they are named")
    func fourBits() throws {
        let model = try WrittenModel.clip()
        try model.remove("onnx")
        for tower in ["vision", "text"] { try model.write("onnx/\(tower)_model_q4.onnx", "graph") }
        #expect(model.refusal().contains("only onnx/vision_model_q4.onnx"))
        #expect(try model.read(.q4).picture?.graph.precision == .q4)
    }

    @Test("32-bit floats come first, and 8-bit graphs where they are named, under either name")
    func precisions() throws {
        let model = try WrittenModel.clip()
        for tower in ["vision", "text"] { try model.write("onnx/\(tower)_model_quantized.onnx", "graph") }
        #expect(try model.read().picture?.graph.precision == .float32)
        let small = try model.read(.int8)
        #expect(small.picture?.graph.file.name == "onnx/vision_model_quantized.onnx")
        #expect(small.text?.graph.file.name == "onnx/text_model_quantized.onnx")
        #expect(model.refusal(.float16).contains("expected onnx/vision_model_fp16.onnx"))
    }

    @Test("files of weights beside a graph belong to it")
    func weights() throws {
        let model = try WrittenModel.clip()
        for name in [
            "text_model.onnx_data", "text_model.onnx_data_1", "vision_model.onnx.data", "text_model_q4.onnx_data",
        ] {
            try model.write("onnx/\(name)", "weights")
        }
        let read = try model.read()
        #expect(read.text?.graph.data.map(\.name) == ["onnx/text_model.onnx_data", "onnx/text_model.onnx_data_1"])
        #expect(read.picture?.graph.data.map(\.name) == ["onnx/vision_model.onnx.data"])
        #expect(read.picture?.graph.data.first?.bytes == 7)
    }

    @Test("the pointer that Git LFS leaves is not taken for a graph, nor an empty file")
    func pointers() throws {
        let model = try WrittenModel.clip()
        try model.write("onnx/vision_model.onnx", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
        #expect(model.refusal().contains("git lfs pull"))
        try model.write("onnx/vision_model.onnx", "")
        #expect(model.refusal().contains("an empty file"))
    }
}
