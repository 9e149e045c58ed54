import Foundation
import TestSupport

@testable import Models

/// A folder of a model that a test writes: JSON as it is, graphs as a few bytes.
struct WrittenModel {
    let folder: TemporaryFolder

    /// Writes files by their names.
    init(_ files: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        for (name, text) in files { try write(name, text) }
    }

    func write(_ name: String, _ text: String) throws { try write(name, bytes: Array(text.utf8)) }

    func write(_ name: String, bytes: [UInt8]) throws {
        let file = folder.url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(at: folder.url.appending(path: name)) }

    func read(_ precision: ModelPrecision? = nil) throws -> ModelFolder {
        try ModelFolder(folder.url, precision: precision)
    }

    /// The error of reading the folder, in one line; empty where it is read.
    func refusal(_ precision: ModelPrecision? = nil) -> String {
        do throws(ModelFolderError) {
            _ = try ModelFolder(folder.url, precision: precision)
            return ""
        } catch { return error.description }
    }
}

extension WrittenModel {
    /// An export for immich, with the settings of ViT-B-32.
    static func immich() throws -> WrittenModel {
        try WrittenModel([
            "config.json": #"{"embed_dim": 512, "vision_cfg": {}, "text_cfg": {"context_length": 77}}"#,
            "visual/model.onnx": "graph",
            "visual/preprocess_cfg.json": """
            {"size": [224, 224], "mode": "RGB", "mean": [0.48, 0.46, 0.41], "std": [0.27, 0.26, 0.28],
             "interpolation": "bicubic", "resize_mode": "shortest", "fill_color": 0}
            """,
            "textual/model.onnx": "graph",
            "textual/tokenizer.json": "{}",
            "textual/tokenizer_config.json": #"{"pad_token": "<|endoftext|>", "model_max_length": 77}"#,
        ])
    }

    /// An export of CLIP for Transformers.js.
    static func clip() throws -> WrittenModel {
        try WrittenModel([
            "config.json": """
            {"model_type": "clip", "projection_dim": 512, "logit_scale_init_value": 2.6592,
             "text_config": {"max_position_embeddings": 77, "pad_token_id": 1}, "vision_config": {}}
            """,
            "preprocessor_config.json": """
            {"crop_size": {"height": 224, "width": 224}, "do_center_crop": true, "do_normalize": true,
             "do_rescale": true, "do_resize": true, "image_mean": [0.48, 0.46, 0.41],
             "image_std": [0.27, 0.26, 0.28], "image_processor_type": "CLIPImageProcessor", "resample": 3,
             "rescale_factor": 0.00392156862745098, "size": {"shortest_edge": 224}}
            """,
            "tokenizer.json": "{}",
            "tokenizer_config.json": """
            {"model_max_length": 77, "pad_token": "<|endoftext|>", "tokenizer_class": "CLIPTokenizer",
             "added_tokens_decoder": {"49407": {"content": "<|endoftext|>"}}}
            """,
            "onnx/vision_model.onnx": "graph", "onnx/text_model.onnx": "graph",
        ])
    }

    /// An export of SigLIP for Transformers.js, of the first or the second generation.
    static func sigLIP(_ kind: String, tokenizer: String, padding: String, pieces: Int) throws -> WrittenModel {
        try WrittenModel([
            "config.json": """
            {"model_type": "\(kind)", "text_config": {"vocab_size": \(pieces)}, "vision_config": {}}
            """,
            "preprocessor_config.json": """
            {"do_normalize": true, "do_rescale": true, "do_resize": true, "image_mean": [0.5, 0.5, 0.5],
             "image_std": [0.5, 0.5, 0.5], "image_processor_type": "SiglipImageProcessor", "resample": 2,
             "rescale_factor": 0.00392156862745098, "size": {"height": 256, "width": 256}}
            """,
            "tokenizer.json": "{}",
            "tokenizer_config.json": """
            {"pad_token": "\(padding)", "tokenizer_class": "\(tokenizer)", "model_max_length": 64}
            """,
            "onnx/vision_model.onnx": "graph", "onnx/text_model.onnx": "graph",
        ])
    }

    /// A model of texts in the layout of fastembed, as all-MiniLM-L6-v2.
    static func ofTexts() throws -> WrittenModel {
        try WrittenModel([
            "config.json":
                #"{"model_type": "bert", "hidden_size": 384, "max_position_embeddings": 512, "pad_token_id": 0}"#,
            "tokenizer.json": "{}",
            "tokenizer_config.json": #"{"pad_token": "[PAD]", "model_max_length": 1000000000000000019884624838656}"#,
            "model.onnx": "graph",
        ])
    }
}
