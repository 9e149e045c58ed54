internal import Essentials
internal import SQLite

// Removed items, which can be restored.
extension Edit {
    /// The least number of removals that are kept.
    static let keptRemovals = 1000

    /// Copies the item in a slot, with its picture and attributes, to the removed ones, replacing an earlier one with
    /// its id.
    mutating func keepRemoved(_ slot: Int, id: String) throws(SearchError) {
        try dropRemoved(id)
        let last = try database.integer("SELECT max(number) FROM removed")
        guard (0..<Int.max / 2).contains(last) else {
            throw .damaged(path: database.path, detail: "the removed items have numbers that cannot be")
        }
        let number = last + 1
        try database.run(
            """
            INSERT INTO removed SELECT ?1, id, ?2, source, size, modified, hash, checksum, picture_checksum,
                described.bytes, colors.bytes, NULL, thumbnails.bytes
            FROM items LEFT JOIN \(vectors) AS described USING (slot) LEFT JOIN colors USING (slot)
                LEFT JOIN thumbnails USING (slot) WHERE items.slot = ?3
            """, .integer(number), .integer(Date.now.milliseconds ?? 0), .integer(slot))
        try database.run(
            """
            INSERT INTO removed_attributes SELECT ?1, field, ordinal, type, value
            FROM fields CROSS JOIN attributes USING (field) WHERE slot = ?2
            """, .integer(number), .integer(slot))
        try builtIn.keepRemoved(slot, as: number)
        if keepsPictures { try keepRemovedPictures(slot, as: number) }
        hasRemoved = true
    }

    /// Copies the further pictures of the item in a slot to the removed ones.
    private func keepRemovedPictures(_ slot: Int, as number: Int) throws(SearchError) {
        try database.run(
            """
            INSERT INTO removed_pictures SELECT NULL, ?1, ordinal, role, source, size, modified, hash, checksum,
                picture_checksum, described.bytes, colors.bytes, thumbnails.bytes
            FROM items LEFT JOIN \(vectors) AS described USING (slot) LEFT JOIN colors USING (slot)
                LEFT JOIN thumbnails USING (slot) WHERE owner = ?2 ORDER BY ordinal
            """, .integer(number), .integer(slot))
        if try PendingVectors(database).isThere {
            // Of an earlier removal with the same number.
            try database.run(
                """
                DELETE FROM new_removed_vectors WHERE number = ?1
                    OR number IN (SELECT -picture FROM removed_pictures WHERE number = ?1)
                """, .integer(number))
        }
    }

    /// Drops a removed item. Does nothing where no removed item has the id.
    func dropRemoved(_ id: String) throws(SearchError) {
        let found = try database.first("SELECT number FROM removed WHERE id = ?", .text(id)) { $0.integer(0) }
        guard let number = found else { return }
        try database.run("DELETE FROM removed_attributes WHERE number = ?", .integer(number))
        if keepsPictures { try database.run("DELETE FROM removed_pictures WHERE number = ?", .integer(number)) }
        try database.run("DELETE FROM removed WHERE number = ?", .integer(number))
    }

    /// Keeps as many of the last removals as the store has ever held items at a time, so that a store whose items come
    /// and go does not grow for ever, and one that was emptied by mistake has all of them.
    func dropOldestRemoved() throws(SearchError) {
        let last = try database.integer("SELECT max(number) FROM removed")
        let end = last - max(Edit.keptRemovals, nextSlot)
        guard end > 0 else { return }
        try database.run("DELETE FROM removed_attributes WHERE number <= ?", .integer(end))
        if keepsPictures { try database.run("DELETE FROM removed_pictures WHERE number <= ?", .integer(end)) }
        try database.run("DELETE FROM removed WHERE number <= ?", .integer(end))
    }

    /// Puts a removed item back as it was.
    mutating func restore(_ id: String) throws(SearchError) -> RestoreReport.Outcome {
        if try database.integer("SELECT count(*) FROM items WHERE id = ?", .text(id)) > 0 { return .present }
        guard let removed = try RemovedReading(database: database).item(id) else { return .unknown }
        guard removed.isSound else { return .refused(.damaged(path: database.path, detail: "its copy is damaged")) }
        if let problem = try put(removed.item) { return .refused(problem) }
        try dropRemoved(id)
        return .restored
    }
}

