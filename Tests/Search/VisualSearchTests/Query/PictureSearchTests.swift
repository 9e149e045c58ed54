import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Searches among items of several pictures", .timeLimit(.minutes(5)))
struct PictureSearchTests {
    private let folder: TemporaryFolder
    private static let dimensions = KindCatalog.dimensions

    init() throws { folder = try TemporaryFolder() }

    private func engine(_ name: String = "shop.magpie") throws -> SearchEngine {
        try SearchEngine(path: folder.path(name), describer: KindCatalog.describer)
    }

    private static func vector(_ random: inout SplitMix) -> [Int8] {
        let values = (0..<dimensions).map { _ in Double.random(in: -1...1, using: &random) }
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { Int8(($0 / length * 127).rounded()) }
    }

    private static func image(_ vector: [Int8]) -> DescribedImage {
        DescribedImage(
            descriptor: Descriptor(vector: vector), palette: Palette(of: Pictures.solid(8, 8, .black)),
            uprightSize: Size(width: 8, height: 8), box: Box(left: 0, top: 0, width: 8, height: 8))
    }

    private static func dot(_ left: [Int8], _ right: [Int8]) -> Int {
        zip(left, right).reduce(0) { $0 + Int($1.0) * Int($1.1) }
    }

    /// A shop in plain Swift: the vectors of each item.
    private struct Model {
        var items: [String: [[Int8]]] = [:]
        /// The items whose further pictures are details.
        var details: Set<String> = []

        /// The products of the pictures of an item as they count.
        func dots(_ query: [Int8], _ id: String, _ vectors: [[Int8]]) -> [Int] {
            vectors.enumerated().map { index, vector in
                let dot = PictureSearchTests.dot(query, vector)
                return index > 0 && details.contains(id) && dot > 0 ? Int(Double(dot) * 0.8) : dot
            }
        }

        /// The ids with the greatest of the products of their pictures, best first, and the number of that picture.
        func ranked(_ query: [Int8]) -> [(id: String, dot: Int, picture: Int)] {
            let all = items.map { id, vectors in
                let dots = dots(query, id, vectors)
                return (id: id, dot: dots.max() ?? 0, picture: 1 + (dots.firstIndex(of: dots.max() ?? 0) ?? 0))
            }
            return all.sorted { $0.dot != $1.dot ? $0.dot > $1.dot : $0.id < $1.id }
        }
    }

