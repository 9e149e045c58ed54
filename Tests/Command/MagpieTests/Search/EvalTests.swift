import Evaluation
import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie eval", .timeLimit(.minutes(5)))
struct EvalTests {
    struct Known: Sendable {
        let ranking: [Bool]
        let map, r1, r10, p10: Double
    }

    @Test(
        "scores are those of the definition",
        arguments: [
            Known(ranking: [true, false, false], map: 1, r1: 1, r10: 1, p10: 0.1),
            Known(ranking: [false, true, true], map: 7.0 / 12, r1: 0, r10: 1, p10: 0.2),
            Known(ranking: Array(repeating: false, count: 10) + [true], map: 1.0 / 11, r1: 0, r10: 0, p10: 0),
        ])
    func scores(known: Known) {
        var scores = RankingScores()
        scores.add(known.ranking)
        // Nothing relevant: it cannot be answered and does not count.
        scores.add([false, false])
        #expect(scores.queries == 1)
        #expect(abs(scores.map - known.map) < 1e-12)
        #expect(scores.r1 == known.r1 && scores.r10 == known.r10)
        #expect(abs(scores.p10 - known.p10) < 1e-12)
    }

    /// All orders of the elements.
    private static func orders(_ count: Int) -> [[Int]] {
        if count == 0 { return [[]] }
        return orders(count - 1).flatMap { order in
            (0...order.count).map { place in
                var longer = order
                longer.insert(count - 1, at: place)
                return longer
            }
        }
    }

    @Test("equal scores count as the mean over all orders of their pictures", arguments: 0..<60)
    func ties(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let count = Int.random(in: 1...7, using: &random)
        let values = (0..<count).map { _ in Double(Int.random(in: 0...2, using: &random)) }.sorted(by: >)
        // Others stand before them, so that the tenth rank may be among them.
        let before = Int.random(in: 0...8, using: &random)
        let scores = (0..<before).map { 100 - Double($0) } + values
        let isRelevant = scores.map { _ in Int.random(in: 0...2, using: &random) == 0 }
        var (tied, each) = (RankingScores(), RankingScores())
        tied.add(isRelevant, scores: scores)
        for order in Self.orders(count)
        where order.indices.dropFirst().allSatisfy({ values[order[$0 - 1]] >= values[order[$0]] }) {
            each.add(Array(isRelevant[..<before]) + order.map { isRelevant[before + $0] })
        }
        #expect(tied.unanswerable == (isRelevant.contains(true) ? 0 : 1))
        for measure in [\RankingScores.map, \.r1, \.r10, \.p10] {
            #expect(abs(tied[keyPath: measure] - each[keyPath: measure]) < 1e-12)
        }
    }

    @Test("a query whose class has no picture in the gallery is counted and told")
    func unanswerable() throws {
        let shop = try LabelledCatalog()
        let labels = """
            file,class,split
            images/bag-001.jpg,bag,query
            images/mug-001.jpg,mug,query
            images/bag-002.jpg,bag,gallery

            """
        try shop.place.write(Array(labels.utf8), to: "shop/labels.csv")
        let ended = try shop.place.magpie("eval", "shop/labels.csv", "--json")
        #expect(ended.errors.contains("1 query has no picture of the class in the gallery and does not count"))
        #expect(try ended.json().map { $0["unanswerable"] as? Int } == [1, 1])
    }

    static func writeLabels(in shop: LabelledCatalog) throws {
        var lines = ["file,class,split,dataset"]
        for kind in ["bag", "mug"] {
            for number in 1...4 {
                let split = number == 1 ? "query" : "gallery"
                lines.append("images/\(kind)-00\(number).jpg,\(kind),\(split),products")
            }
        }
        lines.append("images/shoe-001.jpg,mug,gallery,products-iconic")
        lines.append("images/lamp-001.jpg,bag,gallery,products-iconic")
        lines.append("images/gone.jpg,bag,gallery,products")
        lines.append("images/lamp-002.jpg,bag,original,elsewhere")
        try shop.place.write(Array(lines.joined(separator: "\n").utf8), to: "shop/labels.csv")
    }

    @Test("with a column of types, lines say what share of the first ten has the type of the query")
    func types() throws {
        let shop = try LabelledCatalog()
        try Self.writeLabels(in: shop)
        let plain = try shop.place.magpie("eval", "shop/labels.csv", "--json").json()
        let typed = try shop.place.magpie("eval", "shop/labels.csv", "--json", "--types", "class")
        #expect(typed.code == 0, "\(typed.errors)")
        let lines = try typed.json()
        #expect(lines.allSatisfy { $0["typed"] as? Bool == true && $0["type_p10"] as? Double == $0["p10"] as? Double })
        #expect(plain.allSatisfy { $0["typed"] == nil && $0["type_p10"] == nil })
        // Too few types to learn from: everything else is as it was.
        #expect(lines.map { $0["map"] as? Double } == plain.map { $0["map"] as? Double })
        let wrong = try shop.place.magpie("eval", "shop/labels.csv", "--types", "kind")
        #expect(wrong.code == 2 && wrong.errors.contains("no column 'kind' for --types; it has class, dataset, split"))
        #expect(try shop.place.magpie("eval", "shop/labels.csv", "--types", "class", "--store", "x").code == 1)
    }

