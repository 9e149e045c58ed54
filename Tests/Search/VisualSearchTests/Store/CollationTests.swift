import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Texts in the order of a dictionary")
struct CollationTests {
    @Test(
        "case and accents come after the letters, and numbers count by their value",
        arguments: [
            ["Adam", "alice", "Álvaro", "Öl", "Size 9", "Size 10", "Zoe"], ["a", "A", "á", "b"],
            ["x1", "x2", "x10", "x100"], ["", " a", "#1", "1", "2", "10", "a"],
            ["cote", "coté", "côte", "côté", "cotes"],
            ["Strass", "Straße", "Straßen"], ["łódź", "lot", "łuk", "m"], ["Ørsted", "Oslo", "Østen", "p"],
            ["z", "Ω", "я"], ["あ", "ア", "い"], ["iPhone 9", "iPhone 9 Pro", "iPhone 10", "iphone 11"],
        ])
    func order(_ texts: [String]) {
        #expect(texts.reversed().sorted { CollationKey($0) < CollationKey($1) } == texts)
        #expect(texts.shuffled().sorted { CollationKey($0) < CollationKey($1) } == texts)
    }

    @Test("the first places of many are those of the whole order, whatever the texts begin with", arguments: 1...20)
    func firstPlaces(_ seed: Int) {
        var numbers = SplitMix(seed: UInt64(seed))
        let pieces = [
            "a", "B", "z", "7", "10", "007", "0", "99999999999", " ", "-", "#", "é", "Ø", "я", "²", "٣", "e\u{301}",
            "\t", "",
        ]
        let texts = (0..<400).map { _ in
            (0..<Int.random(in: 0...6, using: &numbers)).map { _ in pieces.randomElement(using: &numbers)! }.joined()
        }
        let order = texts.collated(at: Array(texts.indices))
        for limit in [0, 1, 2, 10, 60, 99, 100, 400, 500] {
            let first = texts.collated(at: Array(texts.indices), limit: limit)
            // Equal texts may change places.
            #expect(first.map { texts[$0] } == order.prefix(limit).map { texts[$0] })
            #expect(Set(first).count == first.count)
        }
    }

    @Test("facets break ties in this order, tell what they leave out, and count branches")
    func facets() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let kinds = ["Bags > Handbags", "Bags > Totes", "bags", "Ärmel", "Zelt", "Bags"]
        _ = try store.upsert(kinds.enumerated().map { StoredItem("\($0)", ["kind": .string($1)]) })
        try store.read { snapshot throws(SearchError) in
            let all = try snapshot.matching(.all)
            let plain = try snapshot.facets(.init(["kind"], limit: 4), over: all)
            #expect(plain[0].values.map(\.value) == ["Ärmel", "bags", "Bags", "Bags > Handbags"])
            #expect(plain[0].more == 2)
            let tree = try snapshot.facets(.init(["kind"], branches: true), over: all)
            #expect(tree[0].values.first == Facet.Value("Bags", count: 3) && tree[0].more == 0)
            #expect(tree[0].values.contains(Facet.Value("Bags > Totes", count: 1)))
            #expect(try snapshot.matching(SearchAPI.Field("kind").isWithin("Bags")).count == 3)
            #expect(try snapshot.matching(.equal("kind", "Bags")).count == 1)
        }
    }

    @Test("dates are dates in facets as JSON, and a day means all of its moments")
    func dates() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let days = ["2024-01-05T00:00:00Z", "2024-01-05T15:00:00Z", "2024-01-06T15:00:00Z", "2024-01-07T00:00:00Z"]
        _ = try store.upsert(
            days.enumerated().map { StoredItem("\($0)", ["day": AttributeValue($1, as: .date)!]) })
        let counts: [(Filter, Int)] = [
            (.equal("day", .string("2024-01-05")), 2),
            (.between("day", .string("2024-01-05"), .string("2024-01-06")), 3),
            (.greater("day", .string("2024-01-05")), 2), (.less("day", .string("2024-01-06")), 2),
            (.equal("nope", .string("x")), 0),
        ]
        let (found, facet) = try store.read { snapshot throws(SearchError) in
            var found: [Int] = []
            for (filter, _) in counts { found.append(try snapshot.matching(filter).count) }
            return (found, try snapshot.facets(.init(["day"]), over: try snapshot.matching(.all))[0])
        }
        #expect(found == counts.map { $0.1 })
        let text = String(decoding: try JSONEncoder().encode(facet), as: UTF8.self)
        #expect(text.contains(#""range":["2024-01-05T00:00:00Z","2024-01-07T00:00:00Z"]"#), "\(text)")
        #expect(try JSONDecoder().decode(Facet.self, from: Data(text.utf8)) == facet)
    }

    @Test("a part of a text is found without its accents")
    func parts() {
        #expect(LikePattern("%alvaro%").matches("Álvaro") && LikePattern("%Álv%").matches("Álvaro"))
        #expect(!LikePattern("%Álv%").matches("Alvaro"))
    }
}