    @Test("items come by their best picture, whatever came, changed and went, in this process and in another one")
    func model() throws {
        var random = SplitMix(seed: 41)
        let (engine, other) = (try engine(), try engine())
        var model = Model()
        for round in 0..<60 {
            var entries: [DescribedEntry] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let id = "p\(Int.random(in: 0..<40, using: &random))"
                guard !entries.contains(where: { $0.item.id == id }) else { continue }
                let vectors = (0..<Int.random(in: 1...5, using: &random)).map { _ in Self.vector(&random) }
                let isNew = model.items[id] == nil
                var entry = DescribedEntry(Item(id: id, attributes: ["even": .bool(id.utf8.last! % 2 == 0)]))
                switch isNew ? 0 : Int.random(in: 0..<4, using: &random) {
                case 0:
                    entry.image = Self.image(vectors[0])
                    entry.pictures = vectors.dropFirst().map {
                        VisualSearch.DescribedPicture(Self.image($0), role: .back)
                    }
                    model.items[id] = vectors
                    model.details.remove(id)
                case 1:
                    entry.image = Self.image(vectors[0])
                    model.items[id]?[0] = vectors[0]
                case 2:
                    entry.pictures = vectors.dropFirst().map {
                        VisualSearch.DescribedPicture(Self.image($0), role: .detail)
                    }
                    model.details.insert(id)
                    model.items[id] = [model.items[id]![0]] + vectors.dropFirst()
                default: break
                }
                entries.append(entry)
            }
            for result in try engine.insertDescribed(entries) { try result.get() }
            if round % 3 == 2 {
                let gone = (0..<3).map { _ in "p\(Int.random(in: 0..<40, using: &random))" }
                for id in try engine.removeBlocking(gone) { model.items[id] = nil }
            }
            for engine in [engine, other] { try compare(engine, model, Self.vector(&random)) }
            if round % 10 == 9, let id = model.items.keys.sorted().first { try compareByItem(engine, model, id) }
        }
        #expect(try engine.store.check() == [])
        try compare(self.engine(), model, Self.vector(&random))
    }

    private func compare(_ engine: SearchEngine, _ model: Model, _ query: [Int8]) throws {
        let wanted = model.ranked(query)
        var request = SearchRequest(
            .init(example: .image(.bytes([])), kindWeight: 0), limit: 100, facets: .init(["even"]), scope: .all)
        let answer = try engine.answer(request, vector: query)
        #expect(answer.total == wanted.count)
        #expect(answer.hits.map(\.id) == wanted.map(\.id))
        let whole = Double(Self.dot(query, query))
        for (hit, item) in zip(answer.hits, wanted) {
            #expect(abs(hit.score - min(max(Double(item.dot) / whole, 0), 1)) < 1e-9)
            #expect(hit.picture?.number == (model.items[item.id]!.count > 1 ? item.picture : nil))
        }
        #expect((answer.facets.first?.values ?? []).reduce(0) { $0 + $1.count } == wanted.count)
        request.filter = .equal("even", .bool(true))
        (request.page, request.limit) = (2, 3)
        let even = wanted.filter { $0.id.utf8.last! % 2 == 0 }
        let page = try engine.answer(request, vector: query)
        #expect(page.total == even.count)
        #expect(page.hits.map(\.id) == even.dropFirst(3).prefix(3).map(\.id))
    }

    private func compareByItem(_ engine: SearchEngine, _ model: Model, _ id: String) throws {
        let own = model.items[id]!
        let scales = own.map { Double(Self.dot($0, $0)) }
        let wanted = model.items.filter { $0.key != id }.map { other, vectors in
            let keys = zip(own, scales).flatMap { query, whole in
                model.dots(query, other, vectors).map { Double($0) / whole }
            }
            return (id: other, key: keys.max() ?? 0)
        }.sorted { $0.key > $1.key }
        let request = SearchRequest(.init(example: .item(id: id), kindWeight: 0), limit: 100, scope: .all)
        let hits = try engine.searchBlocking(request).hits
        #expect(Set(hits.map(\.id)) == Set(wanted.map(\.id)))
        // Dot products of further pictures are rounded to the scale of the first one.
        for (hit, item) in zip(hits, wanted) { #expect(abs(hit.score - min(max(item.key, 0), 1)) < 1e-3) }
    }

    @Test("the quick scan of a large store gives each item its best picture, and as many items as are asked for")
    func quick() throws {
        var random = SplitMix(seed: 3)
        let describer = DescriberIdentity(name: "wide", dimensions: Self.dimensions, colors: 3)
        let store = try CatalogStore(path: folder.path("large"), describer: describer, mode: .create)
        var vectors: [[[Int8]]] = []
        var items: [StoredItem] = []
        for number in 0..<800 {
            // Three pictures near to each other, and one apart.
            let center = Self.vector(&random)
            var near: [[Int8]] = []
            for _ in 0..<3 {
                near.append(center.map { Int8(clamping: Int($0) + Int.random(in: -6...6, using: &random)) })
            }
            let own = near + [Self.vector(&random)]
            vectors.append(own)
            var item = StoredItem(Item(id: "\(number)"), picture: StoredPicture(vector: own[0]))
            item.pictures = own.dropFirst().map { FurtherPicture(StoredPicture(vector: $0)) }
            items.append(item)
        }
        for problem in try store.upsert(items) { #expect(problem == nil) }
        let catalog = InMemoryCatalog(store, tuning: .small)
        try catalog.warmUp()
        catalog.vectors.finishBuilding()
        var (found, all) = (0, 0)
        for _ in 0..<40 {
            let query = Self.vector(&random)
            try catalog.read(withPalettes: false) { snapshot throws(SearchError) in
                let slots = try snapshot.matching(.all)
                let quick = try catalog.nearest(query, count: 20, among: slots, mode: .default, in: snapshot)
                let exact = try catalog.nearest(query, count: 20, among: slots, mode: .exact, in: snapshot)
                #expect(quick.count == 20 && Set(quick.map(\.slot)).count == 20)
                let best = vectors.map { own in own.map { Self.dot(query, $0) }.max()! }.sorted(by: >).prefix(20)
                #expect(exact.map(\.dot) == Array(best))
                for row in quick {
                    let number = Int(try snapshot.id(at: row.slot) ?? "") ?? -1
                    #expect(row.dot == vectors[number].map { Self.dot(query, $0) }.max())
                }
                found += Set(quick.map(\.slot)).intersection(exact.map(\.slot)).count
                all += 20
            }
        }
        #expect(Double(found) / Double(all) > 0.95)
    }

    @Test("the density of an item is that of its neighborhood: its own pictures do not count")
    func density() throws {
        var random = SplitMix(seed: 8)
        let (single, several) = (try engine("single"), try engine("several"))
        for number in 0..<30 {
            let vector = Self.vector(&random)
            let item = Item(id: "\(number)")
            let same = (0..<6).map { _ in VisualSearch.DescribedPicture(Self.image(vector)) }
            for result in try single.insertDescribed([DescribedEntry(item, image: Self.image(vector))]) {
                try result.get()
            }
            for result in try several.insertDescribed([
                DescribedEntry(item, image: Self.image(vector), pictures: same)
            ]) { try result.get() }
        }
        func densities(_ engine: SearchEngine) throws -> [Double?] {
            let catalog = InMemoryCatalog(engine.store)
            #expect(try catalog.keepDensities())
            let slots = try engine.store.read { snapshot throws(SearchError) in
                var slots: [Int] = []
                for number in 0..<30 { slots.append(try snapshot.slot(of: "\(number)") ?? -1) }
                return slots
            }
            return catalog.densities[slots]
        }
        #expect(try densities(single) == densities(several))
        #expect(try !densities(single).contains(nil))
        let query = Self.vector(&random)
        let request = SearchRequest(.init(example: .image(.bytes([]))), limit: 30)
        let (one, many) = (try single.answer(request, vector: query), try several.answer(request, vector: query))
        #expect(one.total == many.total)
        #expect(one.hits.map(\.relevance) == many.hits.map(\.relevance))
    }

    @Test("a store where items have one picture keeps nothing of further ones in memory")
    func none() throws {
        let engine = try engine()
        var random = SplitMix(seed: 2)
        let item = DescribedEntry(Item(id: "a"), image: Self.image(Self.vector(&random)))
        for result in try engine.insertDescribed([item]) { try result.get() }
        try engine.warmUpBlocking()
        #expect(engine.catalog.pictures == nil)
    }
}

extension PictureSearchTests {
    @Test("a picture that an item is searched with is named only beside an item, from 1 to 16")
    func checked() throws {
        let engine = try engine()
        for query in [
            SearchRequest.Query(example: .item(id: "a"), picture: 0), .init(example: .item(id: "a"), picture: 17),
            .init(text: "lamp", picture: 1), .init(example: .image(.bytes([])), picture: 1),
        ] {
            #expect {
                try engine.searchBlocking(SearchRequest(query))
            } throws: { error in
                guard case .invalidArgument? = error as? SearchError else { return false }
                return true
            }
        }
    }
}
