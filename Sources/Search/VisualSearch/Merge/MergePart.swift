internal import SQLite

/// One of the stores that a merge joins, in one state of it.
package final class MergePart {
    package let path: String
    /// Nil for a store that is no part of a run in shards.
    package let record: PartRecord?
    package let describer: DescriberIdentity
    package let count: Int
    /// The language that was kept; nil for none.
    let language: CatalogLanguage?
    let database: Database
    let fields: [Field]
    let guessed: Set<String>
    let builtIn: BuiltInVectors
    /// True where some item has several pictures.
    let hasPictures: Bool

    /// Opens a store of the present form.
    ///
    /// - Throws: `store` where it is missing, is of another form, or holds what a merge would lose: content, models.
    package init(_ path: String) throws(SearchError) {
        self.path = path
        let opening = Opening(path: path, describer: nil, mode: .readOnly, schema: .current)
        database = try opening.run().0
        let form = try database.integer("PRAGMA user_version")
        guard form == Schema.current.version else {
            throw .store(
                path: path,
                reason: "it is of form \(form), and this version merges form \(Schema.current.version); index into it "
                    + "once, which brings it up to date")
        }
        try database.run("BEGIN")
        describer = try opening.describer(of: database)
        record = try database.part()
        fields = try database.fields()
        guessed = try database.guessedFields()
        builtIn = try BuiltInVectors(database)
        count = try database.integer("SELECT items FROM state")
        language = try database.language()
        hasPictures = try database.hasPictures()
        for (table, holdings) in [("content", "content"), ("modules", "modules of content"), ("models", "models")]
        where try database.integer("SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT 1)") > 0 {
            throw .store(path: path, reason: "it holds \(holdings), which a merge would lose")
        }
        guard try database.ruleRecords().isEmpty else {
            throw .store(
                path: path,
                reason: "it holds rules, which a merge would lose; export them, clear them, and import them into "
                    + "the merged store")
        }
        _ = try database.slots()
    }

    /// Removed items that could be restored.
    func removed() throws(SearchError) -> Int { try RemovedReading(database: database).count() }

    /// The files of an item for messages: the store and the picture.
    func naming(_ slot: Int) throws(SearchError) -> String {
        let source = try database.first("SELECT source FROM items WHERE slot = ?", .integer(slot)) {
            $0.optionalText(0)
        }
        return path + ((source ?? nil).map { " (\($0))" } ?? "")
    }

    /// The further pictures of an item, compared with their checksums.
    func pictures(of slot: Int) throws(SearchError) -> [(head: PictureHead, picture: StoredPicture)] {
        let reading = ItemReading(database: database)
        var found: [(head: PictureHead, picture: StoredPicture)] = []
        for head in try reading.pictures(of: slot) {
            guard let picture = try reading.wholePicture(at: head.slot), picture.checksum == head.pictureChecksum,
                head.checksum == head.expectedChecksum, picture.vector.count == describer.dimensions,
                picture.colors.isEmpty || picture.colors.count == describer.colors
            else {
                throw .damaged(
                    path: path, detail: "picture \(head.ordinal) of row \(slot) (row \(head.slot)) cannot be read")
            }
            found.append((head, picture))
        }
        return found
    }

    /// When the file of an item was changed, in nanoseconds since 1970, and the place of the item among all inputs.
    func age(_ slot: Int) throws(SearchError) -> (modified: Int, place: Int) {
        let modified = try database.integer("SELECT modified FROM items WHERE slot = ?", .integer(slot))
        guard try database.hasPlaces() else { return (modified, .max) }
        let place = try database.first("SELECT place FROM places WHERE slot = ?", .integer(slot)) { $0.integer(0) }
        return (modified, place ?? .max)
    }
}

/// The items of one part in the order of their slots, each with all that a store holds of it, verified.
struct PartReading {
    private let part: MergePart
    private let heads: Rows
    private var values: [FieldReading]
    private(set) var slot = -1
    /// The place of the item among all inputs.
    private(set) var place = Int.max
    private var row: Statement?

