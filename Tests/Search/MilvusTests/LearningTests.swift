import Foundation
import TestSupport
import Testing
import WireFormat

@testable import MilvusCatalog

@Suite(
    .serialized, .timeLimit(.minutes(15)),
    .enabled(if: Server.isThere, "skipped: Tests/Search/MilvusTests/with-milvus starts a server"))
struct LearningTests {
    private let (here, there): (TemporaryFolder, TemporaryFolder)

    init() throws { (here, there) = try (TemporaryFolder(), TemporaryFolder()) }

    private func open(
        _ address: MilvusAddress, in folder: TemporaryFolder, creates: Bool = true, learns: Bool = false
    ) throws -> MilvusCatalog {
        // Milvus finds the nearest even of few items.
        try Server.open(address, in: folder, creates: creates) {
            $0.limits = MilvusHome.Limits(fewRows: 20, mostFresh: 0)
            $0.engine.learnsFromChanges = learns
        }
    }

    /// Answers of every way in which what was learned counts.
    private func answers(_ engine: SearchEngine) throws -> [SearchAnswer] {
        var answers: [SearchAnswer] = []
        for (number, kind) in ShownKinds.names.enumerated() {
            for scope in [SearchRequest.Scope.relevant, .all] {
                var request = SearchRequest(.init(example: .image(.bytes([]))), limit: 60, explains: true, scope: scope)
                request.facets = .init(["*"])
                answers.append(try engine.answer(request, vector: ShownKinds.vector(kind, 5000 + number)))
                request.filter = .not(.exists("product_type"))
                answers.append(try engine.answer(request, vector: ShownKinds.vector(kind, 6000 + number)))
                request.filter = .equal("stock", 1)
                request.query.text = ShownKinds.names[(number + 1) % 4]
                answers.append(try engine.answer(request, vector: ShownKinds.vector(kind, 7000 + number)))
            }
            answers.append(
                try engine.searchBlocking(SearchRequest(.init(text: kind), limit: 100, explains: true)))
            answers.append(try engine.searchBlocking(SearchRequest(.init(example: .item(id: "\(kind)-\(number)")))))
        }
        return answers
    }

    private func rounded(_ answer: SearchAnswer) -> [String] {
        ["\(answer.total)"]
            + answer.hits.map { hit in
                let numbers = [hit.score, hit.relevance, hit.explanation?.kind ?? 0, hit.explanation?.shown ?? 0]
                let texts = numbers.map { String(format: "%.9f", $0) }
                return "\(hit.id) \(texts) \(hit.guessedType?.name ?? "")"
            }
    }

