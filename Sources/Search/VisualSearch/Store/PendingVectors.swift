internal import SQLite

/// The vectors of another describer that a store gathers beside its own, until all are there and they change places.
///
/// Four tables that only such a store has: what describes, the vectors of items, what each of them was made from, and the
/// vectors of removed items. They hold nothing that could not be made again: a copy, a merge and a repair leave them out.
struct PendingVectors {
    let database: Database
    /// False where the store gathers none.
    let isThere: Bool

    init(_ database: Database) throws(SearchError) {
        self.database = database
        isThere = try database.hasTable("new_describer")
    }

    /// Begins, or goes on where the same describer had begun. Vectors of another one are dropped.
    ///
    /// - Returns: The pictures that are described already.
    static func begin(_ describer: DescriberIdentity, in database: Database) throws(SearchError) -> Int {
        let known = try PendingVectors(database)
        if let found = try known.describer(), found == describer {
            return try database.integer("SELECT count(*) FROM new_vectors")
        }
        try known.drop()
        try database.script(
            """
            CREATE TABLE new_describer(
                one INTEGER PRIMARY KEY CHECK (one = 1),
                describer TEXT NOT NULL, dimensions INTEGER NOT NULL, colors INTEGER NOT NULL);
            CREATE TABLE new_vectors(slot INTEGER PRIMARY KEY REFERENCES items, bytes BLOB NOT NULL);
            CREATE TABLE new_vectors_from(
                slot INTEGER PRIMARY KEY, picture_revision INTEGER NOT NULL, picture_checksum INTEGER NOT NULL);
            CREATE TABLE new_removed_vectors(
                number INTEGER PRIMARY KEY, bytes BLOB NOT NULL, picture_checksum INTEGER NOT NULL);
            """)
        try database.run(
            "INSERT INTO new_describer VALUES (1, ?, ?, ?)", .text(describer.name), .integer(describer.dimensions),
            .integer(describer.colors))
        return 0
    }

    /// The describer of the gathered vectors; nil where the store gathers none.
    func describer() throws(SearchError) -> DescriberIdentity? {
        guard isThere else { return nil }
        return try database.first("SELECT describer, dimensions, colors FROM new_describer") {
            DescriberIdentity(name: $0.text(0), dimensions: $0.integer(1), colors: $0.integer(2))
        }
    }

    /// Drops everything that was gathered.
    func drop() throws(SearchError) {
        for table in ["new_describer", "new_vectors", "new_vectors_from", "new_removed_vectors"] {
            try database.script("DROP TABLE IF EXISTS \(table)")
        }
    }

    /// The items whose picture is not described yet as it is now, from `slot` on.
    func pending(from slot: Int, limit: Int) throws(SearchError) -> [PictureToDescribe] {
        let vectors = try database.vectorTable()
        return try database.all(
            """
            SELECT items.slot, coalesce(id, (SELECT id FROM items AS owners WHERE owners.slot = items.owner)),
                source, size, modified, hash, items.picture_revision
            FROM items CROSS JOIN \(vectors) AS described USING (slot) LEFT JOIN new_vectors_from AS new USING (slot)
            WHERE items.slot >= ? AND (id NOT NULL OR owner NOT NULL)
                AND (new.slot IS NULL OR new.picture_revision <> items.picture_revision)
            ORDER BY items.slot LIMIT ?
            """, .integer(slot), .integer(limit)
        ) { PictureToDescribe($0) }
    }

    /// The pictures of removed items that are not described yet, from `number` on. The first one of an item has its
    /// number, and the others their own ones below 0.
    func pendingRemoved(from number: Int, limit: Int) throws(SearchError) -> [PictureToDescribe] {
        try database.all(
            """
            SELECT number, id, source, size, modified, hash, 0 FROM removed LEFT JOIN new_removed_vectors AS new
                USING (number)
            WHERE number >= ?1 AND vector NOT NULL AND new.number IS NULL
            UNION ALL
            SELECT -picture, id, further.source, further.size, further.modified, further.hash, 0
            FROM removed_pictures AS further JOIN removed USING (number)
                LEFT JOIN new_removed_vectors AS new ON new.number = -picture
            WHERE -picture >= ?1 AND further.vector NOT NULL AND new.number IS NULL
            ORDER BY 1 LIMIT ?2
            """, .integer(number), .integer(limit)
        ) { PictureToDescribe($0) }
    }

    /// Keeps the new vector of an item, unless its picture has changed since.
    ///
    /// - Returns: False where it has.
    func keep(_ vector: [Int8], of picture: PictureToDescribe) throws(SearchError) -> Bool {
        let now = try database.first(
            "SELECT picture_revision FROM items WHERE slot = ? AND (id NOT NULL OR owner NOT NULL)",
            .integer(picture.number)
        ) { $0.integer(0) }
        guard now == picture.revision, var stored = try ItemReading(database: database).picture(at: picture.number)
        else { return false }
        stored.vector = vector
        try database.run("INSERT OR REPLACE INTO new_vectors VALUES (?, ?)", .integer(picture.number), .signed(vector))
        try database.run(
            "INSERT OR REPLACE INTO new_vectors_from VALUES (?, ?, ?)", .integer(picture.number),
            .integer(picture.revision), .integer(stored.checksum))
        return true
    }

    /// Keeps the new vector of a removed item, unless it was restored or dropped since.
    func keepRemoved(_ vector: [Int8], of picture: PictureToDescribe) throws(SearchError) {
        guard var stored = try removedPicture(picture.number) else { return }
        stored.vector = vector
        try database.run(
            "INSERT OR REPLACE INTO new_removed_vectors VALUES (?, ?, ?)", .integer(picture.number), .signed(vector),
            .integer(stored.checksum))
    }

    /// The stored picture of a removed item.
    func removedPicture(_ number: Int) throws(SearchError) -> StoredPicture? {
        let table = number < 0 ? "removed_pictures WHERE picture" : "removed WHERE number"
        return try database.first("SELECT vector, colors, thumbnail FROM \(table) = ?", .integer(abs(number))) {
            StoredPicture(vector: $0.signedBytes(0), colors: $0.bytes(1), thumbnail: $0.optionalBytes(2))
        }
    }

    /// The number of new vectors that differ from what was kept. Those of pictures that changed since do not count.
    func damaged() throws(SearchError) -> Int {
        guard let describer = try describer() else { return 0 }
        let reading = ItemReading(database: database)
        var damaged = 0
        try database.each(
            """
            SELECT new.slot, bytes, new.picture_checksum FROM new_vectors_from AS new LEFT JOIN new_vectors USING (slot)
                JOIN items USING (slot) WHERE new.picture_revision = items.picture_revision
            """
        ) { row throws(SearchError) in
            guard var picture = try reading.picture(at: row.integer(0)) else { return }
            picture.vector = row.signedBytes(1)
            if picture.vector.count != describer.dimensions || picture.checksum != row.integer(2) { damaged += 1 }
        }
        return damaged
    }
}

/// An item, or a removed one, whose picture is to be described anew.
package struct PictureToDescribe: Hashable, Sendable {
    /// The slot of the picture, or the number of a removed one.
    var number: Int
    package var id: String
    package var source: String?
    package var fingerprint: Fingerprint?
    /// The revision of the picture.
    var revision: Int

    init(_ row: Statement) {
        number = row.integer(0)
        id = row.text(1)
        source = row.optionalText(2)
        fingerprint = Fingerprint(row, from: 3)
        revision = row.integer(6)
    }
}
