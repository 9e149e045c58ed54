import Testing

@testable import Tokenizers

@Suite("Lengths of encoded texts")
struct LengthTests {
    private let model = bytePairs(["a", "b"])
    private let around = #""post_processor":{"type":"BertProcessing","sep":["S",10],"cls":["C",11]}"#

    @Test("a text is cut at the side that the file names, and special tokens stay")
    func truncation() throws {
        let rule = #""max_length":4,"strategy":"LongestFirst","stride":0"#
        let left = tokenizerFile(model, around + #","truncation":{"direction":"Left",\#(rule)}"#)
            .replacing(#""truncation":null,"#, with: "")
        #expect(try tokenizer(left).encode("aabb").ids == [11, 1, 1, 10])
        #expect(try tokenizer(left).encode("aabb", maxLength: 3).ids == [11, 1, 10])
        #expect(try tokenizer(left).encode("aabb", maxLength: 2).ids == [11, 10])
        #expect(throws: TokenizerError.self) { try tokenizer(left).encode("aabb", maxLength: 1) }
        let plain = tokenizerFile(model, around)
        #expect(try tokenizer(plain).encode("aabb").ids == [11, 0, 0, 1, 1, 10])
        #expect(try tokenizer(plain).encode("aabb", maxLength: 4).ids == [11, 0, 0, 10])
    }

    @Test("a short text is filled as the file says, or as the caller says")
    func padding() throws {
        let rule = #""strategy":{"Fixed":5},"direction":"Left","pad_to_multiple_of":3,"pad_id":9,"pad_type_id":1"#
        let json = tokenizerFile(model, #""padding":{\#(rule),"pad_token":"P"}"#)
            .replacing(#""padding":null,"#, with: "")
        let filled = try tokenizer(json).encode("aabb")
        #expect(filled.ids == [9, 9, 0, 0, 1, 1])
        #expect(filled.mask == [0, 0, 1, 1, 1, 1])
        #expect(filled.types == [1, 1, 0, 0, 0, 0])
        #expect(try tokenizer(json).encode("a", padding: .none).ids == [0])
        #expect(try tokenizer(json).encode("a", padding: .length(2)).ids == [9, 0])
        let plain = try tokenizer(tokenizerFile(model))
        #expect(try plain.encode("a", padding: .length(3, id: 7)).ids == [0, 7, 7])
        #expect(throws: TokenizerError.self) { try plain.encode("a", padding: .length(3)) }
        #expect(throws: TokenizerError.self) { try plain.encode("a", padding: .length(-1, id: 7)) }
        #expect(throws: TokenizerError.self) { try plain.encode("a", maxLength: -1) }
    }

    @Test("one word of a million letters takes a moment, not the square of its length", .timeLimit(.minutes(5)))
    func long() throws {
        let json = tokenizerFile(
            #"{"type":"BPE","vocab":{"a":0,"aa":1,"aaaa":2},"merges":["a a","aa aa"]}"#)
        let text = String(repeating: "a", count: 1 << 20)
        #expect(try tokenizer(json).encode(text).ids == Array(repeating: 2, count: 1 << 18))
        #expect(throws: TokenizerError.unencodable("it has more than 1 MiB")) {
            try tokenizer(json).encode(text + "a")
        }
    }
}