    @Test("types, their map, guessed types and words are learned as in a store file, and every machine has them")
    func equal() throws {
        let address = try Server.newAddress()
        let file = try SearchEngine(path: here.url.appending(path: "catalog.magpie").path, mode: .create)
        let milvus = try open(address, in: here).engine
        let items = ShownKinds.items(0..<80)
        for store in [file.store, milvus.store] { #expect(try store.upsert(items).allSatisfy { $0 == nil }) }
        let before = try answers(file)
        #expect(try answers(milvus) == before)
        var (wanted, found) = (try file.learnBlocking(), try milvus.learnBlocking())
        #expect(wanted.adoption == .map && wanted.guessed ?? 0 > 0 && wanted.words?.learned ?? 0 > 0, "\(wanted)")
        (wanted.revision, found.revision) = (0, 0)
        #expect(found == wanted)
        let after = try answers(file)
        #expect(after != before && after.contains { $0.hits.contains { $0.guessedType != nil } })
        for (own, other) in zip(try answers(milvus), after) { #expect(own == other) }
        // A machine that comes later has copied the items in the order of their ids: sampled items are others.
        let later = try open(address, in: there, creates: false).engine
        var report = try #require(try later.store.learningReport())
        report.revision = 0
        #expect(report == wanted)
        #expect(try !later.store.isLearningDue())
        let plain = try later.searchBlocking(SearchRequest(.init(text: "shoe", kindWeight: 0), limit: 100)).hits
        let shown = try later.searchBlocking(SearchRequest(.init(text: "shoe"), limit: 100)).hits
        #expect(shown.count > plain.count)
        #expect(shown.map(\.id) == after[6].hits.map(\.id))
        try MilvusCatalog.drop(address)
    }

    @Test("what one process learns, another that is open uses soon; what it learned before leaves no rows")
    func follows() throws {
        let address = try Server.newAddress()
        let (first, second) = (try open(address, in: here), try open(address, in: there))
        func hits() throws -> [Hit] {
            try second.engine.searchBlocking(SearchRequest(.init(text: "mug"), limit: 100)).hits
        }
        #expect(try first.engine.store.upsert(ShownKinds.items(0..<60)).allSatisfy { $0 == nil })
        try waitUntil("the second has the items") { try hits().count >= 30 }
        let plain = try hits().count
        _ = try first.engine.learnBlocking()
        try waitUntil("the second uses what the first has learned") { try hits().count > plain }
        #expect(try second.engine.store.learningReport()?.adoption == .map)
        #expect(try first.engine.store.upsert(ShownKinds.items(60..<70)).allSatisfy { $0 == nil })
        try waitUntil("it is due for the second as well") { try second.engine.store.isLearningDue() }
        _ = try second.engine.learnBlocking()
        try waitUntil("the first has it") { try first.engine.store.learningReport()?.items ?? 0 > 160 }
        #expect(try !first.engine.store.isLearningDue() && !second.engine.store.isLearningDue())
        let client = MilvusV1Client(calls: MilvusCalls(address, token: nil))
        try waitUntil("the parts are those of one space") {
            var ids: [String] = []
            try client.eachPage(
                of: address.metaCollection, after: MetaRow.learnedPart, passing: "id < \"learned:~\"", ["id"]
            ) {
                ids += $0.compactMap { $0["id"]?.text }
            }
            return ids.count > 1 && Set(ids.map { $0.split(separator: ":")[1] }).count == 1
        }
        try MilvusCatalog.drop(address)
    }

    @Test("a store file that is copied to Milvus and back keeps its items and what it has learned")
    func copied() throws {
        let address = try Server.newAddress()
        let file = try SearchEngine(path: here.url.appending(path: "catalog.magpie").path, mode: .create)
        #expect(try file.store.upsert(ShownKinds.items(0..<60)).allSatisfy { $0 == nil })
        _ = try file.learnBlocking()
        let milvus = try open(address, in: here).engine
        let back = try SearchEngine(path: here.url.appending(path: "back.magpie").path, mode: .create)
        let report = try file.store.copyItems(to: milvus.store)
        #expect(try milvus.store.copyItems(to: back.store) == report && report.items == 240)
        for engine in [milvus, back, try open(address, in: there, creates: false).engine] {
            // Sums over the items depend in their last digits on the order in which they came.
            #expect(try answers(engine).map(rounded) == answers(file).map(rounded))
            #expect(try engine.store.learningReport()?.precisionAfter == file.store.learningReport()?.precisionAfter)
        }
        try MilvusCatalog.drop(address)
    }

    @Test("items and pictures that change after learning are found by it, on every machine")
    func changes() throws {
        let address = try Server.newAddress()
        let (first, second) = (try open(address, in: here), try open(address, in: there))
        #expect(try first.engine.store.upsert(ShownKinds.items(0..<60)).allSatisfy { $0 == nil })
        _ = try first.engine.learnBlocking()
        func best(_ kind: String, _ engine: SearchEngine) throws -> Hit? {
            let request = SearchRequest(.init(example: .image(.bytes([]))), limit: 1, explains: true, scope: .all)
            return try engine.answer(request, vector: ShownKinds.vector(kind, 9000)).hits.first
        }
        try waitUntil("the second has learned") { try second.engine.store.learningReport() != nil }
        for engine in [first.engine, second.engine] { #expect(try best("bag", engine)?.id != "new") }
        #expect(try first.engine.store.upsert([ShownKinds.item("bag", 9000, id: "new", type: "bag")]) == [nil])
        #expect(try best("bag", first.engine)?.id == "new")
        try waitUntil("the second finds it") { try best("bag", second.engine)?.id == "new" }
        #expect(try first.engine.store.upsert([ShownKinds.item("mug", 9000, id: "new", type: "mug")]) == [nil])
        #expect(try best("mug", first.engine)?.id == "new" && best("bag", first.engine)?.id != "new")
        try waitUntil("the second follows") { try best("mug", second.engine)?.id == "new" }
        #expect(try best("bag", second.engine)?.id != "new")
        try MilvusCatalog.drop(address)
    }

    @Test("an engine that learns from changes does so by itself")
    func alone() async throws {
        let address = try Server.newAddress()
        let catalog = try open(address, in: here, learns: true)
        #expect(try catalog.engine.store.upsert(ShownKinds.items(0..<60)).allSatisfy { $0 == nil })
        _ = try await catalog.remove(["bag-0"])
        try waitUntil("what was learned") { try catalog.engine.store.learningReport()?.adoption == .map }
        try MilvusCatalog.drop(address)
    }
}

/// Items of four kinds that show in a few values of their vectors, below the noise of the others. One in three says
/// nothing of its kind.
enum ShownKinds {
    static let names = ["shoe", "bag", "lamp", "mug"]

    static func items(_ numbers: Range<Int>) -> [StoredItem] {
        numbers.flatMap { number in
            names.map { item($0, number, id: "\($0)-\(number)", type: number.isMultiple(of: 3) ? nil : $0) }
        }
    }

    static func item(_ kind: String, _ number: Int, id: String, type: String?) -> StoredItem {
        var item = Item(id: id, attributes: ["stock": .int(number % 2)])
        if let type { item.attributes["product_type"] = .string(type) }
        let colors = [UInt8](repeating: 0, count: SearchEngine.paletteBytes)
        return StoredItem(item, picture: StoredPicture(vector: vector(kind, number), colors: colors))
    }

    static func vector(_ kind: String, _ number: Int) -> [Int8] {
        var random = SplitMix(seed: UInt64(number) &* 31 &+ UInt64(kind.utf8.first ?? 0))
        let count = BuiltInDescriber.shared.dimensions
        var values = (0..<count).map { $0 < 16 ? Double.random(in: -0.65...0.65, using: &random) : 0 }
        for index in 0..<names.count { values[index] *= 0.2 }
        values[names.firstIndex(of: kind) ?? 0] += 0.7
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { Int8(($0 / length * 127).rounded()) }
    }
}
