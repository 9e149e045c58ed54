import TestSupport
import Testing

@testable import magpie

extension DuplicatesCommandTests {
    @Test("files whose texts a store has are no copies where a word differs: the line and the summary tell it")
    func texts() throws {
        let work = try workplace()
        func found(_ text: String, _ more: String...) throws -> Ended {
            try work.write(Array("file,picture_text\na.jpg,Invoice 2041\nc.png,\(text)\n".utf8), to: "rows.csv")
            _ = try work.magpie("index", "in", "--catalog", "rows.csv", "-q")
            return try work.magpie(["duplicates", "in", "--store", "catalog.magpie"] + more)
        }
        let same = try found("INVOICE: 2041")
        #expect(same.text.contains("same picture, keep in/c.png") && !same.text.contains("was read"), "\(same.text)")
        let other = try found("Invoice 2047")
        #expect(!other.text.contains("same picture,"))
        #expect(other.text.contains(#"stays: says "2041" and the kept one "2047", as they were read"#), "\(other.text)")
        #expect(
            other.text.contains("1 file beside one that looks the same, for a word that was read in one of the two"))
        let lines = try found("Invoice 2047", "--json").json()
        let alike = try #require(lines.first { $0["same"] as? String == "alike" })
        let member = try #require((alike["others"] as? [[String: Any]])?.first)
        #expect(member["stays"] as? String == "text" && member["removable"] as? Bool == false)
        // A file that has changed since was not read.
        let bytes = try Self.drawn.get().0
        try work.write(bytes + [0], to: "in/a.jpg")
        let changed = try work.magpie("duplicates", "in", "--store", "catalog.magpie")
        #expect(!changed.text.contains("was read") && !changed.text.contains("as they were read"), "\(changed.text)")
        try work.write(bytes, to: "in/a.jpg")
        _ = try found("Invoice 2047", "--move", "out", "--unclear", "--apply")
        #expect(work.names(in: "out").allSatisfy { !$0.contains("c.png") } && work.names(in: "in").contains("c.png"))
        #expect(work.names(in: "in").contains("a.jpg") || work.names(in: "in").contains("deep/b.jpg"))
    }
}
