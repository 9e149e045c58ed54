import VisualSearch

/// The files and ids in a store when a run began.
struct StoreContents: Sendable {
    struct File: Sendable {
        let id: String
        let fingerprint: Fingerprint?
    }

    /// A picture of an item beside its first one.
    struct Further: Sendable {
        let picture: Item.Picture
        let fingerprint: Fingerprint?
    }

    /// The items of each source, in the order of the store: several where rows of a catalog share a picture.
    private(set) var files: [String: [File]] = [:]
    /// The source of each item; empty for items without one.
    private(set) var ids: [String: String] = [:]
    /// The further pictures of items, in their order.
    private(set) var further: [String: [Further]] = [:]
    /// The items that files are further pictures of, by source.
    private(set) var owners: [String: String] = [:]

    init(of store: CatalogStore) throws(SearchError) {
        try store.read { snapshot throws(SearchError) in
            files.reserveCapacity(snapshot.count)
            ids.reserveCapacity(snapshot.count)
            try snapshot.eachItem { id, source, fingerprint in
                ids[id] = source ?? ""
                if let source { files[source, default: []].append(File(id: id, fingerprint: fingerprint)) }
            }
            try snapshot.eachFurtherPicture { id, _, picture, fingerprint in
                further[id, default: []].append(Further(picture: picture, fingerprint: fingerprint))
                if let source = picture.source { owners[source] = id }
            }
        }
    }
}