    init(_ part: MergePart) throws(SearchError) {
        self.part = part
        let hasPlaces = try part.database.hasPlaces()
        // Rows in the order of the table, whatever indexes there are.
        heads = try Rows(
            """
            SELECT items.slot, id, source, size, modified, hash, checksum, picture_checksum, described.bytes,
                colors.bytes, thumbnails.bytes, \(hasPlaces ? "place" : "NULL"), texts.slot, \(WordColumn.list)
            FROM items NOT INDEXED LEFT JOIN \(try part.database.vectorTable()) AS described USING (slot) LEFT JOIN colors USING (slot)
                LEFT JOIN thumbnails USING (slot) LEFT JOIN texts USING (slot)
                \(hasPlaces ? "LEFT JOIN places USING (slot)" : "")
            WHERE id NOT NULL ORDER BY items.slot
            """, in: part.database)
        values = []
        for field in part.fields { values.append(try FieldReading(field.number, in: part)) }
    }

    /// Moves to the next item; false after the last one.
    mutating func next() throws(SearchError) -> Bool {
        row = try heads.next()
        guard let row else { return false }
        guard row.integer(0) > slot, row.integer(0) < Int(UInt32.max) else {
            throw .damaged(path: part.path, detail: "it has rows out of order")
        }
        slot = row.integer(0)
        place = row.optionalInteger(11) ?? .max
        return true
    }

    /// Reads the item that the reading is at, and compares it with its checksums.
    mutating func item() throws(SearchError) -> MergedItem? {
        guard let row else { return nil }
        var attributes: [(field: Int, values: [Value])] = []
        for index in values.indices {
            var found: [Value] = []
            try values[index].each(at: slot) { found.append($0.value(2)) }
            if !found.isEmpty { attributes.append((part.fields[index].number, found)) }
        }
        var item = MergedItem(row, attributes)
        guard item.checksum == row.integer(6) else { throw damage(item, "the attributes") }
        guard let picture = item.picture, picture.checksum == row.integer(7),
            picture.vector.count == part.describer.dimensions,
            picture.colors.isEmpty || picture.colors.count == part.describer.colors
        else { throw damage(item, "the picture") }
        item.picture?.builtIn = try part.builtIn.vector(at: slot, onlyIfSound: true)
        return item
    }

    private func damage(_ item: MergedItem, _ what: String) -> SearchError {
        .damaged(path: part.path, detail: "\(what) of `\(item.id)` (row \(slot)) cannot be read")
    }
}

/// The values of one field in the order of the slots.
struct FieldReading {
    private let rows: Rows
    private var row: Statement?

    init(_ field: Int, in part: MergePart) throws(SearchError) {
        rows = try Rows(
            "SELECT slot, ordinal, value FROM attributes WHERE field = ? ORDER BY slot, ordinal", .integer(field),
            in: part.database)
        row = try rows.next()
    }

    /// Calls `body` with the row of each value of an item, in column 2; slots have to come in ascending order.
    mutating func each(at slot: Int, _ body: (Statement) throws(SearchError) -> Void) throws(SearchError) {
        while let current = row, current.integer(0) <= slot {
            if current.integer(0) == slot { try body(current) }
            row = try rows.next()
        }
    }
}

/// All that a store holds of an item.
struct MergedItem {
    let id: String
    var source: String?
    let fingerprint: Fingerprint?
    /// In the order of the numbers of their fields.
    var attributes: [(field: Int, values: [Value])]
    var picture: StoredPicture?
    let pictureChecksum: Int
    /// The texts of the index of words; nil for an item without words.
    let texts: [Value]?

    init(_ row: Statement, _ attributes: [(field: Int, values: [Value])]) {
        id = row.text(1)
        source = row.optionalText(2)
        fingerprint = Fingerprint(row, from: 3)
        self.attributes = attributes
        picture =
            row.isNull(8)
            ? nil
            : StoredPicture(
                vector: row.signedBytes(8), colors: row.optionalBytes(9) ?? [], thumbnail: row.optionalBytes(10))
        pictureChecksum = row.integer(7)
        texts = row.isNull(12) ? nil : WordColumn.allCases.map { row.value(13 + $0.rawValue) }
    }

    var checksum: Int {
        Checksum.ofItem(id: id, source: source, fingerprint: fingerprint, attributes: attributes)
    }
}
