import TestSupport
import Testing

@testable import VisualSearch

@Suite("Searching in the language of a dictionary", .timeLimit(.minutes(5)))
struct WordDictionaryTests {
    private struct Made: WordDictionary {
        var groups: [String: [[String]]]

        func translations(of term: String) throws(SearchError) -> [[String]] {
            if term == "kaputt" { throw .invalidArgument("the dictionary is cut off") }
            return groups[term.lowercased()] ?? []
        }
    }

    private static let german = Made(groups: [
        "nachttisch": [["bedside locker", "nightstand", "bedside table"]], "rot": [["ruddy", "red"]], "rote": [["red"]],
        "tasche": [["pocket", "bag"]], "handtasche": [["handbag"], ["pocket", "bag"]], "für": [["for"]],
        "kurze hose": [["shorts"]], "hose": [["trousers"]], "lampe": [["lamp"]], "leuchte": [["lamp"]],
        "table": [["blackboard"]],
        "große": [["large"]],
    ])

    private let folder: TemporaryFolder
    private let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        let titles = [
            ("bedside", "Oak bedside table"), ("coffee", "Coffee table"), ("bag", "Red leather bag"),
            ("blue", "Blue bag"),
            ("lamp", "Red lamp"), ("shorts", "Linen shorts"), ("trousers", "Linen trousers"), ("rug", "Large rug"),
        ]
        _ = try store.upsert(titles.map { StoredItem($0.0, ["title": .text($0.1)]) })
    }

    private func words(_ dictionaries: [any WordDictionary], _ synonyms: Synonyms = .none) -> RelatedWords {
        RelatedWords(thesaurus: nil, synonyms: synonyms, dictionaries: dictionaries)
    }

    private func ids(_ text: String, _ words: RelatedWords) throws -> [String] {
        try store.read { snapshot throws(SearchError) in
            var ids: [String] = []
            for match in try snapshot.wordMatches(text, relatedWords: words).matches {
                ids.append(try snapshot.id(at: match.slot) ?? "?")
            }
            return ids
        }
    }

    @Test(
        "a word that no item says finds what its translations say, those that the catalog has",
        arguments: [
            ("Nachttisch ", "bedside table "), ("rote Tasche ", "red bag "), ("Handtasche ", "bag "),
            ("LAMPE ", "lamp "),
            ("kurze Hose ", "shorts "), ("Hose ", "trousers "), ("gro\u{DF}e Lampe ", "large lamp "),
            ("Tasche f\u{FC}r ", "bag "),
        ])
    func translated(text: String, english: String) throws {
        let wanted = try ids(english, words([]))
        #expect(!wanted.isEmpty)
        #expect(try Set(ids(text, words([Self.german]))) == Set(wanted))
    }

    @Test("without a dictionary a word of another language finds nothing, and one that an item says stays what it is")
    func said() throws {
        let plain = words([])
        #expect(try ids("Nachttisch ", plain).isEmpty)
        for text in ["table ", "red bag ", "linen ", "f\u{FC}r "] {
            #expect(try ids(text, words([Self.german])) == ids(text, plain), "\(text)")
        }
    }

    @Test("the shop's own synonyms come before a dictionary, and of several dictionaries the first that helps counts")
    func precedence() throws {
        let own = try Synonyms(lines: "tasche => rug")
        #expect(try ids("tasche ", words([Self.german], own)) == ["rug"])
        let first = Made(groups: ["tasche": [["satchel"]], "leuchte": [["rug"]]])
        #expect(try Set(ids("tasche ", words([first, Self.german]))) == ["bag", "blue"])
        #expect(try ids("leuchte ", words([first, Self.german])) == ["rug"])
    }

    @Test("a query says which word was taken for which")
    func told() throws {
        let found = try store.read { snapshot throws(SearchError) in
            try snapshot.wordMatches("Nachttisch ", relatedWords: words([Self.german]))
        }
        #expect(found.corrections.map(\.word) == ["nachttisch"])
        #expect(found.corrections.first?.meant == ["bedside table"])
    }

    @Test("a dictionary that cannot be read any more is an error of the search")
    func damaged() {
        #expect(throws: SearchError.self) { try ids("kaputt ", words([Self.german])) }
    }

    @Test("translations are searched for as synonyms of one way are", arguments: 0..<60)
    func asSynonyms(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let foreign = ["alpha", "beta", "gamma", "delta"]
        let own = ["red", "bag", "lamp", "linen", "bedside table", "large", "satchel"]
        var groups: [String: [[String]]] = [:]
        var lines: [String] = []
        for word in foreign where Bool.random(using: &random) {
            let group = own.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
            groups[word] = [Array(group)]
            let said = group.filter { $0 != "satchel" }
            if !said.isEmpty { lines.append("\(word) => \(said.joined(separator: ", "))") }
        }
        let text =
            (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (foreign + ["red", "bag", "table"]).randomElement(using: &random)!
            }.joined(separator: " ") + " "
        let synonyms = try Synonyms(lines: lines.joined(separator: "\n"))
        let (translated, equal) = (words([Made(groups: groups)]), words([], synonyms))
        #expect(try ids(text, translated) == ids(text, equal), "\(text), \(lines)")
        // Kept translations are those of the catalog as it is now.
        _ = try store.upsert([StoredItem("new", ["title": .text("A satchel")])])
        if groups.values.contains(where: { $0[0] == ["satchel"] }),
            let word = groups.first(where: { $0.value[0] == ["satchel"] })?.key
        {
            #expect(try ids(word + " ", translated) == ["new"])
        }
    }
}
