import Testing

@testable import Tokenizers

@Suite("Hostile tokenizer files", .timeLimit(.minutes(5)))
struct HostileFileTests {
    private static let good = tokenizerFile(
        bytePairs(["a", "b", "ab", "\\u00e9", "\\ud83d\\ude00"], merges: #"["a b",["a","b"]]"#),
        #""normalizer":{"type":"Replace","pattern":{"Regex":"\\s+|[^a-z]{2,3}"},"content":" "},"added_tokens":["#
            + addedToken("X", id: 5)
            + #"],"pre_tokenizer":{"type":"Metaspace","replacement":"_","prepend_scheme":"first"}"#)

    @Test("a file that is cut off anywhere, or has another byte anywhere, is an error or another tokenizer")
    func mutations() throws {
        let bytes = Array(Self.good.utf8)
        _ = try Tokenizer(json: bytes)
        for end in bytes.indices {
            #expect(throws: TokenizerError.self) { try Tokenizer(json: Array(bytes[..<end])) }
            for byte in [0x00, 0x22, 0x2D, 0x39, 0x5C, 0x7B, 0x5D, 0xC3, 0xFF] as [UInt8] {
                var other = bytes
                other[end] = byte
                if let tokenizer = try? Tokenizer(json: other) { _ = try? tokenizer.encode("ab a\u{301}X 😀") }
            }
        }
    }

    @Test(
        "what is no tokenizer is refused",
        arguments: [
            "", "[]", "{}", "null", #"{"model":{}}"#, #"{"model":{"type":"BPE"}}"#,
            #"{"model":{"type":"BPE","vocab":{"a":0}}}"#,
            #"{"model":{"type":"BPE","vocab":{},"merges":[]},"model":{}}"#,
            tokenizerFile(#"{"type":"BPE","vocab":{"a":-1},"merges":[]}"#),
            tokenizerFile(#"{"type":"BPE","vocab":{"a":1.5},"merges":[]}"#),
            tokenizerFile(#"{"type":"BPE","vocab":{"a":4294967296},"merges":[]}"#),
            tokenizerFile(#"{"type":"BPE","vocab":{"a":0,"a":1},"merges":[]}"#),
            tokenizerFile(#"{"type":"BPE","vocab":{"\ud800":0},"merges":[]}"#),
            tokenizerFile(#"{"type":"BPE","vocab":{"\ud800\u0041":0},"merges":[]}"#),
            tokenizerFile(bytePairs(["a", "b"], merges: #"["a b"]"#)),
            tokenizerFile(bytePairs(["a", "ab"], merges: #"["a b"]"#)),
            tokenizerFile(bytePairs(["a", "b", "ab"], merges: #"["a b b"]"#)),
            tokenizerFile(bytePairs(["a", "b", "ab"], merges: #"["ab"]"#)),
            tokenizerFile(#"{"type":"Unigram","unk_id":7,"vocab":[["a",0]]}"#),
            tokenizerFile(#"{"type":"Unigram","unk_id":0,"vocab":[["a",1e999]]}"#),
            tokenizerFile(
                bytePairs(["a"]), #""post_processor":{"type":"BertProcessing","sep":["S",-1],"cls":["C",1]}"#),
            tokenizerFile(
                bytePairs(["a"]),
                #""post_processor":{"type":"TemplateProcessing","single":[{"Sequence":{"id":"A"}},"#
                    + #"{"Sequence":{"id":"A"}}]}"#),
            tokenizerFile(
                bytePairs(["a"]), #""normalizer":{"type":"Precompiled","precompiled_charsmap":"////////"}"#),
        ])
    func refused(_ json: String) { #expect(throws: TokenizerError.self) { try tokenizer(json) } }

    @Test(
        "an unknown part is named",
        arguments: [
            (#""normalizer":{"type":"Rot13"}"#, "normalizer \"Rot13\""),
            (#""normalizer":{"type":"NFC","strength":2}"#, "normalizer.strength"),
            (#""pre_tokenizer":{"type":"UnicodeScripts"}"#, "pre_tokenizer \"UnicodeScripts\""),
            (#""post_processor":{"type":"Other"}"#, "post_processor \"Other\""),
            (#""extra":1"#, "file.extra"),
            (
                #""pre_tokenizer":{"type":"Split","pattern":{"Regex":"(?<=a)b"},"behavior":"Isolated"}"#,
                "pattern \"(?<=a)b\": a group of another kind than (?: (?i: (?= (?! (?>"
            ),
            (
                #""pre_tokenizer":{"type":"Split","pattern":{"Regex":"\\p{Han}"},"behavior":"Isolated"}"#,
                #"pattern "\p{Han}": \p{Han}"#
            ),
        ])
    func unsupported(_ part: String, _ name: String) {
        #expect(throws: TokenizerError.unsupported(name)) { try tokenizer(tokenizerFile(bytePairs(["a"]), part)) }
    }

    @Test("depth is bounded, in JSON, in steps and in patterns")
    func depth() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: TokenizerError.self) { try tokenizer(#"{"extra":"# + deep) }
        #expect(throws: TokenizerError.self) { try tokenizer(#"{"decoder":"# + deep) }
        let groups = String(repeating: "(", count: 9_000)
        let classes = String(repeating: "[", count: 9_000)
        for pattern in [groups, classes, "(?:(?:a{1000}){1000}){1000}", "(?:(?:(?:){1000}){1000}){1000}", "(?:a?)*"] {
            #expect(throws: TokenizerError.self) { try Pattern(pattern) }
        }
    }

    @Test("a pattern that could be tried in exponentially many ways ends with an error")
    func slowPattern() throws {
        let part = #""pre_tokenizer":{"type":"Split","pattern":{"Regex":"(?:a+)+b"},"behavior":"Isolated"}"#
        let slow = try tokenizer(tokenizerFile(bytePairs(["a"]), part))
        #expect(throws: TokenizerError.unencodable("a pattern of the tokenizer takes too many steps")) {
            try slow.encode(String(repeating: "a", count: 60))
        }
    }

    @Test("a text that grows in each of many steps is refused")
    func growth() throws {
        let step = #"{"type":"Replace","pattern":{"String":"a"},"content":"aaaaaaaaaaaaaaaa"}"#
        let steps = Array(repeating: step, count: 60).joined(separator: ",")
        let part = #""normalizer":{"type":"Sequence","normalizers":[\#(steps)]}"#
        let growing = try tokenizer(tokenizerFile(bytePairs(["a"]), part))
        #expect(throws: TokenizerError.self) { try growing.encode("a") }
    }

    @Test("a folder, a missing file and a device are no files")
    func places() {
        for path in ["/", "/missing/tokenizer.json", "/dev/zero"] {
            #expect(throws: TokenizerError.self) { try Tokenizer(path: path) }
        }
    }
}
