internal import SQLite

// The vectors of the built-in describer while a store changes its describer, and those that are still to be made.
extension BuiltInVectors {
    /// Prepares the vectors for another describer. Those of a store of the built-in one become them; in a store that
    /// changes to the built-in one they are no longer needed.
    ///
    /// - Parameter new: Nil for a describer that wants none beside its own.
    static func willChange(
        from old: DescriberIdentity, to new: DescriberIdentity?, in database: Database
    ) throws(SearchError) {
        let known = try BuiltInVectors(database)
        guard let new, !BuiltInDescriber.isName(new.name) else { return try known.drop() }
        if BuiltInDescriber.ofStore(old) == nil { return try known.dropStale() }
        let kept = try begin(old.name, dimensions: old.dimensions, replacing: true, in: database)
        let vectors = try database.vectorTable()
        try database.each(
            """
            SELECT items.slot, bytes, picture_revision FROM items JOIN \(vectors) AS described USING (slot)
            WHERE id NOT NULL
            """
        ) { row throws(SearchError) in
            let vector = BuiltInVector(describer: old.name, values: row.signedBytes(1))
            if vector.hasDirection { try kept.keep(vector, at: row.integer(0), revision: row.integer(2)) }
        }
        let removed: [(number: Int, vector: BuiltInVector)] = try database.all(
            "SELECT number, vector FROM removed WHERE vector NOT NULL"
        ) { row in (row.integer(0), BuiltInVector(describer: old.name, values: row.signedBytes(1))) }
        for (number, vector) in removed where vector.hasDirection { try kept.keepRemoved(vector, as: number) }
    }

    /// Notes that all pictures have a new revision, and are the same pictures.
    func didChange() throws(SearchError) {
        guard head != nil else { return }
        try database.run(
            """
            UPDATE built_in_vectors SET picture_revision =
                (SELECT picture_revision FROM items WHERE items.slot = built_in_vectors.slot)
            """)
    }

    /// Drops the vectors of pictures that were replaced or have left.
    private func dropStale() throws(SearchError) {
        guard head != nil else { return }
        try database.run(
            """
            DELETE FROM built_in_vectors WHERE slot NOT IN (SELECT items.slot FROM items
                JOIN built_in_vectors AS built USING (slot)
                WHERE id NOT NULL AND built.picture_revision = items.picture_revision)
            """)
    }

    /// Drops vectors that are not as they were stored.
    func dropDamaged() throws(SearchError) {
        guard let head else { return }
        let slots = try database.all("SELECT slot, bytes, checksum FROM built_in_vectors") { row in
            let vector = BuiltInVector(describer: head.describer, values: row.signedBytes(1))
            return isSound(vector, row.integer(2)) ? nil : row.integer(0)
        }
        for slot in slots { try clear(slot) }
        let numbers = try database.all("SELECT number, fine FROM removed WHERE fine NOT NULL") { row in
            unpacked(row.bytes(1)) == nil ? row.integer(0) : nil
        }
        for number in numbers {
            try database.run("UPDATE removed SET fine = NULL WHERE number = ?", .integer(number))
        }
    }

    // MARK: vectors that are still to be made

    /// The pictures without a vector.
    func missing() throws(SearchError) -> Int {
        let pictures = try database.integer("SELECT count(*) FROM \(try database.vectorTable())")
        guard head != nil else { return pictures }
        return pictures
            - (try database.integer(
                """
                SELECT count(*) FROM built_in_vectors AS built CROSS JOIN items USING (slot)
                WHERE built.picture_revision = items.picture_revision AND id NOT NULL
                """))
    }

    /// The items whose picture has no vector, from `slot` on.
    func pending(from slot: Int, limit: Int) throws(SearchError) -> [PictureToDescribe] {
        let vectors = try database.vectorTable()
        return try database.all(
            """
            SELECT items.slot, id, source, size, modified, hash, items.picture_revision
            FROM items CROSS JOIN \(vectors) AS described USING (slot)
                LEFT JOIN built_in_vectors AS built USING (slot)
            WHERE items.slot >= ? AND id NOT NULL
                AND (built.slot IS NULL OR built.picture_revision <> items.picture_revision)
            ORDER BY items.slot LIMIT ?
            """, .integer(slot), .integer(limit)
        ) { PictureToDescribe($0) }
    }

    /// The removed items whose picture has no vector, from `number` on.
    func pendingRemoved(from number: Int, limit: Int) throws(SearchError) -> [PictureToDescribe] {
        try database.all(
            """
            SELECT number, id, source, size, modified, hash, 0 FROM removed
            WHERE number >= ? AND vector NOT NULL AND fine IS NULL ORDER BY number LIMIT ?
            """, .integer(number), .integer(limit)
        ) { PictureToDescribe($0) }
    }

    /// Keeps the vector of an item, unless its picture has changed since. Returns false where it has.
    func keep(_ vector: BuiltInVector, of picture: PictureToDescribe) throws(SearchError) -> Bool {
        let now = try database.first(
            "SELECT picture_revision FROM items WHERE slot = ? AND id NOT NULL", .integer(picture.number)
        ) { $0.integer(0) }
        guard now == picture.revision else { return false }
        try keep(vector, at: picture.number, revision: picture.revision)
        return true
    }
}

extension BuiltInVector {
    /// False for a vector of zeros, which stands for a picture that could not be described.
    fileprivate var hasDirection: Bool { values.contains { $0 != 0 } }
}
