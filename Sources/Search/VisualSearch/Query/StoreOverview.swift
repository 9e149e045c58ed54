/// The contents of a store in figures, and what it has learned, in one state of it.
package struct StoreOverview: Hashable, Sendable, Codable {
    /// A field, its type, and the number of items with a value in it.
    package struct Field: Hashable, Sendable, Codable {
        package var name: String
        package var type: AttributeType
        package var items: Int
    }

    /// A product type and the number of its items.
    package struct TypeCount: Hashable, Sendable, Codable {
        package var name: String
        package var items: Int
    }

    /// The number of items that searches find.
    package var items: Int
    /// The number of removed items that can be restored.
    package var removed: Int
    /// The size of the file in bytes, without its log.
    package var bytes: Int
    /// The number of items with a small picture in the store.
    package var thumbnails: Int
    /// The name of the describer.
    package var describer: String
    /// The fields by name.
    package var fields: [Field]
    /// The field that holds the product types; nil where no item has one.
    package var typeField: String?
    /// The most frequent product types, at most 100.
    package var types: [TypeCount]
    /// The figures of what was learned; nil before.
    package var learned: LearningReport?
    /// True where more than a tenth of the items changed since the store learned.
    package var isLearningDue: Bool
    /// The words that pictures show, at most 200.
    package var words: [String]
}

extension SearchEngine {
    /// Counts what the store holds. Blocks.
    package func overviewBlocking() throws(SearchError) -> StoreOverview {
        try steadily { () throws(SearchError) in try overview() }
    }

    private func overview() throws(SearchError) -> StoreOverview {
        let info = try store.info()
        let learned = try store.learned()
        let isDue = learned == nil ? false : try store.isLearningDue()
        let typeField = typeFields.first { info.fields[$0] != nil }
        return try store.read { snapshot throws(SearchError) -> StoreOverview in
            var fields: [StoreOverview.Field] = []
            for (name, type) in info.fields.sorted(by: { $0.key < $1.key }) {
                let items = try snapshot.matching(.exists(name)).count
                fields.append(StoreOverview.Field(name: name, type: type, items: items))
            }
            let wanted = SearchRequest.FacetRequest(typeField.map { [$0] } ?? [], limit: 100, bins: 0)
            let all = try snapshot.live()
            let types = try snapshot.facets(wanted, over: all).first?.values ?? []
            return StoreOverview(
                items: info.items, removed: info.removed, bytes: info.bytes, thumbnails: info.thumbnails,
                describer: info.describer.name, fields: fields, typeField: typeField,
                types: types.map { StoreOverview.TypeCount(name: $0.value, items: $0.count) },
                learned: learned?.report, isLearningDue: isDue,
                words: learned?.words?.words.prefix(200).compactMap(\.forms.first) ?? [])
        }
    }
}
