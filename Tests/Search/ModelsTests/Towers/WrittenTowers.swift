import Foundation
import ImageTypes
import TestSupport

@testable import Models

/// Folders with graphs that run.
extension WrittenModel {
    /// A tokenizer of whole words: `one` is 1 and so on to `nine`; 0 fills up, 10 is any other word, 11 stands at the
    /// end where `ends` says so.
    static func tokenizer(ends: Bool = false) -> String {
        let words = ["[PAD]", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "[UNK]", "[END]"]
        let vocabulary = words.enumerated().map { #""\#($1)": \#($0)"# }.joined(separator: ", ")
        let added = [(0, "[PAD]"), (10, "[UNK]"), (11, "[END]")].map { id, word in
            #"{"id": \#(id), "content": "\#(word)", "single_word": false, "lstrip": false, "rstrip": false, "#
                + #""normalized": false, "special": true}"#
        }
        let end = """
            {"type": "TemplateProcessing",
             "single": [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[END]", "type_id": 0}}],
             "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
             "special_tokens": {"[END]": {"id": "[END]", "ids": [11], "tokens": ["[END]"]}}}
            """
        return """
            {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [\(added.joined(separator: ", "))],
             "normalizer": null, "pre_tokenizer": {"type": "WhitespaceSplit"},
             "post_processor": \(ends ? end : "null"), "decoder": null,
             "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                       "max_input_chars_per_word": 100, "vocab": {\(vocabulary)}}}
            """
    }

    /// An export for immich of pictures of 4 x 4 pixels and texts of 5 tokens.
    static func immich(
        picture: [UInt8]? = nil, text: [UInt8]? = nil, clean: String = "", mean: Double = 0, deviation: Double = 1
    ) throws -> WrittenModel {
        let model = try WrittenModel([
            "config.json": """
            {"embed_dim": 3, "vision_cfg": {},
             "text_cfg": {"context_length": 5, "tokenizer_kwargs": {"clean": "\(clean)"}}}
            """
        ])
        if let picture {
            let (means, deviations) = ([mean, mean, mean], [deviation, deviation, deviation])
            try model.write("visual/model.onnx", bytes: picture)
            try model.write(
                "visual/preprocess_cfg.json",
                """
                {"size": [4, 4], "mode": "RGB", "mean": \(means), "std": \(deviations), "interpolation": "bicubic",
                 "resize_mode": "squash", "fill_color": 0}
                """)
        }
        if let text {
            try model.write("textual/model.onnx", bytes: text)
            try model.write("textual/tokenizer.json", tokenizer())
            try model.write("textual/tokenizer_config.json", #"{"pad_token": "[PAD]"}"#)
        }
        return model
    }

    /// An export for Transformers.js, of the same pictures.
    static func transformers(
        _ graphs: [String: [UInt8]], kind: String = "clip", padding: String = "[PAD]", length: Int = 77,
        ends: Bool = false
    ) throws -> WrittenModel {
        let model = try WrittenModel([
            "config.json": """
            {"model_type": "\(kind)", "text_config": {"max_position_embeddings": \(length)}, "vision_config": {}}
            """
        ])
        if graphs.keys.contains(where: { $0 != "text_model" }) {
            try model.write(
                "preprocessor_config.json",
                """
                {"do_resize": true, "size": {"height": 4, "width": 4}, "resample": 3, "do_center_crop": false,
                 "do_rescale": true, "rescale_factor": 0.00392156862745098, "do_normalize": true,
                 "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5]}
                """)
        }
        if graphs.keys.contains(where: { $0 != "vision_model" }) {
            try model.write("tokenizer.json", tokenizer(ends: ends))
            try model.write("tokenizer_config.json", #"{"pad_token": "\#(padding)", "model_max_length": \#(length)}"#)
        }
        for (name, bytes) in graphs { try model.write("onnx/\(name).onnx", bytes: bytes) }
        return model
    }

    /// A model of texts whose tokens have a number and its square, which become their means.
    static func pooled() throws -> WrittenModel {
        let model = try ofTexts()
        try model.write("tokenizer.json", tokenizer(ends: true))
        try model.write("model.onnx", bytes: ModelBytes.squares())
        return model
    }

    func pictures() throws -> PictureEncoder { try PictureEncoder(read(), runtime: InstalledRuntime.runtime) }

    func texts() throws -> TextEncoder { try TextEncoder(read(), runtime: InstalledRuntime.runtime) }

    /// The error of a tower that is not opened or gives no vector; empty without one.
    func fault(_ use: (WrittenModel) throws -> Void) -> String {
        do {
            try use(self)
            return ""
        } catch { return "\(error)" }
    }
}

/// Pictures of one color, RGB in 4 x 4 pixels.
enum Plain {
    static func pixels(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [UInt8] {
        (0..<16).flatMap { _ in [red, green, blue] }
    }

    /// The same as pixels of another size, for the resize.
    static func picture(_ red: UInt8, _ green: UInt8, _ blue: UInt8) throws -> PixelBuffer {
        let bytes = (0..<80).flatMap { _ in [red, green, blue] }
        guard let pixels = PixelBuffer(size: Size(width: 10, height: 8), bytes: bytes) else {
            throw CancellationError()
        }
        return pixels
    }
}

/// True where all numbers are within a distance.
func isNear(_ one: [Float], _ other: [Float], _ distance: Float = 1e-5) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) <= distance }
}
