import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Suggestions while somebody types", .timeLimit(.minutes(5)))
struct SuggestTests {
    private let folder: TemporaryFolder
    private let engine: SearchEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SearchEngine(path: folder.path("catalog.magpie"), mode: .create)
        let titles = [
            "Leather bag", "Leather Bag", "Lederhose", "Red leather jacket", "Rain jacket", "Rain Jacket for kids",
            "Ünïcorn lamp", "Jar 500ml",
        ]
        try insert(titles.enumerated().map { Item(id: "\($0)", attributes: ["title": .text($1)]) })
    }

    private func insert(_ items: [Item]) throws {
        let entries = items.map { Entry($0, image: .pixels(Pictures.scene(16, 16))) }
        for result in try engine.insertBlocking(entries) { try result.get() }
    }

    private func suggest(_ text: String, _ change: (inout SuggestRequest) -> Void = { _ in }) throws -> [Suggestion] {
        var request = SuggestRequest(text)
        change(&request)
        return try engine.suggestBlocking(request)
    }

    private func texts(_ text: String, _ change: (inout SuggestRequest) -> Void = { _ in }) throws -> [String] {
        try suggest(text, change).map(\.text)
    }

    @Test("words and titles that begin as typed come, those of most items first, as items spell them")
    func completions() throws {
        let found = try suggest("lea")
        #expect(found.map(\.kind) == [.completion, .title])
        #expect(found.map(\.items) == [3, 2])
        #expect(found.map { $0.text.lowercased() } == ["leather", "leather bag"])
        #expect(
            try suggest("RAIN").map(\.text).map { $0.lowercased() } == ["rain", "rain jacket", "rain jacket for kids"])
        #expect(try texts("uni") == ["Ünïcorn", "Ünïcorn lamp"] && texts("Ünï") == texts("uni"))
        #expect(try texts("jar 50") == ["Jar 500ml"])
        #expect(try texts("zzz").isEmpty && texts("").isEmpty && texts(" .").isEmpty)
    }

    @Test(
        "words with hyphens, apostrophes and points are suggested as titles write them, and never joined otherwise",
        arguments: [
            ("mother", ["Mother-in-law tongue"], ["Mother-in-law", "Mother-in-law tongue"]),
            ("motherinl", ["Mother-in-law tongue"], ["Mother-in-law"]),
            ("state", ["State-of-the-art lamp"], ["State-of-the-art", "State-of-the-art lamp"]),
            ("state of t", ["State-of-the-art lamp"], ["State-of-the-art", "State-of-the-art lamp"]),
            ("l'a", ["L'Ami vase"], ["L'Ami", "L'Ami vase"]),
            ("rock n", ["Rock'n'Roll poster"], ["Rock'n'Roll", "Rock'n'Roll poster"]),
            ("rock n", ["Rock-n-roll poster"], ["Rock-n-roll", "Rock-n-roll poster"]),
            ("wi", ["Wi-Fi router", "Wi-Fi plug"], ["Wi-Fi", "Wi-Fi plug", "Wi-Fi router"]),
            ("wif", ["Wi-Fi router"], ["Wi-Fi"]), ("wif", ["Wifi router"], ["Wifi", "Wifi router"]),
            ("wi-f", ["Wi-Fi router"], ["Wi-Fi router"]), ("t-sh", ["T-shirt red"], ["T-shirt", "T-shirt red"]),
            ("wifi rou", ["Wi-Fi router"], ["Wi-Fi router"]),
            ("cable 2.5", ["Cable 2.5mm black"], ["Cable 2.5mm black"]),
            ("shir", ["White T-shirt"], ["shirt"]), ("law", ["Mother-in-law tongue"], ["law"]),
            ("node", ["Guide to Node.js"], ["Node.js"]), ("inla", ["Mother-in-law tongue"], []),
            (
                "moth", ["Mother of pearl", "Mother cup", "Mother-in-law"],
                ["Mother", "Mother-in-law", "Mother cup", "Mother of pearl"]
            ),
        ])
    func written(_ typed: String, _ titles: [String], _ right: [String]) throws {
        let store = try folder.store("written.magpie")
        _ = try store.upsert(titles.enumerated().map { StoredItem("\($0)", ["title": .text($1)]) })
        let (found, completed) = try store.read { snapshot throws(SearchError) in
            let request = SuggestRequest(typed, correctsSpelling: false)
            return (
                try snapshot.suggestions(for: request, blocking: BlockList([])).map(\.text),
                try snapshot.completions(of: typed, limit: 9).map(\.text)
            )
        }
        #expect(found.sorted() == right.sorted())
        let words = right.filter { !titles.contains($0) || !$0.contains(" ") }
        #expect(Set(completed).isSuperset(of: words) && completed.count <= right.count, "\(completed)")
    }

    @Test("a blocked word blocks the spelling that has it")
    func blockedSpelling() throws {
        try insert([Item(id: "law", attributes: ["title": "Mother-in-law"])])
        #expect(try texts("moth") == ["Mother-in-law"])
        #expect(try texts("moth") { ($0.blocked, $0.correctsSpelling) = (["law"], false) }.isEmpty)
    }

    @Test("the last of several words is completed by words that are in an item with the others")
    func several() throws {
        #expect(try texts("red ja") == ["Red jacket"] || texts("red ja") == ["red jacket"])
        #expect(try texts("red leather ja").map { $0.lowercased() } == ["red leather jacket"])
        #expect(try texts("lamp ja", { $0.correctsSpelling = false }).isEmpty)
        // The word is finished: only what follows it is open.
        #expect(try texts("rain ").map { $0.lowercased() } == ["rain jacket", "rain jacket for kids"])
    }

    @Test("a beginning with a slip is completed where nothing begins as typed, unless that is off")
    func slips() throws {
        for typed in ["jakc", "jacje", "ajck", "jaket"] {
            let found = try suggest(typed)
            #expect(found.first?.text.lowercased() == "jacket" && found.first?.kind == .corrected, "\(typed): \(found)")
            #expect(try texts(typed) { $0.correctsSpelling = false }.isEmpty)
        }
        // Two slips from 8 letters on, and none below 4.
        #expect(try texts("lederhsoa").first == "Lederhose")
        #expect(try texts("jkc").isEmpty && texts("jxkq").isEmpty)
        #expect(try texts("lether ja").map { $0.lowercased() } == ["leather jacket"])
        #expect(try suggest("jack").allSatisfy { $0.kind != .corrected })
    }

    @Test("the beginnings of words are compared as the edit distance with swaps says", arguments: [3, 8])
    func distance(length: Int) {
        var random = SplitMix(seed: UInt64(length))
        let letters = Array("abc".unicodeScalars)
        func word(_ count: Int) -> [Unicode.Scalar] { (0..<count).map { _ in letters.randomElement(using: &random)! } }
        for _ in 0..<Effort.inputs(170, of: 500) {
            let (left, right) = (word(length), word(Int.random(in: 1...10, using: &random)))
            var count = SlipCount(left)
            for (place, letter) in zip(1..., right) {
                count.take(letter)
                #expect(count.distance == distance(left, Array(right.prefix(place))))
            }
        }
    }

    /// By the table of optimal string alignment.
    private func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 } }
        for i in 1...left.count {
            for j in 1...right.count {
                let exchange = table[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, exchange)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
                }
            }
        }
        return table[left.count][right.count]
    }

    @Test("no suggestion contains a blocked word, or blocked words beside each other")
    func blocked() throws {
        #expect(try texts("lea") { $0.blocked = ["BAG"] }.map { $0.lowercased() } == ["leather"])
        #expect(try texts("rain") { $0.blocked = ["jacket  for"] }.count == 2)
        #expect(try texts("rain") { $0.blocked = ["jacket kids", "rai", "", "#"] }.count == 3)
        #expect(try texts("uni") { $0.blocked = ["unicorn"] }.isEmpty)
    }

    @Test("they follow the store: new words come, and those of removed items go")
    func followed() throws {
        let asTyped = { (request: inout SuggestRequest) in request.correctsSpelling = false }
        #expect(try texts("jacu", asTyped).isEmpty)
        try insert([Item(id: "new", attributes: ["title": "Jacuzzi mat"])])
        #expect(try texts("jacu").map { $0.lowercased() } == ["jacuzzi", "jacuzzi mat"])
        _ = try engine.removeBlocking(["new"])
        #expect(try texts("jacu", asTyped).isEmpty)
    }

    @Test("a limit holds; values out of range are errors that name them")
    func limits() async throws {
        #expect(try texts("r") { $0.limit = 2 }.count == 2)
        #expect(try await engine.suggest(SuggestRequest("lea")) == suggest("lea"))
        for limit in [0, 101, .min] {
            #expect(throws: SearchError.invalidArgument("the limit must be from 1 to 100, not \(limit)")) {
                try suggest("a") { $0.limit = limit }
            }
        }
        #expect(throws: SearchError.self) { try texts(String(repeating: "a", count: 251)) }
        #expect(try texts(String(repeating: "a", count: 250)).isEmpty)
        for text in ["\"", "*", "a\0b", "NEAR(", "-x", "jacket\u{301}\u{301}", String(repeating: "a ", count: 125)] {
            _ = try texts(text)
        }
    }

    @Test("a request comes back as it went, and what is missing has its default")
    func wire() throws {
        let request = SuggestRequest("a", limit: 3, correctsSpelling: false, locale: "de", blocked: ["b"])
        let data = try JSONEncoder().encode(request)
        #expect(try JSONDecoder().decode(SuggestRequest.self, from: data) == request)
        let short = try JSONDecoder().decode(SuggestRequest.self, from: Data(#"{"text":"a"}"#.utf8))
        #expect(short == SuggestRequest("a"))
    }
}
