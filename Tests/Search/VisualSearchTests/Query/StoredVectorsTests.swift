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
        var rows: [[Int8]?] = []
        var (few, scanned): ([Int32], [Int32]) = ([], [])
        var together: [[Int8]?] = []
        try store.read { snapshot throws(SearchError) in
            for slot in slots { rows.append(try snapshot.vector(at: slot)) }
            let vectors = StoredVectors(fewRows: 3000, isShared: isShared)
            together = try vectors.rows(slots, in: snapshot)
            few = try vectors.dots(query, at: slots, in: snapshot)
            scanned = try StoredVectors(fewRows: 10, isShared: isShared).dots(query, at: slots, in: snapshot)
        }
        let dots = rows.map { $0.map { StoredVectors.dot(query, $0.span) } ?? 0 }
        #expect(together == rows && few == dots && scanned == dots)
        #expect(Set(dots).count > 100 && rows[1999 - 800] == nil)
    }

    @Test("mapped vectors are those of the map, whether they were read together or before")
    func mapped() throws {
        var matrix = SquareMatrix(side: 64)
        for row in 0..<64 { for column in 0...row { matrix[row, column] = Float((row * 7 + column * 3) % 11) } }
        let map = LearnedMap(mean: [Float](repeating: 0, count: 64), matrix: matrix)
        let stored = StoredVectors(fewRows: 10, isShared: false)
        let mapped = MappedStoredVectors(map, of: stored)
        let slots = Array(0..<2000)
        var found: [[[Int8]?]] = []
        var (dots, rows): ([Int32], [[Int8]?]) = ([], [])
        try store.read { snapshot throws(SearchError) in
            rows = try stored.rows(slots, in: snapshot).map { $0.map(map.apply) }
            let one = try mapped.row(1500, in: snapshot)
            for _ in 0..<2 { found.append(try mapped.rows(slots, in: snapshot)) }
            found.append(Array(found[0][..<1500]) + [one] + found[0][1501...])
            dots = try mapped.dots(query, at: slots, in: snapshot)
        }
        #expect(found.allSatisfy { $0 == rows } && rows[1500] != nil && rows[800] == nil)
        #expect(dots == rows.map { $0.map { StoredVectors.dot(query, $0.span) } ?? 0 })
    }

    @Test("no more mapped vectors are kept than allowed, however many are asked for at once")
    func bounded() throws {
        var matrix = SquareMatrix(side: 64)
        for index in 0..<64 { matrix[index, index] = 1 }
        let map = LearnedMap(mean: [Float](repeating: 0, count: 64), matrix: matrix)
        let stored = StoredVectors(fewRows: 10, isShared: false)
        let mapped = MappedStoredVectors(map, of: stored, keptLimit: 100)
        var found: [[[Int8]?]] = []
        var counts: [Int] = []
        try store.read { snapshot throws(SearchError) in
            for slots in [Array(0..<60), Array(40..<100), Array(0..<2000)] {
                found.append(try mapped.rows(slots, in: snapshot))
                counts.append(mapped.keptCount)
            }
            #expect(counts.allSatisfy { $0 <= 100 } && counts[0] == 60)
        }
        #expect(found.map(\.count) == [60, 60, 2000] && Array(found[2][40..<100]) == found[1])
    }

    @Test("what is written meanwhile is left out until the next search", arguments: [10, 3000])
    func changed(fewRows: Int) throws {
        let slots = Array(0..<2000)
        let vectors = StoredVectors(fewRows: fewRows, isShared: false)
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
