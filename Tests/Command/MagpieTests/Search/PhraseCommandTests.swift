import Testing

@testable import magpie

@Suite("Conditions in the words of magpie search", .timeLimit(.minutes(5)))
struct PhraseCommandTests {
    private let shop: LabelledCatalog

    init() throws { shop = try SearchTests.indexed.get() }

    private func phrases(_ answer: [String: Any]) -> [[String: Any]] { answer["phrases"] as? [[String: Any]] ?? [] }

    @Test("values, amounts and orders are read, shown and put into the JSON")
    func read() throws {
        let answer = try shop.search("--text", "red bags under 60")
        #expect(answer.ids == ["bag-004"])
        let read = phrases(answer)
        #expect(read.map { $0["label"] as? String } == ["color: red", "category: Bags", "under 60"])
        #expect(read.map { $0["fields"] as? [String] } == [["color"], ["category"], ["price"]])
        #expect(read.last?["text"] as? String == "under 60" && read.last?["range"] as? [Int] == [9, 17])
        let ordered = try shop.search("--text", "cheapest bags")
        #expect(ordered.ids == ["bag-001", "bag-004", "bag-003", "bag-002"])
        #expect(phrases(ordered).first?["sort"] as? String == "price:asc")
        let table = try shop.place.magpie("search", "--text", "red bags under 60")
        let text = String(decoding: table.output, as: UTF8.self)
        #expect(text.hasPrefix("Read as: color: red · category: Bags · under 60.\n"), "\(text)")
    }

    @Test("--no-phrases keeps all words, and needs some")
    func switchedOff() throws {
        #expect(try phrases(shop.search("--text", "red bags under 60", "--no-phrases")).isEmpty)
        let alone = try shop.place.magpie("search", "--color", "#c02020", "--no-phrases")
        #expect(alone.code == 1 && alone.errors.contains("--no-phrases needs --text"))
    }

    @Test("conditions that no item meets leave an empty answer with a notice")
    func empty() throws {
        let answer = try shop.search("--text", "red bags under 20")
        #expect(answer.ids.isEmpty && phrases(answer).count == 3)
        let notices = answer["notices"] as? [[String: Any]] ?? []
        #expect(notices.contains { $0["kind"] as? String == "unmetPhrases" })
    }
}
