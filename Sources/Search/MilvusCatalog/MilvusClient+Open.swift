internal import Essentials
internal import SearchAPI

extension MilvusClient {
    /// Opens the collections of a catalog, or makes them, and returns the identity that they have.
    func open(_ wanted: MetaRow.Identity, creates: Bool) throws(SearchError) -> MetaRow.Identity {
        var found = try description(of: address.collection)
        if found == nil {
            guard creates else {
                throw .store(path: address.name, reason: "there is no such collection; 'magpie index' makes it")
            }
            try create(address.metaCollection, dimensions: 2, index: .flat)
            try create(address.collection, dimensions: wanted.dimensions, index: address.index)
            try awaitLoading(address.metaCollection)
            try upsert([MetaRow(wanted).encoded], into: address.metaCollection)
            found = try description(of: address.collection)
        }
        guard found?.metric == "IP" else {
            throw .store(path: address.name, reason: "the collection was not made by this engine")
        }
        for collection in [address.metaCollection, address.collection] { try awaitLoading(collection) }
        let identity = try identity()
        guard (1...MetaRow.Identity.withPictures).contains(identity.format) else {
            throw .store(
                path: address.name,
                reason: "it has the form \(identity.format), and this version reads up to "
                    + "\(MetaRow.Identity.withPictures)")
        }
        guard identity.describer == wanted.describer, identity.dimensions == wanted.dimensions,
            identity.colors == wanted.colors, found?.dimensions == wanted.dimensions
        else {
            throw .describerMismatch(store: identity.summary, describer: wanted.summary)
        }
        return identity
    }

    /// Opens the collection of further pictures, or makes it. Versions that would drop these pictures do not open the catalog
    /// from then on.
    func openPictures(of identity: MetaRow.Identity, creates: Bool) throws(SearchError) {
        if creates, try description(of: address.pictureCollection) == nil {
            var identity = identity
            identity.format = MetaRow.Identity.withPictures
            try upsert([MetaRow(identity).encoded], into: address.metaCollection)
            do throws(SearchError) {
                try create(address.pictureCollection, dimensions: identity.dimensions, index: address.index)
            } catch {
                // Another process may have made it meanwhile.
                guard try description(of: address.pictureCollection) != nil else { throw error }
            }
        }
        try awaitLoading(address.pictureCollection)
    }

    /// The identity of the catalog. It is written at once after the collections were made.
    private func identity() throws(SearchError) -> MetaRow.Identity {
        let end = ContinuousClock.now + .seconds(address.patience)
        while true {
            let rows = try query(
                address.metaCollection, FilterText.oneOf([MetaRow.catalog]), ["id", "rev", "record"], limit: 1)
            if let row = rows.first, let identity = try MetaRow(row).identity { return identity }
            guard ContinuousClock.now < end else {
                throw .store(path: address.name, reason: "the collection \(address.metaCollection) does not name it")
            }
            usleep(100_000)
        }
    }

    /// Waits until a collection can be searched; asks for that where nobody has.
    private func awaitLoading(_ collection: String) throws(SearchError) {
        let end = ContinuousClock.now + .seconds(max(address.patience, 60))
        var isAsked = false
        while true {
            guard let found = try description(of: collection) else {
                throw .store(path: address.name, reason: "the collection \(collection) is missing")
            }
            if found.isLoaded { return }
            guard ContinuousClock.now < end else {
                throw .service("\(address.name): the collection \(collection) is not ready for searches")
            }
            if !isAsked { try load(collection) }
            isAsked = true
            usleep(100_000)
        }
    }
}

extension MetaRow.Identity {
    fileprivate var summary: String { "\(describer) (\(dimensions) values, \(colors) bytes of palette)" }
}
