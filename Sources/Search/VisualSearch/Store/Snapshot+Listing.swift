internal import SQLite

extension Snapshot {
    /// Returns items in the order of their slots, with the attributes of some fields.
    ///
    /// - Parameters:
    ///   - offset: The number of items before the first one.
    ///   - fields: Nil for all of them.
    package func items(from offset: Int, limit: Int, fields: Set<String>?) throws(SearchError) -> [Item] {
        var slots: [Int] = []
        try database.each(
            "SELECT slot FROM items WHERE id NOT NULL AND slot >= 0 ORDER BY slot LIMIT ? OFFSET ?", .integer(limit),
            .integer(offset)
        ) { slots.append($0.integer(0)) }
        var items: [Item] = []
        for slot in slots {
            guard var item = fields?.isEmpty == true ? try head(at: slot) : try item(at: slot) else { continue }
            if let fields { item.attributes = item.attributes.filter { fields.contains($0.key) } }
            items.append(item)
        }
        return items
    }

    /// The picture of an item: the small one that the store keeps, and the place and the content of the file that was
    /// indexed. Nil for an unknown id.
    package func pictureSource(
        of id: String
    ) throws(SearchError) -> (thumbnail: [UInt8]?, source: String?, fingerprint: Fingerprint?)? {
        guard let slot = try slot(of: id), let head = try head(at: slot) else { return nil }
        return (
            try thumbnail(at: slot), head.source, try ItemReading(database: database).fingerprint(at: slot)
        )
    }
}
