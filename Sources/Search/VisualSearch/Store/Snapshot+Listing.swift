internal import SQLite

extension Snapshot {
    /// Returns items in the order of their slots, with the attributes of some fields.
    ///
    /// - Parameters:
    ///   - offset: The number of items before the first one.
    ///   - fields: Nil for all of them.
    package func items(from offset: Int, limit: Int, fields: Set<String>?) throws(SearchError) -> [Item] {
        let slots = try database.all(
            "SELECT slot FROM items WHERE id NOT NULL AND slot >= 0 ORDER BY slot LIMIT ? OFFSET ?", .integer(limit),
            .integer(offset)
        ) { $0.integer(0) }
        var items: [Item] = []
        for slot in slots {
            guard var item = fields?.isEmpty == true ? try head(at: slot) : try item(at: slot) else { continue }
            if let fields { item.attributes = item.attributes.filter { fields.contains($0.key) } }
            items.append(item)
        }
        return items
    }

    /// A picture of an item: the small one that the store keeps, and the place and the content of the file that was
    /// indexed. Nil for an unknown id, and for a picture that the item does not have.
    ///
    /// - Parameter number: The number of the picture, from 1. Default: the first one.
    package func pictureSource(
        of id: String, picture number: Int = 1
    ) throws(SearchError) -> (thumbnail: [UInt8]?, source: String?, fingerprint: Fingerprint?)? {
        guard let slot = try slot(of: id), let head = try head(at: slot) else { return nil }
        if number != 1 {
            let further = try ItemReading(database: database).pictures(of: slot).first { $0.ordinal == number }
            return try further.map { further throws(SearchError) in
                (try thumbnail(at: further.slot), further.source, further.fingerprint)
            }
        }
        return (
            try thumbnail(at: slot), head.source, try ItemReading(database: database).fingerprint(at: slot)
        )
    }

    /// Calls `body` for each picture beside the first one of an item, in the order of the items and of their pictures: the
    /// id of the item, the slot of the picture, the picture, and the fingerprint of its file.
    package func eachFurtherPicture(
        _ body: (_ id: String, _ slot: Int, Item.Picture, Fingerprint?) throws(SearchError) -> Void
    ) throws(SearchError) {
        guard hasPictures else { return }
        try database.each(
            """
            SELECT owners.id, pictures.role, pictures.source, pictures.size, pictures.modified, pictures.hash,
                pictures.slot
            FROM items AS pictures JOIN items AS owners ON owners.slot = pictures.owner
            WHERE pictures.owner NOT NULL AND owners.id NOT NULL ORDER BY pictures.owner, pictures.ordinal
            """
        ) { row throws(SearchError) in
            let picture = Item.Picture(
                role: row.optionalText(1).flatMap(PictureRole.init), source: row.optionalText(2))
            try body(row.text(0), row.integer(6), picture, Fingerprint(row, from: 3))
        }
    }

    /// All that is stored of the pictures of an item beside the first one, in their order; empty for an unknown id.
    package func furtherPictures(of id: String) throws(SearchError) -> [FurtherPicture] {
        guard hasPictures, let slot = try slot(of: id) else { return [] }
        return try ItemReading(database: database).furtherPictures(of: slot)
    }
}
