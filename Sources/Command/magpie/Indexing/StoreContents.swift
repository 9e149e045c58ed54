import SearchAPI
import VisualSearch

/// The files and ids in a store when a run began.
struct StoreContents: Sendable {
    struct File: Sendable {
        let id: String
        let fingerprint: Fingerprint?
    }

    /// By source.
    private(set) var files: [String: File] = [:]
    /// The source of each item; empty for items without one.
    private(set) var ids: [String: String] = [:]

    init(of store: CatalogStore) throws(SearchError) {
        var files: [String: File] = [:]
        var ids: [String: String] = [:]
        try store.read { snapshot throws(SearchError) in
            files.reserveCapacity(snapshot.count)
            ids.reserveCapacity(snapshot.count)
            try snapshot.eachItem { id, source, fingerprint in
                ids[id] = source ?? ""
                if let source { files[source] = File(id: id, fingerprint: fingerprint) }
            }
        }
        self.files = files
        self.ids = ids
    }
}
