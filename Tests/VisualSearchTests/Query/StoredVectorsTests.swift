import TestSupport
import Testing

@testable import VisualSearch

@Suite("Vectors that stay in the file of a store")
struct StoredVectorsTests {
    private let folder: TemporaryFolder
    private let store: CatalogStore
    private let query: [Int8]

    init() throws {
        folder = try TemporaryFolder()
        var vectors = Vectors(dimensions: 64)
        let describer = DescriberIdentity(name: "wide", dimensions: 64, colors: 3)
        store = try CatalogStore(path: folder.path("catalog.magpie"), describer: describer, mode: .create)
        let items = (0..<2000).map { number in
            StoredItem(Item(id: "\(number)"), picture: StoredPicture(vector: vectors.bytes()))
        }
        _ = try store.upsert(items)
        _ = try store.remove((700..<900).map(String.init))
        query = vectors.bytes()
    }

    @Test("several connections read what one reads row by row, with gaps and in any order", arguments: [false, true])
    func several(isShared: Bool) throws {
        let slots = Array(0..<2000).reversed() + [5000, 3]
        let (alone, together) = try store.read { snapshot throws(SearchError) in
            (
                try StoredVectors(fewRows: 3000, isShared: isShared).dots(query, at: slots, in: snapshot),
                try StoredVectors(fewRows: 10, isShared: isShared).dots(query, at: slots, in: snapshot)
            )
        }
        #expect(alone == together)
        #expect(Set(alone).count > 100 && alone[1999 - 800] == 0)
    }

    @Test("what is written meanwhile is left out until the next search")
    func changed() throws {
        let slots = Array(0..<2000)
        let vectors = StoredVectors(fewRows: 10, isShared: false)
        let (before, meanwhile) = try store.read { snapshot throws(SearchError) in
            let before = try vectors.dots(query, at: slots, in: snapshot)
            _ = try store.upsert([StoredItem(Item(id: "5"), picture: StoredPicture(vector: query))])
            return (before, try vectors.dots(query, at: slots, in: snapshot))
        }
        #expect(before == meanwhile)
        let after = try store.read { snapshot throws(SearchError) in
            try vectors.dots(query, at: slots, in: snapshot)
        }
        #expect(after[5] == query.reduce(0) { $0 + Int32($1) * Int32($1) } && after[5] != before[5])
    }
}
