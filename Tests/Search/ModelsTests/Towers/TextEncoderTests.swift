import TestSupport
import Testing
import Tokenizers

@testable import Models

@Suite(
    "Towers of texts", .timeLimit(.minutes(15)),
    .enabled(if: InstalledRuntime.runtime != nil, "\(InstalledRuntime.reason)"))
struct TextEncoderTests {
    @Test("an export for immich gets ids of 32 bits, filled up and cut off to its length", arguments: [-1, 5])
    func fixed(length: Int) throws {
        let graph = ModelBytes.echo(["text"], type: ModelBytes.int32, length: length)
        let encoder = try WrittenModel.immich(text: graph).texts()
        #expect(encoder.dimensions == 5)
        #expect(try encoder.vector(of: "two one") == [2, 1, 0, 0, 0])
        #expect(try encoder.vector(of: "\n two \t\u{3000} one  ") == [2, 1, 0, 0, 0])
        #expect(try encoder.vector(of: "one two three four five six seven") == [1, 2, 3, 4, 5])
        #expect(try encoder.vector(of: "") == [0, 0, 0, 0, 0])
    }

    @Test(
        "an export for Transformers gets ids of 64 bits, as many as the text has, also of a pair",
        arguments: [
            "clip", "vision-text-dual-encoder", "chinese_clip",
        ])
    func free(kind: String) throws {
        let graph = ModelBytes.squares(["input_ids"], output: "text_embeds")
        let towers = ["text_model": graph, "vision_model": ModelBytes.means()]
        let read = try WrittenModel.transformers(towers, kind: kind, length: 512).read()
        #expect(read.text?.padsToLength == false)
        // Each part has a vector: no such output is taken from a pair, and the message has the number of tokens.
        let fault = try WrittenModel.transformers(towers, kind: kind).fault { _ = try $0.texts() }
        #expect(
            fault.contains("the shape [1, 1, 2]: a vector for each part, and no file names the pooling"), "\(fault)")
    }

    @Test("a graph of one length is filled up to it, with a mask of zeros")
    func graphLength() throws {
        let graph = ModelBytes.echo(["input_ids", "attention_mask", "token_type_ids", "position_ids"], length: 4)
        let encoder = try WrittenModel.transformers(["text_model": graph], ends: true).texts()
        #expect(try encoder.vector(of: "two") == [2, 11, 0, 0] + [1, 1, 0, 0] + [0, 0, 0, 0] + [0, 1, 2, 3])
        let whole = try encoder.vector(of: "one two three four five")
        #expect(whole == [1, 2, 3, 11] + [1, 1, 1, 1] + [0, 0, 0, 0] + [0, 1, 2, 3])
    }

    @Test("texts are filled up with the token that the files name")
    func otherPadding() throws {
        let graph = ModelBytes.echo(["input_ids"], length: 3)
        let encoder = try WrittenModel.transformers(["text_model": graph], padding: "nine").texts()
        #expect(try encoder.vector(of: "two") == [2, 9, 9])
        let unknown = try WrittenModel.transformers(["text_model": graph], padding: "[NONE]")
        #expect(unknown.fault { _ = try $0.texts() }.contains("no file names the token for that"))
    }

    @Test("SigLIP fills up to 64 with </s>, number 1, without punctuation and capitals")
    func sigLIP() throws {
        let graph = ModelBytes.echo(["input_ids"], output: "pooler_output")
        let model = try WrittenModel.transformers(["text_model": graph], kind: "siglip", length: 64)
        let vector = try model.texts().vector(of: "Two, THREE!")
        #expect(vector == [2, 3] + [Float](repeating: 1, count: 62))
    }

    @Test("the vector of a text is the mean of those of its tokens, where the graph gives these")
    func pooling() throws {
        let encoder = try WrittenModel.pooled().texts()
        #expect(isNear(try encoder.vector(of: "two three"), [16 / 3, 134 / 3], 1e-4))
    }

    @Test("tokens that fill up do not count in a pooling")
    func maskedPooling() throws {
        let values: [Float] = [1, 10, 3, 30, 99, -7]
        let output = ModelOutput(shape: [1, 3, 2], values: values)
        #expect(try output.vectors(1, .mean, mask: [1, 1, 0]) == [[2, 20]])
        #expect(try output.vectors(1, .first, mask: [0, 0, 0]) == [[1, 10]])
        #expect(try output.vectors(1, .mean, mask: [0, 0, 0]) == [[0, 0]])
        #expect(try output.vectors(1, .mean) == [[103 / 3, 11]])
        let two = ModelOutput(shape: [2, 3, 1], values: values)
        #expect(throws: TowerError.self) { try two.vectors(1, .mean, mask: [1, 1, 0]) }
    }

    @Test("an output with more or fewer parts than the text has tokens is an error")
    func otherParts() throws {
        let output = ModelOutput(shape: [1, 3, 2], values: [1, 2, 3, 4, 5, 6])
        for count in [2, 4] {
            let error = #expect(throws: TowerError.self) {
                try output.vectors(1, .mean, mask: [Int32](repeating: 1, count: count))
            }
            #expect(error?.description.contains("\(count) tokens") == true)
        }
    }

    @Test("a graph of both towers describes texts with a black picture")
    func joint() throws {
        let encoder = try WrittenModel.transformers(["model": ModelBytes.joint]).texts()
        #expect(try encoder.vector(of: "seven") == [7, 49, 1])
    }

    @Test("a text without tokens and one of more than 64 KiB are errors of the text")
    func noTokens() throws {
        let encoder = try WrittenModel.transformers(["text_model": ModelBytes.echo(["input_ids"])]).texts()
        #expect(throws: TowerError.tokenizer(.unencodable("it has no tokens"))) { try encoder.vector(of: " ") }
        let long = String(repeating: "one ", count: 16_385)
        #expect(throws: TowerError.tokenizer(.unencodable("it has 65540 bytes; at most 65536 are taken"))) {
            try encoder.vector(of: long)
        }
    }

    @Test("vectors whose length follows the text are an error")
    func otherLengths() throws {
        let encoder = try WrittenModel.transformers(["text_model": ModelBytes.echo(["input_ids"])]).texts()
        #expect(encoder.dimensions == 1)
        #expect(throws: TowerError.misfit("its texts have vectors of different lengths")) {
            try encoder.vector(of: "one two")
        }
    }

    @Test(
        "a text is cleaned step by step: blanks, punctuation, capitals, language",
        arguments: [
            (TextTower.Cleaning(), " A,  b ", " A,  b "),
            (TextTower.Cleaning(collapsesBlanks: true), " A \r\n\u{3000} b\u{A0}", "A b"),
            (TextTower.Cleaning(collapsesBlanks: true, removesPunctuation: true), "a - b_c! «d»", "a  bc «d»"),
            (TextTower.Cleaning(lowercases: true), "ÀB", "àb"),
            (TextTower.Cleaning(lowercases: true, prependsLanguage: true), "A", "eng_Latna"),
            (TextTower.Cleaning(collapsesBlanks: true), "a \u{301}b", "a \u{301}b"),
        ])
    func cleaning(cleaning: TextTower.Cleaning, text: String, expected: String) {
        #expect(Array(cleaning.applied(to: text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("the prompt of a query stands before a text as the file says")
    func prompt() throws {
        let model = try WrittenModel.pooled()
        try model.write("config_sentence_transformers.json", #"{"prompts": {"query": "nine ", "document": "one "}}"#)
        #expect(isNear(try model.texts().vector(of: "two"), [22 / 3, 206 / 3], 1e-4))
    }
}
