import Testing
import VisualSearch

@testable import magpie

extension Workplace {
    /// The ids in a store, which must be sound.
    func ids(of store: String = "catalog.magpie") throws -> Set<String> {
        let store = try CatalogStore(path: (self / store).text)
        #expect(try store.check() == [])
        return try store.read { snapshot throws(SearchError) in
            var ids: Set<String> = []
            try snapshot.eachItem { id, _, _ in ids.insert(id) }
            return ids
        }
    }
}
