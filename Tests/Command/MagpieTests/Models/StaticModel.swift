import Foundation

@testable import magpie

/// A table of vectors for five words in the layout of Model2Vec, which needs no library to run.
enum StaticModel {
    private static let words = ["[PAD]", "[UNK]", "dog", "small", "photo", "airplane", "of", "a"]

    /// Writes the folder.
    static func write(to folder: String, in place: Workplace) throws {
        let vocabulary = words.enumerated().map { "\"\($1)\": \($0)" }.joined(separator: ", ")
        let tokenizer = """
            {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
             "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null, "decoder": null,
             "model": {"type": "WordLevel", "vocab": {\(vocabulary)}, "unk_token": "[UNK]"}}
            """
        // Near for words of one meaning.
        let rows: [[Float]] = [
            [0, 0], [0, 0], [1, 0.1], [0.9, 0.2], [0.5, 0.5], [0, 1], [0.1, 0.1], [0.1, 0.1],
        ]
        let header = """
            {"embeddings": {"dtype": "F32", "shape": [\(rows.count), 2], "data_offsets": [0, \(rows.count * 8)]}}
            """
        let length = UInt64(header.utf8.count)
        let table =
            (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + Array(header.utf8)
            + rows.joined().flatMap { value in
                (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
            }
        let files: [(String, [UInt8])] = [
            ("config.json", Array(#"{"model_type": "model2vec", "normalize": true}"#.utf8)),
            ("tokenizer.json", Array(tokenizer.utf8)), ("model.safetensors", table),
            ("README.md", Array("---\nlicense: mit\nlanguage:\n- en\n- de\n---\n".utf8)),
        ]
        for (name, bytes) in files { try place.write(bytes, to: folder + "/" + name) }
    }
}
