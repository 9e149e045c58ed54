import Foundation
import Testing

@testable import benchmarks

@Suite("benchmarks queries", .timeLimit(.minutes(5)))
struct QueriesTests {
    @Test("scores are those of the definition")
    func scores() {
        var result = TextResult(.all, split: "all", kind: "exact")
        result.add([false, true, false, true], relevant: 3)
        result.add(Array(repeating: false, count: 10) + [true], relevant: 1)
        result.add([], relevant: 1)
        #expect(result.queries == 3 && result.silent == 1)
        #expect(abs(result.r10 - 1.0 / 3) < 1e-12)
        #expect(abs(result.mrr - (1.0 / 2 + 1.0 / 11) / 3) < 1e-12)
        let gain = (1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3) + 0.5)
        #expect(abs(result.ndcg10 - gain / 3) < 1e-12)
        var other = TextResult(.all, split: "all", kind: "typo")
        other.add([true], relevant: 1)
        let mean = TextResult(meanOf: [result, other], .all, split: "all")
        #expect(mean.queries == 4 && mean.silent == 1)
        #expect(abs(mean.r10 - (1.0 / 3 + 1) / 2) < 1e-12)
    }

    private static let catalog = """
        sku,title,kind
        A-1,Leather backpack,bag
        A-2,Canvas bag,bag
        B-1,Desk lamp,lamp
        """

    private func place(_ queries: String) throws -> Workplace {
        let place = try Workplace()
        try place.write(Array(Self.catalog.utf8), to: "catalog.csv")
        try place.write(Array(queries.utf8), to: "queries.csv")
        return place
    }

    @Test("each ranking, split and kind has its row, then their mean, on a catalog without pictures")
    func catalog() throws {
        let place = try place(
            """
            query,id,kind,split
            leather backpack,A-1,exact,tuned
            lether backpak,A-1,typo,tuned
            bag,A-1,exact,kept
            bag,A-2,exact,kept
            """)
        let ended = try place.benchmarks("queries", "queries.csv", "--catalog", "catalog.csv", "--json")
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = try ended.json()
        let names = lines.map { line in
            ["ranking", "split", "kind"].map { line[$0] as? String ?? "" }.joined(separator: " ")
        }
        let expected = ["tuned exact", "tuned typo", "tuned mean", "kept exact", "kept mean"]
        let rankings = ["plain", "thesaurus", "learned", "words", "all"]
        #expect(names == rankings.flatMap { ranking in expected.map { "\(ranking) \($0)" } })
        #expect(lines.map { $0["queries"] as? Int } == rankings.flatMap { _ in [1, 1, 2, 1, 1] })
        #expect(lines.map { $0["nothing"] as? Int } == [0, 1, 1, 0, 0] + [Int](repeating: 0, count: 20))
        #expect(lines[1]["ndcg10"] as? Double == 0)
        for all in [6, 11, 16, 21] { #expect(lines[all]["ndcg10"] as? Double == 1) }
        let table = try place.benchmarks("queries", "queries.csv", "--catalog", "catalog.csv").lines
        #expect(table.count == 27)
        func cells(_ row: String) -> [String] {
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(
            cells(table[0]) == ["ranking", "split", "kind", "queries", "R@10", "nDCG@10", "MRR", "nothing"])
        #expect(cells(table[2]) == ["plain", "tuned", "exact", "1", "100.0", "100.0", "100.0", "0"])
    }

    @Test("classes are the values of a field, and kind and split may be missing")
    func classes() throws {
        let place = try place("query,class\nlamp,lamp\ncanvas,bag\n")
        let ended = try place.benchmarks(
            "queries", "queries.csv", "--catalog", "catalog.csv", "--class-field", "kind", "--json")
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = try ended.json()
        #expect(lines.map { $0["kind"] as? String } == (0..<5).flatMap { _ in ["all", "mean"] })
        #expect(lines[0]["queries"] as? Int == 2 && lines[0]["r10"] as? Double == 1)
    }

    @Test("a store is searched as it is, and its files are named from the folder of the queries")
    func store() throws {
        let shop = try LabelledCatalog()
        try shop.index()
        try shop.place.write(Array("query,file\nbag,images/bag-001.jpg\n".utf8), to: "shop/queries.csv")
        let ended = try shop.place.benchmarks("queries", "shop/queries.csv", "--store", "catalog.magpie", "--json")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try ended.json().count == 10)
    }

    @Test(
        "what cannot be measured is explained",
        arguments: [
            ("query,kind\nx,exact\n", "needs the columns query and one of id, file and class"),
            ("id,class,query\nA-1,bag,x\n", "needs the columns query and one of id, file and class"),
            ("query,id\nlamp,B-1\nbag,Z-9\n", "queries.csv, line 3: catalog.csv has no item whose id is 'Z-9'"),
            ("query,id\nlamp,\n", "queries.csv, line 2: it needs both a query and a value of id"),
            ("query,class\nlamp,lamp\n", "line 2: catalog.csv has no item whose class is 'lamp'"),
            ("query,id\n", "holds no queries"),
        ])
    func unusable(queries: String, sentence: String) throws {
        let ended = try place(queries).benchmarks("queries", "queries.csv", "--catalog", "catalog.csv")
        #expect(ended.code == 2)
        #expect(ended.errors.contains(sentence), "\(ended.errors)")
        #expect(ended.output.isEmpty)
    }

    @Test("options that do not go together are refused")
    func options() throws {
        let place = try place("query,id\nlamp,B-1\n")
        for words in [
            ["queries.csv"], ["queries.csv", "--catalog", "catalog.csv", "--store", "x"],
            ["queries.csv", "--catalog", "catalog.csv", "--hard"],
            ["queries.csv", "--catalog", "catalog.csv", "--class-field", "kind"],
            ["--catalog", "catalog.csv"],
        ] {
            let ended = try Running(builtProgram("benchmarks"), ["queries"] + words, in: place.path).wait()
            #expect(ended.code == 1, "\(words): \(ended.errors)")
        }
    }
}
