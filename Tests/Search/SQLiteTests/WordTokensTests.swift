import Foundation
import TestSupport
import Testing

@testable import SQLite

@Suite("The words of a text index")
struct WordTokensTests {
    private func index(_ texts: [String], _ tokenizer: String) throws -> Database {
        let database = try Database(path: ":memory:", access: .create)
        try database.script("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = '\(tokenizer)')")
        for text in texts { try database.run("INSERT INTO words VALUES (?)", .text(text)) }
        return database
    }

    private func found(_ query: String, in database: Database) throws -> [String] {
        var found: [String] = []
        try database.each("SELECT text FROM words WHERE words MATCH ?", .text("\"\(query)\"")) {
            found.append($0.text(0))
        }
        return found
    }

    @Test("a table finds its texts without case, accents and hyphens, and letters inside of text without blanks")
    func folded() throws {
        let database = try index(["Straße", "T-Shirt", "東京タワー", "plain"], Database.tokenizer)
        #expect(try found("STRASSE", in: database) == ["Straße"])
        #expect(try found("tshirt", in: database) == ["T-Shirt"])
        #expect(try found("京タ", in: database) == ["東京タワー"])
        #expect(try found("lain", in: database) == [])
    }

    @Test("stems are those of the index")
    func stems() throws {
        let database = try index(["running shoes"], "porter \(Database.tokenizer)")
        #expect(try database.stems(of: ["running", "Shoes", "東"]) == ["run", "shoe", "東"])
        #expect(try found("shoe", in: database) == ["running shoes"])
        // A word that is two in the index keeps the given form, as all beside it.
        #expect(try database.stems(of: ["two words", "running"]) == ["two words", "running"])
    }

    @Test("text of ASCII alone is cut as any other, whatever it holds")
    func plain() {
        var random = SplitMix(seed: 7)
        let letters = Array("abzAZ019-'.& _/,\n".utf8)
        func entries(_ body: (WordTokens.Take) -> Int32) -> [String] {
            var entries: [String] = []
            _ = body { word, place, isOther in
                entries.append("\(String(decoding: word.indices.map { word[$0] }, as: UTF8.self)) \(place) \(isOther)")
                return 0
            }
            return entries
        }
        for _ in 0..<Effort.inputs(600, of: 2000) {
            let bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in letters.randomElement(using: &random)! }
            let text = String(decoding: bytes, as: UTF8.self)
            let general = entries { WordTokens.each(in: text, limit: bytes.count, $0) }
            let plain = entries { WordTokens.each(in: bytes.span, $0) }
            #expect(plain == general, "\(text.debugDescription)")
        }
    }

    @Test("bytes that are no text stay within it")
    func broken() {
        for bytes in [[0xFF], [0x61, 0xC3], [0xE6, 0x9D], [0xF0, 0x9F, 0x98, 0x61, 0xCC]] as [[UInt8]] {
            let code = WordTokens.each(in: bytes.span) { _, place, _ in
                #expect(place.lowerBound <= place.upperBound && place.upperBound <= bytes.count)
                return 0
            }
            #expect(code == 0)
        }
    }
}
