import TestSupport

@testable import magpie

/// A model of pictures in the layout of immich: the mean of each channel of 4 x 4 pixels.
enum PictureModel {
    /// The words that a tower of texts knows: the number of each is its place.
    private static let words = ["[PAD]", "[UNK]", "a", "photo", "of", "picture", "dog", "small", "airplane", "an"]

    /// Writes the folder.
    ///
    /// - Parameter describesTexts: Adds a tower of texts, which gives the numbers of the first three words, and a card.
    static func write(to folder: String, in place: Workplace, describesTexts: Bool = false) throws {
        let settings = """
            {"size": [4, 4], "mode": "RGB", "mean": [0, 0, 0], "std": [1, 1, 1], "interpolation": "bicubic",
             "resize_mode": "squash", "fill_color": 0}
            """
        var files: [(String, [UInt8])] = [
            ("config.json", Array(#"{"embed_dim": 3, "vision_cfg": {}, "text_cfg": {"context_length": 3}}"#.utf8)),
            ("visual/model.onnx", ModelBytes.means()), ("visual/preprocess_cfg.json", Array(settings.utf8)),
        ]
        if describesTexts { files += texts }
        for (name, bytes) in files { try place.write(bytes, to: folder + "/" + name) }
    }

    private static var texts: [(String, [UInt8])] {
        let vocabulary = words.enumerated().map { "\"\($1)\": \($0)" }.joined(separator: ", ")
        let tokenizer = """
            {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
             "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null, "decoder": null,
             "model": {"type": "WordLevel", "vocab": {\(vocabulary)}, "unk_token": "[UNK]"}}
            """
        return [
            ("textual/model.onnx", ModelBytes.echo(["text"], type: ModelBytes.int32, length: 3)),
            ("textual/tokenizer.json", Array(tokenizer.utf8)),
            ("textual/tokenizer_config.json", Array(#"{"pad_token": "[PAD]"}"#.utf8)),
            ("README.md", Array("---\nlicense: mit\nlanguage:\n- en\n- de\n---\n".utf8)),
        ]
    }
}
