import Foundation
import Testing

@testable import magpie

@Suite("Odd values", .timeLimit(.minutes(5)))
struct OddValueTests {
    /// Values that mean something in a filter, a shell, a file or a text, each distinct from the others.
    private static let values = [
        "a:b", "a,b", "a|b", "*", "!", "!a", ">=3", "<2", "(a", "a)", "and", "not", "or", " leading", "trailing ",
        "a  b",
        "say \"hi\"", "it's", "back\\slash", "line\nbreak", "tab\there", "%", "100 %", "_", "~", "a~b", "null", "true",
        "1e5", "0x10", "-", "--", "é", "e\u{301}x", "ｆｕｌｌ", "😀", "日本", "عربي", "\u{200B}zero", "#ff0000", "{}", "[1]",
        "$HOME", "`id`",
    ]

    @Test("a value of any letters is found by a filter in quotes, and it alone")
    func quoted() throws {
        let place = try Workplace()
        var lines = ""
        for (index, value) in Self.values.enumerated() {
            try place.write(try picture(24, 24, seed: index), to: "in/\(index).png")
            let line = try JSONSerialization.data(withJSONObject: [
                "file": "\(index).png", "id": "i\(index)", "name": value,
            ])
            lines += String(decoding: line, as: UTF8.self) + "\n"
        }
        try place.write(Array(lines.utf8), to: "values.jsonl")
        #expect(try place.magpie("index", "in", "--catalog", "values.jsonl", "--schema", "name=string", "-q").code == 0)
        for (index, value) in Self.values.enumerated() {
            let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            let ended = try place.magpie(
                "search", "--color", "ffffff", "--all", "--json", "--filter", "name:\"\(quoted)\"")
            let hits = try ended.json().first?["hits"] as? [[String: Any]] ?? []
            #expect(hits.compactMap { $0["id"] as? String } == ["i\(index)"], "\(value): \(ended.errors)")
        }
    }

    @Test("a row finds its file in either form of an accent", arguments: ["caf\u{e9}", "cafe\u{301}"])
    func forms(row: String) throws {
        let place = try Workplace()
        let other = row == "caf\u{e9}" ? "cafe\u{301}" : "caf\u{e9}"
        try place.write(try picture(), to: magpie.Path("in/\(other).jpg"))
        try place.write(Array("file,id,price\n\(row).jpg,c-1,3\n".utf8), to: "shop.csv")
        #expect(try place.magpie("index", "in", "--catalog", "shop.csv", "-q").code == 0)
        #expect(try place.ids() == ["c-1"])
    }
}