    @Test("one line for each data set with queries and a gallery, and for galleries that borrow queries")
    func tests() throws {
        let shop = try LabelledCatalog()
        try Self.writeLabels(in: shop)
        let ended = try shop.place.magpie("eval", "shop/labels.csv", "--json")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.errors.contains("1 picture could not be used"))
        let lines = try ended.json()
        #expect(lines.map { $0["test"] as? String } == ["products", "products-iconic", "mean"])
        #expect(lines.map { $0["queries"] as? Int } == [2, 2, 4])
        #expect(lines.map { $0["gallery"] as? Int } == [6, 2, 8])
        for line in lines {
            for key in ["map", "r1", "r10", "p10", "kept", "kind_silent"] {
                #expect((0...1).contains(line[key] as? Double ?? -1))
            }
        }
        #expect(lines[0]["r10"] as? Double == 1)
        #expect(lines[1]["r10"] as? Double == 1)
        let sum = (lines[0]["map"] as? Double ?? 0) + (lines[1]["map"] as? Double ?? 0)
        #expect(abs((lines[2]["map"] as? Double ?? 0) - sum / 2) < 1e-4)
        // Twice the same.
        #expect(try shop.place.magpie("eval", "shop/labels.csv", "--json").output == ended.output)
        let table = try shop.place.magpie("eval", "shop/labels.csv").lines
        #expect(
            table.first?.split(separator: " ") == [
                "test", "queries", "gallery", "mAP", "R@1", "R@10", "P@10", "kept", "prec", "query", "kindout",
                "strange", "shown",
            ])
        #expect(table.last?.hasPrefix("mean ") == true)
    }

    @Test("hits: what is kept, right, shown, and nothing for strangers")
    func hits() {
        // Four pictures; the first two are alike, and the third stands alone.
        var hits = HitScores(densities: [0.5, 0.5, 0.3, 0.3])
        func query(_ scores: [Double]) -> HitScores.Query { .init(scores: scores, similarities: scores) }
        let first = [true, false, false, false]
        let kind = [true, true, false, false]
        // Two are shown, one of them relevant; without the kind the best is 0.1.
        hits.add(query([0.7, 0.65, 0.1, 0]), relevant: first, kind: kind)
        // Another one is shown, too, where the kind is taken out.
        hits.add(query([0.7, 0.1, 0.6, 0]), relevant: first, kind: first)
        hits.addForeign(query([0.3, 0.3, 0.2, 0.1]))
        hits.addForeign(query([0.1, 0.1, 0.8, 0.1]))
        let shares = hits.shares
        #expect(shares.kept == 1 && shares.shown == 2)
        #expect(shares.precision == 0.5 && shares.queryPrecision == 0.5)
        #expect(shares.silent == 0.5 && shares.foreign == 0.5)
        let names = shares.named.map(\.name)
        #expect(names == ["kept", "precision", "query_precision", "kind_silent", "strangers"])
    }

    @Test("a store that is given is ranked, and must hold the gallery")
    func givenStore() throws {
        let shop = try LabelledCatalog()
        try Self.writeLabels(in: shop)
        let temporary = try shop.place.magpie("eval", "shop/labels.csv", "--json").output
        try shop.index()
        let csv = String(decoding: try contents(of: shop.place / "shop/labels.csv"), as: UTF8.self)
        let missing = try shop.place.magpie("eval", "shop/labels.csv", "--store", "catalog.magpie")
        #expect(missing.code == 2)
        #expect(missing.errors.contains("does not hold shop/images/gone.jpg"))
        try shop.place.write(
            Array(csv.replacing("images/gone.jpg,bag,gallery,products\n", with: "").utf8), to: "shop/labels.csv")
        let stored = try shop.place.magpie("eval", "shop/labels.csv", "--store", "catalog.magpie", "--json")
        #expect(stored.output == temporary)
    }

    @Test(
        "options that moved to the benchmarks are refused with the command that has them",
        arguments: [
            ("--copies", "benchmarks copies"), ("--copies=hard", "benchmarks copies"),
            ("--distractors", "benchmarks copies"), ("--boxes", "benchmarks boxes"), ("--text", "benchmarks queries"),
            ("--catalog", "benchmarks queries"), ("--class-field", "benchmarks queries"),
        ])
    func moved(option: String, command: String) throws {
        let ended = try Workplace().magpie("eval", "labels.csv", option, "x")
        #expect(ended.code == 1 && ended.errors.contains("has moved to '\(command)"), "\(ended.errors)")
    }

    @Test("labels that are no labels are explained", arguments: ["a,b\n1,2\n", "file,class,split\nx.jpg,c,gallery\n"])
    func badLabels(text: String) throws {
        let place = try Workplace()
        try place.write(Array(text.utf8), to: "labels.csv")
        let ended = try place.magpie("eval", "labels.csv")
        #expect(ended.code == 2)
        #expect(ended.errors.hasPrefix("magpie: labels.csv "))
        #expect(try place.magpie("eval").code == 1)
    }
}
