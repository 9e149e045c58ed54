import Foundation
import SearchAPI
import Synchronization
import TestSupport
import Testing
import TransportTestSupport
import VisualSearch
import WireFormat

@testable import MilvusCatalog

/// A Milvus that keeps its rows in this process.
private final class LocalRows: MilvusClient {
    let calls: MilvusCalls
    private let collections = Mutex<[String: [String: JSONValue]]>([:])

    init() throws { calls = MilvusCalls(try MilvusAddress("milvus://127.0.0.1:1/local"), token: nil) }

    func description(of collection: String) throws(SearchError) -> CollectionState? { nil }
    func create(_ collection: String, dimensions: Int, index: MilvusAddress.Index) throws(SearchError) {}
    func load(_ collection: String) throws(SearchError) {}
    func drop(_ collection: String) throws(SearchError) {}

    func upsert(_ rows: [[UInt8]], into collection: String) throws(SearchError) {
        for row in rows {
            guard let json = try? JSONValue(parsing: row), let id = json["id"]?.text else { continue }
            collections.withLock { $0[collection, default: [:]][id] = json }
        }
    }

    func delete(_ ids: [String], from collection: String) throws(SearchError) {
        collections.withLock { collections in
            for id in ids { collections[collection]?[id] = nil }
        }
    }

    /// All rows: who asks leaves out what it knows.
    func query(
        _ collection: String, _ filter: String, _ fields: [String], limit: Int
    ) throws(SearchError) -> [JSONValue] {
        collections.withLock { ($0[collection] ?? [:]).sorted { $0.key < $1.key }.map(\.value) }
    }

    func revisions(of ids: [String], in collection: String) throws(SearchError) -> [String: Int] {
        collections.withLock { collections in
            let rows = collections[collection] ?? [:]
            return Dictionary(uniqueKeysWithValues: ids.compactMap { id in rows[id]?["rev"]?.whole.map { (id, $0) } })
        }
    }

    func count(_ collection: String) throws(SearchError) -> Int { collections.withLock { $0[collection]?.count ?? 0 } }

    func search(
        _ collection: String, _ vector: [Int8], count: Int, passing filter: String?, _ freshness: Freshness
    ) throws(SearchError) -> [String] { [] }
}

@Suite("Changes that Milvus has and the copy does not")
struct UnsettledChangeTests {
    @Test("a change whose transaction fails in the copy is taken in by the next look, without a restart")
    func failedCommit() throws {
        let folder = try TemporaryFolder()
        let describer = DescriberIdentity(name: "small", dimensions: 4, colors: 3)
        let path = folder.url.appending(path: "copy.magpie").path
        let store = try CatalogStore(path: path, describer: describer, mode: .create)
        let identity = MetaRow.Identity(describer: "small", dimensions: 4, colors: 3, generation: "one")
        let home = MilvusHome(try LocalRows(), identity, .init())
        let picture = StoredPicture(vector: [1, 2, 3, 4], colors: [1, 2, 3])
        var changes = SharedChanges()
        changes.items = [StoredItem(Item(id: "a", attributes: ["price": .int(1)]), picture: picture)]
        changes.fields = ["price": SharedField(type: .int, isGuessed: false)]
        #expect(throws: SearchError.diskFull(path: path)) {
            try home.changing(store) { () throws(SearchError) in
                try home.keep(changes)
                // As a COMMIT that finds the disk full.
                throw .diskFull(path: path)
            }
        }
        #expect(try store.info().items == 0)
        try home.changing(store) { () throws(SearchError) in }
        let item = try store.read { snapshot throws(SearchError) in try snapshot.item("a") }
        #expect(item?.attributes == ["price": .int(1)])
        #expect(home.state.withLock { $0.seen["a"] } != nil)
    }
}
