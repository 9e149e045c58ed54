import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("What words found in earlier searches", .timeLimit(.minutes(5)))
struct KeptWordsTests {
    private let folder: TemporaryFolder
    private let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func matches(
        _ text: String, meanings: Bool = true, in store: CatalogStore
    ) throws -> WordMatches {
        let words = RelatedWords(thesaurus: .builtIn, synonyms: .none, vectors: meanings ? .builtIn : nil)
        return try store.read { snapshot throws(SearchError) in try snapshot.wordMatches(text, relatedWords: words) }
    }

    private static let said = [
        "red", "blue", "leather", "bag", "bags", "knife", "knives", "lamp", "chair", "t-shirt", "5000",
    ]
    private static let asked = said + ["leahter", "sack", "kni", "ba", "50", "tshirt", "satchel", "xyzzyx", "bg"]

    private static func text(_ words: [String], _ random: inout SplitMix) -> String {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
            .joined(separator: " ")
    }

    @Test("are what a store finds that was just opened, also twice and after each of many changes", arguments: 0..<4)
    func afterChanges(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        for round in 0..<20 {
            let id = "item-\(Int.random(in: 0..<30, using: &random))"
            if round % 4 == 3 {
                _ = try store.remove([id])
            } else {
                let items = [id, "\(id)-b"].map { StoredItem($0, ["title": .text(Self.text(Self.said, &random))]) }
                _ = try store.upsert(items)
            }
            let fresh = try folder.store(mode: .readOnly)
            for _ in 0..<6 {
                let text = Self.text(Self.asked, &random) + ["", " "][Int.random(in: 0..<2, using: &random)]
                // The weights of meanings follow small changes later.
                let expected = try matches(text, meanings: false, in: fresh)
                for _ in 0..<2 {
                    let found = try matches(text, meanings: false, in: store)
                    #expect(found == expected, "round \(round): '\(text)'")
                }
            }
        }
    }

    @Test("are of the revision that a reader sees, whatever others write beside it")
    func beside() async throws {
        _ = try store.upsert([StoredItem("first", ["title": .text("Red bag 0")])])
        let store = store
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 1...60 {
                    _ = try store.upsert([StoredItem("item-\(number)", ["title": .text("Red bag \(number)")])])
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<60 {
                        try store.read { snapshot throws(SearchError) in
                            let found = try snapshot.wordMatches("red ").matches.map(\.slot)
                            #expect(Set(found) == Set(try snapshot.live().slots) && found.count == Set(found).count)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("take no more memory than they may, and count as memory of words")
    func memory() throws {
        _ = try store.upsert((0..<3000).map { StoredItem("i\($0)", ["title": .text("Red bag \($0)")]) })
        let before = store.words.bytes
        _ = try matches("red bag ", in: store)
        #expect(store.words.bytes >= before + 2 * 3000 * MemoryLayout<WordIndex.Row>.stride)
        for number in 0..<1200 { _ = try matches("red \(number) ", in: store) }
        #expect(store.words.bytes < 40 << 20)
        let found = WordIndex.Found()
        for number in 0..<10_000 {
            let rows = [WordIndex.Row](repeating: .init(slot: 0, value: 0), count: 1000)
            found.rows.keep(rows, for: ["words", "\(number)"], at: 1, cost: 16_000)
        }
        #expect(found.bytes <= 24 << 20 && found.rows.count > 1000)
    }

    @Test("the meanings of all texts are read for the first query that needs them, and for no other")
    func meanings() throws {
        _ = try store.upsert((0..<300).map { StoredItem("i\($0)", ["title": .text("Red leather bag \($0)")]) })
        // The least that meanings take: a number for each word that has a vector.
        let least = 4 * WordVectors.builtIn.count
        let met = try matches("red leather bag ", in: store)
        #expect(met.matches.count == 300 && store.words.bytes < least)
        let near = try matches("crimson satchel ", in: store)
        #expect(near.matches.count > 0 && store.words.bytes > least)
    }
}