/// Reads removed items.
struct RemovedReading {
    let database: Database

    struct RemovedItem {
        var item: StoredItem
        /// True if the checksums match.
        var isSound: Bool
        /// The checksum of what the file holds now, without the picture.
        var checksum: Int
    }

    /// Returns true if the file has a table for removed items; files of older forms, opened for reading, have no such
    /// table.
    func hasTable() throws(SearchError) -> Bool {
        try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'removed'") > 0
    }

    func count() throws(SearchError) -> Int {
        try hasTable() ? database.integer("SELECT count(*) FROM removed") : 0
    }

    /// A removed item with all that was stored of it, or nil.
    func item(_ id: String) throws(SearchError) -> RemovedItem? {
        let builtIn = try BuiltInVectors(database)
        let head = try database.first(
            """
            SELECT number, source, size, modified, hash, checksum, picture_checksum, vector, colors, fine, thumbnail
            FROM removed WHERE id = ?
            """, .text(id)
        ) { row in
            (
                number: row.integer(0), source: row.optionalText(1), fingerprint: Fingerprint(row, from: 2),
                checksums: (row.integer(5), row.integer(6)),
                picture: StoredPicture(
                    vector: row.signedBytes(7), colors: row.bytes(8),
                    thumbnail: row.optionalBytes(10))
            )
        }
        guard var head else { return nil }
        head.picture.builtIn = try builtIn.removed(head.number)
        var item = Item(id: id, source: head.source)
        var rows: [(field: Int, values: [Value])] = []
        var hasTypes = true
        try database.each(
            """
            SELECT name, removed_attributes.type, value, field FROM fields CROSS JOIN removed_attributes USING (field)
            WHERE number = ? ORDER BY field, ordinal
            """, .integer(head.number)
        ) { row in
            if rows.last?.field != row.integer(3) { rows.append((row.integer(3), [])) }
            rows[rows.count - 1].values.append(row.value(2))
            guard let type = AttributeType(rawValue: row.text(1)) else {
                hasTypes = false
                return
            }
            let name = row.text(0)
            item.attributes[name] = .reading(row, column: 2, type: type, after: item.attributes[name])
        }
        let sum = Checksum.ofItem(id: id, source: head.source, fingerprint: head.fingerprint, attributes: rows)
        var stored = StoredItem(item, picture: head.picture, fingerprint: head.fingerprint)
        let (pictures, areSound) = try pictures(of: head.number)
        stored.pictures = pictures
        let isSound = hasTypes && sum == head.checksums.0 && head.picture.checksum == head.checksums.1
        return RemovedItem(item: stored, isSound: isSound && areSound, checksum: sum)
    }

    /// The pictures of a removed item beside the first one, and whether their checksums match.
    private func pictures(of number: Int) throws(SearchError) -> ([FurtherPicture], areSound: Bool) {
        guard try database.keepsPictures() else { return ([], true) }
        var pictures: [FurtherPicture] = []
        var areSound = true
        try database.each(
            """
            SELECT picture, number, ordinal, role, source, size, modified, hash, checksum, picture_checksum, vector,
                colors, thumbnail
            FROM removed_pictures WHERE number = ? ORDER BY ordinal
            """, .integer(number)
        ) { row in
            let head = PictureHead(row)
            let picture = StoredPicture(
                vector: row.signedBytes(10), colors: row.bytes(11), thumbnail: row.optionalBytes(12))
            let isNext = head.ordinal == pictures.count + Edit.firstOrdinal
            if !isNext || head.expectedChecksum != head.checksum || picture.checksum != head.pictureChecksum {
                areSound = false
            }
            pictures.append(
                FurtherPicture(picture, role: head.told.role, source: head.source, fingerprint: head.fingerprint))
        }
        return (pictures, areSound)
    }
}
