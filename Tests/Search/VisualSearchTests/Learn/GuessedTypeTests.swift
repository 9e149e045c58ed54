import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Guessed types of items that have none", .timeLimit(.minutes(5)))
struct GuessedTypeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// One item in three has no type.
    private func catalog() throws -> KindCatalog {
        let catalog = try KindCatalog(folder) { kind, number in number.isMultiple(of: 3) ? nil : kind }
        _ = try catalog.engine.learnBlocking()
        return catalog
    }

    @Test("most of them get the type that their picture shows, with its probability; the others have the catalog's own")
    func guessed() throws {
        let catalog = try catalog()
        let report = try #require(try catalog.engine.store.learningReport())
        #expect(try #require(report.guessed) > 0.5 && #require(report.guessedRight) > 0.7)
        let hits = try KindCatalog.kinds.flatMap { try catalog.hits($0, limit: 96) }
        let untyped = hits.filter { $0.attributes["product_type"] == nil }
        let guesses = untyped.compactMap { hit in hit.guessedType.map { (hit.id, $0) } }
        #expect(guesses.count * 2 > untyped.count)
        #expect(guesses.count { $0.hasPrefix($1.name) } * 10 > guesses.count * 8)
        #expect(guesses.allSatisfy { (GuessCurve.least...1).contains($0.1.probability) })
        #expect(hits.filter { $0.attributes["product_type"] != nil }.allSatisfy { $0.guessedType == nil })
    }

    @Test("a guess counts in the score in proportion to its probability, and the parts still add up")
    func scored() throws {
        let catalog = try catalog()
        let hits = try catalog.hits("shoe", limit: 96)
        for hit in hits {
            let parts = try #require(hit.explanation)
            let sum = parts.shape + parts.color + parts.pattern + parts.text + parts.kind
            #expect(abs(sum - hit.score) < 1e-9, "\(hit.id)")
        }
        let own = hits.filter { $0.guessedType?.name == "shoe" }
        #expect(!own.isEmpty && own.allSatisfy { ($0.explanation?.kind ?? 0) > 0 })
        let ranks = Dictionary(uniqueKeysWithValues: hits.enumerated().map { ($1.id, $0) })
        let other = hits.filter { $0.guessedType.map { $0.name != "shoe" } ?? false }
        let mean = { (hits: [Hit]) in Double(hits.reduce(0) { $0 + ranks[$1.id]! }) / Double(hits.count) }
        #expect(mean(own) < mean(other))
    }

    @Test("filters, facets and the item itself do not know it")
    func noFact() throws {
        let catalog = try catalog()
        let all = SearchRequest.FacetRequest(["product_type"])
        let filtered = try catalog.hits("bag", limit: 96) { $0.filter = .equal("product_type", "bag") }
        #expect(filtered.count == 16 && filtered.allSatisfy { $0.guessedType == nil })
        var request = SearchRequest(.init(example: .image(.bytes([]))), limit: 1, facets: all, scope: .all)
        let answer = try catalog.engine.answer(request, vector: KindCatalog.vector("bag", 1000))
        #expect(answer.facets[0].values.map(\.count) == [16, 16, 16, 16])
        request.filter = .not(.exists("product_type"))
        request.limit = 96
        let untyped = try catalog.engine.answer(request, vector: KindCatalog.vector("bag", 1000))
        #expect(untyped.total == 32 && untyped.hits.contains { $0.guessedType != nil })
        #expect(try catalog.engine.itemBlocking("bag-0")?.attributes == [:])
    }

    @Test("it comes where the field of types is requested, and follows the picture and the type of an item")
    func followed() throws {
        let catalog = try catalog()
        func guess(_ id: String, fields: [String]? = nil) throws -> GuessedType? {
            let hits = try catalog.hits("mug", limit: 97) { $0.fields = fields }
            return try #require(hits.first { $0.id == id }).guessedType
        }
        func insert(_ image: DescribedImage?, _ attributes: [String: AttributeValue] = [:]) throws {
            for result in try catalog.engine.insertDescribed([(Item(id: "new", attributes: attributes), image, nil)]) {
                try result.get()
            }
        }
        try insert(KindCatalog.image("mug", 2))
        #expect(try guess("new")?.name == "mug")
        #expect(try guess("new", fields: ["product_type"])?.name == "mug")
        #expect(try guess("new", fields: ["product_type", "*"])?.name == "mug")
        #expect(try guess("new", fields: []) == nil)
        try insert(KindCatalog.image("lamp", 2))
        #expect(try guess("new")?.name == "lamp")
        try insert(nil, ["product_type": "bag"])
        #expect(try guess("new") == nil)
    }

    @Test("it is there when the store is opened again, and nothing is guessed where nothing was learned")
    func opened() throws {
        let catalog = try catalog()
        let hits = try catalog.hits("bag", limit: 40)
        let engine = try SearchEngine(path: catalog.path, mode: .readOnly, describer: catalog.engine.describer)
        let request = SearchRequest(.init(example: .image(.bytes([]))), limit: 40, explains: true, scope: .all)
        #expect(try engine.answer(request, vector: KindCatalog.vector("bag", 1000)).hits == hits)
        let other = try TemporaryFolder()
        let unlearned = try KindCatalog(other) { kind, number in number.isMultiple(of: 3) ? nil : kind }
        #expect(try unlearned.hits("bag", limit: 96).allSatisfy { $0.guessedType == nil })
    }

    @Test("what is unlike all items has no probable type")
    func strange() throws {
        let catalog = try catalog()
        // The opposite of all kinds.
        let vector = [Int8](repeating: -60, count: 4) + [Int8](repeating: 10, count: 12)
        var image = KindCatalog.image("bag", 0)
        image.descriptor = Descriptor(vector: vector)
        _ = try catalog.engine.insertDescribed([(Item(id: "odd"), image, nil)])
        let odd = try #require(try catalog.hits("bag", limit: 97).first { $0.id == "odd" })
        #expect(odd.guessedType == nil)
    }

    @Test("a curve needs trials, and gives probabilities that come true")
    func curve() throws {
        #expect(GuessCurve([]) == nil)
        let falling = try #require(GuessCurve((0..<100).map { .init(share: Double($0) / 100, isRight: $0 < 50) }))
        #expect(abs(falling.probability(ofShare: 0.1) - 0.5) < 0.01)
        #expect(falling.probability(ofShare: 0.1) == falling.probability(ofShare: 0.9))
        // All that were right have most of the votes: a type with few is no guess, though larger shares are no likelier.
        let right = (0..<32).map { GuessCurve.Trial(share: 0.8 + Double($0) / 320, isRight: true) }
        let wrong = [GuessCurve.Trial](repeating: .init(share: 1, isRight: false), count: 8)
        let flat = try #require(GuessCurve(right + wrong))
        #expect((0.7..<0.9).contains(flat.probability(ofShare: 0.9)) && flat.probability(ofShare: 0.3) == 0)
        let unanimous = try #require(GuessCurve((0..<40).map { .init(share: 0.5 + Double($0) / 80, isRight: true) }))
        #expect((0.9..<1).contains(unanimous.probability(ofShare: 1)))
        var random = SplitMix(seed: 5)
        let trials = (0..<2000).map { _ in
            let share = Double.random(in: 0...1, using: &random)
            return GuessCurve.Trial(share: share, isRight: Double.random(in: 0...1, using: &random) < share)
        }
        let curve = try #require(GuessCurve(trials))
        for share in [0.2, 0.5, 0.8] { #expect(abs(curve.probability(ofShare: share) - share) < 0.08) }
        let there = try JSONDecoder().decode(GuessCurve.self, from: JSONEncoder().encode(curve))
        #expect(there == curve)
    }

    @Test("old clients read new hits, and new clients old ones")
    func wire() throws {
        struct OldHit: Codable { var id: String, score: Double, attributes: [String: AttributeValue] }
        let hit = Hit(id: "a", score: 0.5, guessedType: GuessedType("bag", probability: 0.8))
        let data = try JSONEncoder().encode(hit)
        #expect(try JSONDecoder().decode(Hit.self, from: data) == hit)
        #expect(try JSONDecoder().decode(OldHit.self, from: data).id == "a")
        let old = #"{"id":"a","score":0.5,"relevance":1,"isRelevant":true,"attributes":{}}"#
        #expect(try JSONDecoder().decode(Hit.self, from: Data(old.utf8)).guessedType == nil)
    }

    @Test("the type of an object comes from the learned space where there is one, its hits have a part for kind")
    func objects() throws {
        let catalog = try catalog()
        var right = (learned: 0, look: 0)
        for kind in KindCatalog.kinds {
            for number in 1000..<1010 {
                let vector = KindCatalog.vector(kind, number)
                for usesLearning in [true, false] {
                    // The look of these pictures says little, so none of the neighbors has to be near.
                    let type = try catalog.engine.type(of: vector, usesLearning: usesLearning, without: nil)
                    if type == kind { if usesLearning { right.learned += 1 } else { right.look += 1 } }
                }
            }
        }
        #expect(right.learned >= right.look && right.learned > 0, "\(right)")
    }
}
