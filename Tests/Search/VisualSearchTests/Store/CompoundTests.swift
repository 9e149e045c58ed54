import TestSupport
import Testing

@testable import VisualSearch

@Suite("Words that are written as two, and two as one", .timeLimit(.minutes(5)))
struct CompoundTests {
    let folder: TemporaryFolder
    let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        _ = try store.upsert(
            [
                ("backpack", "Backpack"), ("back pack", "Back pack"), ("pack", "Pack of cards"), ("ml", "Bottle 500ml"),
                ("m l", "Bottle, 500 ml"), ("other", "Bottle, 750 ml"), ("fit", "Cross-Fit bra"),
                ("iron", "Cast iron pan"), ("sku", "Lamp AB1234"), ("sku parts", "Vase AB 1234"),
            ].map { StoredItem($0, ["title": .text($1)]) })
    }

    private func saying(_ text: String) throws -> (ids: [String], corrections: [WordMatches.Correction]) {
        try store.read { snapshot throws(SearchError) in
            let found = try snapshot.wordMatches(text)
            var ids: [String] = []
            for match in found.matches { ids.append(try snapshot.id(at: match.slot) ?? "?") }
            return (ids, found.corrections)
        }
    }

    @Test("a compound is found in both forms, the one that was asked for first")
    func compounds() throws {
        #expect(try saying("backpack ").ids == ["backpack", "back pack"])
        #expect(try saying("back pack ").ids == ["back pack", "backpack"])
        #expect(try Set(saying("backpacks ").ids) == ["backpack", "back pack"])
    }

    @Test("a number is the same with its unit beside it and apart")
    func units() throws {
        #expect(try saying("bottle 500ml ").ids.prefix(2) == ["ml", "m l"])
        #expect(Set(try saying("bottle 500 ml ").ids.prefix(2)) == ["ml", "m l"])
        #expect(try saying("500ml ").corrections.isEmpty)
    }

    @Test("a word that no item contains is taken apart, and that is told")
    func apart() throws {
        let found = try saying("castiron ")
        #expect(found.ids == ["iron"])
        #expect(found.corrections == [.init(word: "castiron", meant: ["cast iron"])])
        #expect(try saying("crossfit ").ids == ["fit"])
    }

    @Test("a word that an item contains, an article number and a number are never corrected")
    func kept() throws {
        _ = try store.upsert([StoredItem("kept", ["title": .text("Cist")])])
        #expect(try saying("cist ").ids == ["kept"])
        #expect(try saying("AB1234 ").ids == ["sku", "sku parts"])
        for text in ["AB1235 ", "12345 ", "751 "] {
            #expect(try saying(text).ids.isEmpty, "\(text)")
        }
    }

    @Test("a correction that an item contains beside another word of the query is likelier")
    func support() throws {
        _ = try store.upsert([
            StoredItem("lamp", ["title": .text("Table lamp")]), StoredItem("lamb", ["title": .text("Roast lamb")]),
        ])
        #expect(try saying("roast lamn ").corrections.first?.meant.first == "lamb")
        #expect(try saying("table lamn ").corrections.first?.meant.first == "lamp")
    }

    @Test("parts of words")
    func parts() {
        #expect(Compounds.parts(of: "tshirt", isKnown: true).prefix(2) == ["t shirt", "ts hirt"])
        #expect(Compounds.parts(of: "island", isKnown: true) == ["isla nd", "islan d"])
        #expect(Compounds.parts(of: "2 5mm", isKnown: true) == ["2 5 mm"])
        #expect(Compounds.parts(of: "handbag", isKnown: false).isEmpty)
        for isKnown in [false, true] {
            #expect(Compounds.parts(of: "500ml", isKnown: isKnown) == ["500 ml"])
            #expect(Compounds.parts(of: "ab12cd", isKnown: isKnown) == ["ab 12cd", "ab12 cd"])
            #expect(Compounds.parts(of: "2024", isKnown: isKnown).isEmpty)
            #expect(Compounds.parts(of: "", isKnown: isKnown).isEmpty)
            #expect(Compounds.parts(of: String(repeating: "ab1", count: 100), isKnown: isKnown).isEmpty)
        }
        #expect(Compounds.splits(of: "abc") == ["a bc", "ab c"])
        #expect(Compounds.splits(of: "ab1").isEmpty && Compounds.splits(of: "a").isEmpty)
        #expect(Compounds.splits(of: String(repeating: "ab", count: 100)).isEmpty)
    }
}
