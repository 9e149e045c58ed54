import Foundation
import TestSupport
import Testing
import WireFormat

@Suite struct JSONParserTests {
    private func read(_ text: String) throws(MalformedJSON) -> JSONValue { try JSONValue(parsing: text.utf8) }

    private func fault(_ bytes: some Sequence<UInt8>) -> MalformedJSON? {
        do throws(MalformedJSON) {
            _ = try JSONValue(parsing: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("numbers keep their digits: whole ones up to 64 bits, and as text what is larger")
    func numbers() throws {
        let numbers: [(String, JSONValue)] = [
            ("0", .int(0)), ("-0", .int(0)), ("9007199254740993", .int(9_007_199_254_740_993)),
            ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
            ("9223372036854775808", .string("9223372036854775808")), ("1.0", .number(1)), ("0.1", .number(0.1)),
            ("-2.5e-3", .number(-0.0025)), ("1E+2", .number(100)), ("1e400", .string("1e400")), ("1e-400", .number(0)),
        ]
        for (text, value) in numbers { #expect(try read(" [ \(text) ]\n") == .array([value])) }
    }

    @Test("escapes are read, half a surrogate pair is replaced, and UTF-8 is taken as it stands")
    func strings() throws {
        let texts: [(String, String)] = [
            (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"\u00e9\u20AC"#, "é€"), (#"\ud83e\udde2!"#, "🧢!"),
            (#"cut \ud83e"#, "cut \u{FFFD}"), (#"\ud83ex"#, "\u{FFFD}x"), (#"\udde2\ud83e"#, "\u{FFFD}\u{FFFD}"),
            (#"\ud83e\n"#, "\u{FFFD}\n"), (#"\u0000"#, "\0"), ("é🧢\u{7F}", "é🧢\u{7F}"), ("", ""),
        ]
        for (text, value) in texts { #expect(try read("\"\(text)\"") == .string(value)) }
    }

    @Test("a byte order mark is skipped, and of members with one name the last counts")
    func leftOpen() throws {
        #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array("{}".utf8)) == [:])
        #expect(try read(#"{"a":1,"b":2,"a":[3]}"#) == ["a": [3], "b": 2])
    }

    @Test(
        "what is no JSON is refused, with the field and the byte",
        arguments: [
            ("", "", 0), (" ", "", 1), ("{", "", 1), ("[", "[0]", 1), ("[1,]", "[1]", 3), ("{\"a\":1,}", "", 7),
            ("[1 2]", "", 3), ("[01]", "", 2), ("[1.]", "[0]", 3), ("[.5]", "[0]", 1), ("[+1]", "[0]", 1),
            ("[-]", "[0]", 2), ("[1e]", "[0]", 3), ("nul", "", 0), ("[NaN]", "[0]", 1), ("[Infinity]", "[0]", 1),
            ("{a:1}", "", 1), ("{'a':1}", "", 1), ("{\"a\" 1}", "", 5), ("{\"a\":{\"b\":[0,x]}}", "a.b[1]", 13),
            ("\"a\nb\"", "", 2), ("\"\\x\"", "", 2), ("\"\\u12g4\"", "", 5), ("\"open", "", 5), ("{} {}", "", 3),
            ("<html>", "", 0), ("{\"a\":1}}", "", 7), ("// {}", "", 0),
        ])
    func refused(_ text: String, _ path: String, _ byte: Int) throws {
        let found = try #require(fault(text.utf8))
        #expect(found.path == path)
        #expect(found.reason.hasSuffix("at byte \(byte)"), "\(found)")
    }

    @Test("bytes that are no UTF-8 are refused")
    func encoding() {
        let bad: [[UInt8]] = [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]]
        for bytes in bad {
            let text = Array(#"{"a":"x"#.utf8) + bytes + Array(#""}"#.utf8)
            #expect(fault(text)?.path == "a")
            #expect(fault(text.map { $0 == UInt8(ascii: "x") ? UInt8(ascii: "\\") : $0 }) != nil)
        }
        #expect(fault("{}".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) != nil)
    }

    @Test("nesting that would exhaust the stack is refused", arguments: ["[", #"{"a":"#])
    func depth(_ opening: String) throws {
        let closing = opening == "[" ? "]" : "}"
        func nested(_ levels: Int) -> String {
            String(repeating: opening, count: levels) + "1" + String(repeating: closing, count: levels)
        }
        #expect(throws: Never.self) { try read(nested(128)) }
        for levels in [129, 10_000, 1_000_000] {
            #expect(fault(nested(levels).utf8)?.reason == "nested more than 128 levels deep")
        }
    }

    @Test("what Foundation reads is read as the same", arguments: 0..<20)
    func foundation(_ seed: Int) throws {
        var random = SplitMix(seed: seed)
        let pieces = ["{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u00e9\"", "1", "-2.5", "true", "null", " "]
        for _ in 0..<Effort.inputs(600, of: 2000) {
            let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            guard let value = try? read(text) else { continue }
            let reference = try JSONDecoder().decode([JSONValue].self, from: Data("[\(text)]".utf8))
            #expect(
                String(decoding: value.encoded, as: UTF8.self).replacing(".0", with: "")
                    == String(decoding: reference[0].encoded, as: UTF8.self).replacing(".0", with: ""))
        }
    }
}
