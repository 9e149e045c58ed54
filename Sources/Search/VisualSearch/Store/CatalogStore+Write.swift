internal import SQLite

extension CatalogStore {
    /// Adds items or replaces those with the same id, in one transaction; when it returns, they are on disk.
    ///
    /// - Parameters:
    ///   - items: The items, described.
    ///   - removing: Items that leave in the same transaction, before the others come: the former names of items, for
    ///     example. Default none.
    /// - Returns: for each item, in order, nil, or the reason why it was left out: a value that does not fit its field
    ///   (whole numbers become floats; strings, texts and lists of one are converted to each other), an id or a vector
    ///   of the wrong length, attributes without a picture for an item that does not exist.
    /// - Throws: when the file cannot be written; then none of the items was.
    package func upsert(_ items: [StoredItem]) throws(SearchError) -> [SearchError?] {
        try edit { edit throws(SearchError) in
            let results = try items.map { item throws(SearchError) in try edit.put(item) }
            // Last, for only now it is known what came in. Two items may have changed names with each other.
            let stored = zip(items, results).filter { $1 == nil }.map(\.0)
            let names = Set(stored.map(\.item.id))
            for id in stored.compactMap(\.formerID) where !names.contains(id) { _ = try edit.remove(id) }
            return results
        }
    }

    /// Removes items; returns the ids that existed.
    ///
    /// A removed item is in no search, filter, facet or count any more. ``restore(_:)`` restores it until ``compact()``
    /// drops it for good.
    package func remove(_ ids: [String]) throws(SearchError) -> [String] {
        try edit { edit throws(SearchError) in
            var removed: [String] = []
            for id in ids where try edit.remove(id) { removed.append(id) }
            return removed
        }
    }

    /// Sets the types of fields, also of those that have values: a field of numbers may become one of strings, and one
    /// of strings one of numbers where all of them are.
    ///
    /// - Parameters:
    ///   - fields: The types by the names of the fields.
    ///   - droppingMisfits: Takes values that their field cannot have any more away from their items. Default false.
    /// - Throws: `invalidArgument` with the first values that their field could not have any more; then no field was
    ///   changed.
    package func define(
        _ fields: [String: AttributeType], droppingMisfits: Bool = false
    ) throws(SearchError) {
        try edit { edit throws(SearchError) in
            for (name, type) in fields.sorted(by: { $0.key < $1.key }) {
                try edit.define(name, as: type, droppingMisfits: droppingMisfits)
            }
        }
    }

    /// Gives new fields a provisional type that only their first values suggest, until ``define(_:droppingMisfits:)``
    /// settles it: whole numbers become floats when a later value needs it, and numbers become strings when a text
    /// comes while at most 1,000 items have one. Their values are accepted as texts too, which are kept as they were
    /// given.
    package func guess(_ fields: [String: AttributeType]) throws(SearchError) {
        try edit { edit throws(SearchError) in
            for (name, type) in fields.sorted(by: { $0.key < $1.key }) { try edit.guess(name, as: type) }
        }
    }

    func edit<Result: Sendable>(
        _ body: (inout Edit) throws(SearchError) -> Result
    ) throws(SearchError) -> Result {
        func write() throws(SearchError) -> Result {
            try self.write { database throws(SearchError) in
                var edit = try Edit(database, describer: describer, home: home)
                let result = try body(&edit)
                try edit.finish()
                if let home { try home.keep(try edit.sharedChanges()) }
                return result
            }
        }
        return if let home { try home.changing(self, write) } else { try write() }
    }
}

extension CatalogStore {
    /// Notes work that leaves half a store where it ends early, or, with nil, its end. Until then only that work opens it.
    func note(unfinished work: String?) throws(SearchError) {
        try write { database throws(SearchError) in try database.note(unfinished: work) }
    }
}
