import Testing

@testable import Tokenizers

/// The ids follow from the rules by hand, and the library `tokenizers` 0.23.3 gives the same.
@Suite("Known ids")
struct KnownIDTests {
    @Test("a file like that of CLIP merges letters up to the end of a word and puts two tokens around them")
    func clip() throws {
        let pattern = #"'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+"#
        let json = tokenizerFile(
            #"{"type":"BPE","unk_token":"<e>","end_of_word_suffix":"</w>","vocab":{"<s>":0,"<e>":1,"r":2,"e":3,"d":4,"#
                + #""d</w>":5,"re":6,"red</w>":7,"s</w>":8,"'":9,"'s</w>":10,"1</w>":11,"2</w>":12},"#
                + #""merges":["r e","re d</w>","' s</w>"]}"#,
            #""normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"},"#
                + #"{"type":"Replace","pattern":{"Regex":"\\s+"},"content":" "},{"type":"Lowercase"}]},"#
                + #""pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":"\#(pattern)"},"#
                + #""behavior":"Removed","invert":true},{"type":"ByteLevel","add_prefix_space":false}]},"#
                + #""post_processor":{"type":"RobertaProcessing","sep":["<e>",1],"cls":["<s>",0]}"#)
        // The unknown x becomes the token for the end.
        #expect(try tokenizer(json).encode("Red's  RED 12 x").ids == [0, 7, 10, 7, 11, 12, 1, 1])
        #expect(try tokenizer(json).encode("").ids == [0, 1])
        #expect(try tokenizer(json).id(of: "red</w>") == 7)
        #expect(try tokenizer(json).id(of: "blue</w>") == nil)
    }

    @Test("a file like that of BERT takes the longest tokens, without accents, and ideographs one by one")
    func bert() throws {
        let json = tokenizerFile(
            ###"{"unk_token":"[U]","continuing_subword_prefix":"##","max_input_chars_per_word":10,"###
                + ###""vocab":{"[U]":0,"un":1,"##aff":2,"##able":3,"cafe":4,"!":5,"中":6}}"###,
            #""normalizer":{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"#
                + #""strip_accents":null,"lowercase":true},"pre_tokenizer":{"type":"BertPreTokenizer"}"#)
        // The last two are too long, and without any token.
        let ids = try tokenizer(json).encode("Unaffable! CAFÉ中中 unaffableun x").ids
        #expect(ids == [1, 2, 3, 5, 4, 6, 6, 0, 0])
    }

    @Test("a unigram file takes the likeliest tokens, and neighboring unknown characters are one")
    func unigram() throws {
        let json = tokenizerFile(
            #"{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0.0],["▁",-2.0],["a",-3.0],["b",-3.5],["ab",-4.0],"#
                + #"["▁ab",-7.0]]}"#,
            #""pre_tokenizer":{"type":"Metaspace","replacement":"▁","prepend_scheme":"always","split":true}"#)
        // The blank and "ab" cost 6, their common token 7.
        #expect(try tokenizer(json).encode("ab abb zz").ids == [1, 4, 1, 4, 3, 1, 0])
    }

    @Test("scores are rounded as the reference rounds them: by one division of all their digits")
    func scores() throws {
        // Rounding twice moves the last bit of some: 1 divided by 1e30 is not the nearest number to 1e-30.
        for (text, value) in [
            ("-7.0", -7.0), ("0", 0), ("-0.5e1", -5), ("1E-2", 0.01),
            ("123456789012345678901234", Double(12_345_678_901_234_567_890 as UInt64) * 1e4),
            ("0.000000000000000000000000000001", 1 / 1e30), ("5e-324", .leastNonzeroMagnitude),
            ("-9.0123456789012345", -(Double(90_123_456_789_012_345 as UInt64) / 1e16)),
        ] as [(String, Double)] {
            var cursor = JSONCursor(FileBytes(Array(text.utf8)))
            #expect(try cursor.score() == value)
        }
        for text in ["1e999", "-1e309", "1e99999999999999999999", "x", "-", "1.", ".5"] {
            var cursor = JSONCursor(FileBytes(Array(text.utf8)))
            #expect(throws: TokenizerError.self) { try cursor.score() }
        }
    }

    @Test("a file like that of Gemma spells unknown characters in bytes where it has all of them")
    func gemma() throws {
        let json = tokenizerFile(
            #"{"type":"BPE","unk_token":"<unk>","fuse_unk":true,"byte_fallback":true,"vocab":{"<unk>":0,"a":1,"▁":2,"#
                + #""▁a":3,"<0xC3>":4,"<0xA9>":5},"merges":[["▁","a"]]}"#,
            #""normalizer":{"type":"Replace","pattern":{"String":" "},"content":"▁"}"#)
        #expect(try tokenizer(json).encode("a aé zza").ids == [1, 3, 4, 5, 2, 0, 1])
    }

    @Test("added tokens are found before the text is split, each as its flags say")
    func added() throws {
        let model = bytePairs(["a", "b", "<unk>", " "])
        func ids(_ text: String, _ tokens: String..., normalizer: String = "null") throws -> [Int32] {
            let list = tokens.joined(separator: ",")
            return try tokenizer(tokenizerFile(model, #""normalizer":\#(normalizer),"added_tokens":[\#(list)]"#))
                .encode(text).ids
        }
        // Ids follow on the vocabulary whatever the file says.
        #expect(try ids("XaYb", addedToken("X", id: 100), addedToken("Y", id: 50)) == [4, 0, 5, 1])
        #expect(try ids("abb ab b", addedToken("ab", id: 4, "single_word")) == [0, 1, 1, 3, 4, 3, 1])
        #expect(try ids("a   Xb", addedToken("X", id: 4, "lstrip")) == [0, 4, 1])
        #expect(try ids("aX   b", addedToken("X", id: 4, "rstrip"), addedToken("  ", id: 5)) == [0, 4, 5, 3, 1])
        #expect(try ids("abbb", addedToken("ab", id: 4), addedToken("abb", id: 5)) == [5, 1])
        let lower = #"{"type":"Lowercase"}"#
        #expect(
            try ids("axYXya", addedToken("XY", id: 4, "normalized"), normalizer: lower) == [0, 4, 4, 0])
        #expect(try ids("axYXYa", addedToken("XY", id: 4), normalizer: lower) == [0, 4, 0])
    }
}
