extension SearchEngine {
    /// Finds items, off the threads of tasks. See ``searchBlocking(_:limits:workers:cancellation:)``.
    public func search(_ request: SearchRequest) async throws(SearchError) -> SearchAnswer {
        try await threads.offload { cancellation throws(SearchError) in
            try self.searchBlocking(request, cancellation: cancellation)
        }
    }

    /// Adds or replaces items, off the threads of tasks. See ``insertBlocking(_:limits:workers:cancellation:)``.
    public func insert(_ entries: [Entry]) async throws(SearchError) -> [Result<Void, SearchError>] {
        try await threads.offload { cancellation throws(SearchError) in
            try self.insertBlocking(entries, cancellation: cancellation)
        }
    }

    /// Removes items, off the threads of tasks; returns the ids that existed.
    public func remove(_ ids: [String]) async throws(SearchError) -> [String] {
        try await threads.offload(removeBlocking, ids)
    }

    /// The item with this id, or nil; off the threads of tasks.
    public func item(_ id: String) async throws(SearchError) -> Item? { try await threads.offload(itemBlocking, id) }

    /// The number of items, off the threads of tasks.
    public func count() async throws(SearchError) -> Int {
        try await threads.offload { _ throws(SearchError) in try self.countBlocking() }
    }

    /// ``insert(_:)``, blocking. Pictures are described on all cores, then written in one transaction.
    ///
    /// - Parameters:
    ///   - entries: Items with their pictures; without one only the attributes change.
    ///   - limits: What each picture may cost.
    ///   - workers: Pictures that are described at the same time. Default: the cores this process may use.
    ///   - cancellation: Ends the call before the write: nothing is written, and `cancelled` is thrown. Default: never.
    public func insertBlocking(
        _ entries: [Entry], limits: Limits = Limits(), workers: Int = Batch.usableCores,
        cancellation: Cancellation = Cancellation()
    ) throws(SearchError) -> [Result<Void, SearchError>] {
        let options = try CallOptions(limits, workers: workers, cancellation)
        return try steadily { () throws(SearchError) in
            try insert(entries, options) { image throws(SearchError) in
                try self.describe(image, box: nil, options)
            }
        }
    }

    /// ``insertBlocking(_:limits:workers:cancellation:)`` with a closure that describes each picture.
    package func insertBlocking(
        _ entries: [Entry], workers: Int,
        describe: @escaping @Sendable (ImageInput) throws(SearchError) -> DescribedImage
    ) throws(SearchError) -> [Result<Void, SearchError>] {
        let options = try CallOptions(Limits(), workers: workers)
        return try steadily { () throws(SearchError) in try insert(entries, options, describe) }
    }

    private func insert(
        _ entries: [Entry], _ options: CallOptions,
        _ describe: @escaping @Sendable (ImageInput) throws(SearchError) -> DescribedImage
    ) throws(SearchError) -> [Result<Void, SearchError>] {
        let described = try options.map(entries) { entry throws(SearchError) in
            Result { () throws(SearchError) -> DescribedEntry in
                try SearchEngine.check(entry)
                var described = DescribedEntry(entry.item)
                if let image = entry.image { described.image = try describe(image) }
                described.pictures = try entry.pictures?.map { picture throws(SearchError) in
                    DescribedPicture(try describe(picture.image), role: picture.role, source: picture.source)
                }
                return described
            }
        }
        var results = described.map { $0.map { _ in () } }
        let usable = described.enumerated().compactMap { index, result -> (index: Int, entry: DescribedEntry)? in
            if case .success(let entry) = result { (index, entry) } else { nil }
        }
        let written = try insertDescribed(usable.map(\.entry))
        for (place, result) in zip(usable, written) { results[place.index] = result }
        return results
    }

    /// Writes items whose pictures were described before, in one transaction: when this returns, they are on disk.
    ///
    /// Without a picture the attributes of an item that is already there are replaced. One result for each entry, in
    /// order; of several entries with one id the last one stays.
    ///
    /// - Parameters:
    ///   - entries: Items with the descriptions of their pictures and the fingerprints of their files.
    ///   - replacing: The former id of each entry, in order: that item leaves in the same transaction, if the entry
    ///     comes in. Default none.
    package func insertDescribed(
        _ entries: [(Item, DescribedImage?, Fingerprint?)], replacing former: [String?] = []
    ) throws(SearchError) -> [Result<Void, SearchError>] {
        try insertDescribed(
            entries.map { DescribedEntry($0, image: $1, fingerprint: $2) }, replacing: former)
    }

    /// ``insertDescribed(_:replacing:)`` with the further pictures of items.
    package func insertDescribed(
        _ entries: [DescribedEntry], replacing former: [String?] = []
    ) throws(SearchError) -> [Result<Void, SearchError>] {
        var items = entries.map(\.stored)
        for (index, id) in zip(items.indices, former) { items[index].formerID = id }
        let stored = items
        let problems = try steadily { () throws(SearchError) in
            // A vector of the describer before would be compared with those of another one.
            for name in entries.flatMap(\.describers) where name != describer.identity {
                throw .describedAnew(store.path)
            }
            let problems = try store.upsert(stored)
            catalog.follow()
            return problems
        }
        learnFromChanges()
        return problems.map { problem in problem.map { .failure($0) } ?? .success(()) }
    }

    /// ``remove(_:)``, blocking.
    public func removeBlocking(_ ids: [String]) throws(SearchError) -> [String] {
        let removed = try steadily { () throws(SearchError) in
            let removed = try store.remove(ids)
            catalog.follow()
            return removed
        }
        learnFromChanges()
        return removed
    }

    /// ``item(_:)``, blocking.
    public func itemBlocking(_ id: String) throws(SearchError) -> Item? {
        try steadily { () throws(SearchError) in
            try store.read { snapshot throws(SearchError) in try snapshot.item(id) }
        }
    }

    /// ``count()``, blocking.
    public func countBlocking() throws(SearchError) -> Int {
        try steadily { () throws(SearchError) in
            try store.read { snapshot throws(SearchError) in snapshot.count }
        }
    }
}
