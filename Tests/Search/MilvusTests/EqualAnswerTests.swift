import Foundation
import TestSupport
import Testing

@testable import MilvusCatalog

/// The same items in a store file and in Milvus, of which only Milvus finds the nearest.
private final class Twins: Sendable {
    static let count = 3000
    let folder: TemporaryFolder
    let file: SearchEngine
    let milvus: MilvusCatalog

    init() throws {
        folder = try TemporaryFolder()
        file = try SearchEngine(path: folder.url.appending(path: "catalog.magpie").path, mode: .create)
        milvus = try Server.open(try Server.newAddress(), in: folder) {
            $0.limits = MilvusHome.Limits(fewRows: 20, mostFresh: 0)
        }
        var items = RandomItems(seed: 5, mostFurther: 3)
        for start in stride(from: 0, to: Twins.count, by: 1000) {
            let part = items.items(start..<start + 1000)
            for store in [file.store, milvus.engine.store] {
                #expect(try store.upsert(part).allSatisfy { $0 == nil })
            }
        }
    }

    static let shared = Result { try Twins() }
}

@Suite(
    .serialized, .timeLimit(.minutes(15)),
    .enabled(if: Server.isThere, "skipped: Tests/Search/MilvusTests/with-milvus starts a server"))
struct EqualAnswerTests {
    @Test("what Milvus finds with a filter has every item that passes, and where it claims so no other")
    func filters() throws {
        let twins = try Twins.shared.get()
        var random = RandomItems(seed: 17)
        let client = MilvusV1Client(calls: MilvusCalls(twins.milvus.address, token: nil))
        let vector = random.item("x").picture!.vector
        var (exact, pushed) = (0, 0)
        for _ in 0..<150 {
            let filter = random.filter()
            let (wanted, fields) = try twins.file.store.read { snapshot throws(SearchError) in
                var ids: Set<String> = []
                for slot in try snapshot.matching(filter).slots { ids.insert(try snapshot.id(at: slot)!) }
                return (ids, try snapshot.fields())
            }
            let text = FilterText(filter, fields)
            let found = Set(
                try client.search(
                    twins.milvus.address.collection, vector, count: Twins.count, passing: text.text, .strong))
            #expect(found.isSuperset(of: wanted), "\(filter) as \(text.text ?? "")")
            if text.isExact { #expect(found == wanted, "\(filter) as \(text.text ?? "")") }
            exact += text.isExact ? 1 : 0
            pushed += text.text != nil ? 1 : 0
        }
        #expect(exact > 40 && pushed > 60, "\(exact) exact, \(pushed) pushed")
    }

    @Test("answers equal those of a store file, for filters that keep much, little and nearly nothing")
    func answers() throws {
        let twins = try Twins.shared.get()
        var random = RandomItems(seed: 23)
        let shares: [Filter] = [
            .all, .less("rare", 500), .less("rare", 100), .less("rare", 10), .equal("rare", 7), .like("brand", "%de%"),
            .and([.less("rare", 700), .like("brand", "A%")]),
        ]
        // A random filter may name a field that no item has, which both have to refuse in the same words.
        var answered = 0
        func outcome(_ engine: SearchEngine, _ request: SearchRequest) -> Result<SearchAnswer, SearchError> {
            Result { () throws(SearchError) in try engine.searchBlocking(request) }
        }
        for round in 0..<70 {
            var request = SearchRequest(.init(example: .item(id: "item-\(41 * round)")))
            request.filter = round < 50 ? shares[round % shares.count] : random.filter()
            request.limit = [1, 10, 100][round % 3]
            request.page = round % 4 + 1
            request.scope = round % 2 == 0 ? .all : .relevant
            request.facets = .init(["*"], excludesOwnFilter: round % 5 == 0)
            request.explains = round % 7 == 0
            switch round % 9 {
            case 1: request.sort = .init("price", ascending: false)
            case 2: request.grouping = .init("brand", limit: 3)
            case 3: request.dedup = 0.9
            case 4: request.query.text = "red"
            case 5: request.query.colors = [.init(RGB(red: 200, green: 30, blue: 30))]
            case 6: request.scores = 0.3...0.9
            case 7: request.query.unlike = ["item-3", "item-4"]
            case 8 where round % 2 == 0:
                request.query.examples = [.item("item-9"), .item("item-5", weight: -0.5), .item("item-7", weight: 0.5)]
            case 8: request.query.colorWeight = 0.8
            default: break
            }
            let wanted = outcome(twins.file, request)
            #expect(outcome(twins.milvus.engine, request) == wanted, "\(request)")
            if case .success = wanted { answered += 1 }
        }
        #expect(answered > 50)
    }

    @Test("pages have all items once, and equal totals")
    func pages() throws {
        let engine = try Twins.shared.get().milvus.engine
        var request = SearchRequest(.init(example: .item(id: "item-1")), filter: .less("rare", 400), limit: 100)
        request.scope = .all
        var ids: [String] = []
        var totals: Set<Int> = []
        for page in 1...10 {
            request.page = page
            let answer = try engine.searchBlocking(request)
            ids += answer.hits.map(\.id)
            totals.insert(answer.total)
        }
        #expect(ids.count == 1000 && Set(ids).count == 1000 && totals.count == 1)
    }
}
