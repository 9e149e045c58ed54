extension SearchEngine: ItemSource {
    /// Returns the number of the last write to the store.
    public func revision() throws(SearchError) -> Int { try store.revision() }

    /// Reads all items in one state of the store, in the order in which they came in.
    public func eachItem(
        _ body: (_ item: Item, _ typeField: String?) throws(SearchError) -> Void
    ) throws(SearchError) -> Int {
        try store.read { snapshot throws(SearchError) in
            let fields = try snapshot.fields()
            let typeField = CatalogStore.typeFields.first { fields[$0] != nil }
            for slot in 0..<snapshot.slots {
                if let item = try snapshot.item(at: slot) { try body(item, typeField) }
            }
            return snapshot.revision
        }
    }
}
