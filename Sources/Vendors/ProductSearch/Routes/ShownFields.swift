internal import ProductSearchAPI
internal import SearchServer

/// The fields of the store as the protocol has them: those that a client wants, those that pictures and types are in.
struct ShownFields {
    /// Fields that may hold the address of a picture, the likeliest first. The source of the item follows them.
    private static let pictures = ["main_image_url", "im_url", "image_url"]
    /// Members of a product that are no fields of its own.
    private static let members = ["product_id", "main_image_url"]

    /// All of the store.
    let all: [String: AttributeType]
    /// The field that holds the type of a product; nil where the store has none.
    let type: String?
    /// Those that a client wants; nil for all of them.
    private let wanted: Set<String>?

    init(_ options: ProductSearch.Options, _ engine: SearchEngine) throws(SearchError) {
        let all = try engine.fields()
        self.all = all
        type = engine.typeFields.first { all[$0] != nil }
        wanted =
            options.attributes.isEmpty || options.attributes.contains("*")
            ? nil : Set(options.attributes).intersection(all.keys)
    }

    /// Those that are read for an answer; nil for all of them.
    var read: Set<String>? {
        guard let wanted else { return nil }
        return wanted.union((Self.pictures + [type].compactMap(\.self)).filter { all[$0] != nil })
    }

    /// The names of the vendor's catalog and of the store's fields: here a field has its name everywhere.
    var names: [String: String] {
        var names = Dictionary(uniqueKeysWithValues: all.keys.map { ($0, $0) })
        for member in Self.members { names[member] = member }
        return names
    }

    /// Doubts about names that a client wants and the store does not know.
    func doubts(_ options: ProductSearch.Options) -> [String] {
        var doubts: [String] = []
        for (parameter, names) in [
            ("attrs_to_get", options.attributes), ("facets", options.facets),
            ("text_filters", options.textFilters.map(\.field)),
        ] {
            for name in names where name != "*" && all[name] == nil && !Self.members.contains(name) {
                doubts.append("\(parameter): \(SearchError.unknownField(name, known: all.keys))")
            }
        }
        return doubts
    }

    /// The types of a product by its attributes; more than one where the field of types is a list.
    func types(of attributes: [String: AttributeValue]) -> [String] {
        switch type.flatMap({ attributes[$0] }) {
        case .list(let types): types
        case .some(let value): [value.written]
        case nil: []
        }
    }

    func product(_ item: Item, score: Double? = nil) -> ProductSearch.Product {
        let picture = Self.pictures.lazy.compactMap { item.attributes[$0]?.written }.first ?? item.publicSource
        let data = item.publicAttributes.filter { wanted?.contains($0.key) ?? true }.mapValues(\.plainJSON)
        return ProductSearch.Product(item.id, imageURL: picture, score: score, data: data)
    }

    func product(_ hit: Hit, withScore: Bool) -> ProductSearch.Product {
        var product = product(
            Item(id: hit.id, source: hit.source, attributes: hit.attributes), score: withScore ? hit.score : nil)
        product.bestPicture = hit.picture?.number
        return product
    }
}
