internal import SQLite

/// Reads single items, and computes their expected checksums.
struct ItemReading {
    let database: Database
    /// False where it is known that no item has several pictures.
    var readsPictures = true

    /// The item in a slot, without its attributes, or nil where the slot is empty.
    func head(at slot: Int) throws(SearchError) -> Item? {
        try database.first("SELECT id, source FROM items WHERE slot = ? AND id NOT NULL", .integer(slot)) {
            Item(id: $0.text(0), source: $0.optionalText(1))
        }
    }

    /// The item in a slot, with all its attributes, or nil where the slot is empty.
    func item(at slot: Int) throws(SearchError) -> Item? {
        var item = try head(at: slot)
        guard item != nil else { return nil }
        try database.each(
            """
            SELECT name, type, value FROM fields CROSS JOIN attributes USING (field)
            WHERE slot = ? ORDER BY fields.field, ordinal
            """, .integer(slot)
        ) { row in
            guard let type = AttributeType(rawValue: row.text(1)) else { return }
            let name = row.text(0)
            let earlier = item?.attributes[name]
            item?.attributes[name] = .reading(row, column: 2, type: type, after: earlier)
        }
        if readsPictures { item?.pictures = try pictures(of: slot).map(\.told) }
        return item
    }

    func fingerprint(at slot: Int) throws(SearchError) -> Fingerprint? {
        try database.first("SELECT size, modified, hash FROM items WHERE slot = ?", .integer(slot)) {
            Fingerprint($0, from: 0)
        } ?? nil
    }

    /// Returns the expected checksum of the item or the further picture in a slot; 0 for an empty slot.
    func checksum(at slot: Int) throws(SearchError) -> Int {
        if let head = try pictureHead(at: slot) { return head.expectedChecksum }
        var attributes: [(field: Int, values: [Value])] = []
        try database.each(
            """
            SELECT attributes.field, value FROM fields CROSS JOIN attributes USING (field)
            WHERE slot = ? ORDER BY fields.field, ordinal
            """, .integer(slot)
        ) { row in
            if attributes.last?.field != row.integer(0) { attributes.append((row.integer(0), [])) }
            attributes[attributes.count - 1].values.append(row.value(1))
        }
        return try database.first(
            "SELECT id, source, size, modified, hash FROM items WHERE slot = ?", .integer(slot)
        ) { row in
            Checksum.ofItem(
                id: row.text(0), source: row.optionalText(1), fingerprint: Fingerprint(row, from: 2),
                attributes: attributes)
        } ?? 0
    }

    func picture(at slot: Int) throws(SearchError) -> StoredPicture? {
        let vectors = try database.vectorTable()
        let found = try database.first("SELECT bytes FROM \(vectors) WHERE slot = ?", .integer(slot)) {
            $0.signedBytes(0)
        }
        guard let vector = found else { return nil }
        return StoredPicture(
            vector: vector, colors: try bytes("SELECT bytes FROM colors WHERE slot = ?", slot) ?? [],
            thumbnail: try bytes("SELECT bytes FROM thumbnails WHERE slot = ?", slot))
    }

    /// The picture with the vector of the built-in describer, where there is one: all that moves to another store.
    func wholePicture(at slot: Int) throws(SearchError) -> StoredPicture? {
        var picture = try picture(at: slot)
        if picture != nil { picture?.builtIn = try BuiltInVectors(database).vector(at: slot, onlyIfSound: true) }
        return picture
    }

    /// Returns the expected content of the index of words.
    func words(at slot: Int) throws(SearchError) -> IndexedWords {
        let strings: [(field: String, type: AttributeType, text: String)] = try database.all(
            """
            SELECT name, type, value FROM fields CROSS JOIN attributes USING (field)
            WHERE slot = ? AND type IN ('string', 'text', 'list') ORDER BY fields.field, ordinal
            """, .integer(slot)
        ) { row in
            guard !row.isNull(2), let type = AttributeType(rawValue: row.text(1)) else { return nil }
            return (row.text(0), type, row.text(2))
        }
        return IndexedWords(strings)
    }

    func indexedWords(at slot: Int) throws(SearchError) -> IndexedWords {
        let columns = WordColumn.allCases.indices
        let texts = try database.first("SELECT \(WordColumn.list) FROM texts WHERE slot = ?", .integer(slot)) { row in
            columns.map(row.text)
        }
        return IndexedWords(texts: texts ?? columns.map { _ in "" })
    }

    private func bytes(_ sql: String, _ slot: Int) throws(SearchError) -> [UInt8]? {
        try database.first(sql, .integer(slot)) { $0.bytes(0) }
    }
}
