internal import SQLite

extension CatalogStore {
    /// The state of a change of the describer.
    package struct DescriberChangeState: Hashable, Sendable {
        /// The describer of the store.
        package var describer: DescriberIdentity
        /// The pictures of items that are described already, and those of all items.
        package var described: Int
        package var pictures: Int
    }

    /// The progress of another describer; nil where none has begun.
    package func describerChange() throws(SearchError) -> DescriberChangeState? {
        try read { snapshot throws(SearchError) in
            let database = snapshot.database
            guard let describer = try PendingVectors(database).describer() else { return nil }
            return DescriberChangeState(
                describer: describer, described: try database.integer("SELECT count(*) FROM new_vectors"),
                pictures: try database.integer("SELECT count(*) FROM \(vectors)"))
        }
    }

    /// Begins a change, or goes on with one. Returns the pictures that are described already, and those of all items and
    /// removed ones.
    func beginChange(to describer: DescriberIdentity) throws(SearchError) -> (described: Int, pictures: Int) {
        try write { database throws(SearchError) in
            try database.demand(self.describer)
            let described = try PendingVectors.begin(describer, in: database)
            let pictures = try database.integer("SELECT count(*) FROM \(vectors)")
            return (described, pictures)
        }
    }

    /// Puts the new vectors in the place of the old ones, in one transaction, if all are there.
    ///
    /// All that was learned from the old ones, and all that was kept to find them quickly, goes with them. Items whose
    /// picture could not be described get a vector of zeros, which is like no other, and lose the fingerprint of their
    /// file, so that the next `index` describes it.
    ///
    /// - Parameters:
    ///   - missing: The revisions of the pictures that could not be described, by slot.
    ///   - keepsBuiltIn: Keeps the vectors of the built-in describer beside those of another one.
    /// - Returns: False where pictures have come in that are not described yet; then nothing was changed.
    func finishChange(
        to describer: DescriberIdentity, missing: [Int: Int], keepsBuiltIn: Bool
    ) throws(SearchError) -> Bool {
        try write { database throws(SearchError) in
            try database.demand(self.describer)
            let new = try PendingVectors(database)
            guard try new.describer() == describer else {
                throw .store(path: path, reason: "its new vectors were dropped meanwhile; begin again")
            }
            let left = try new.pending(from: 0, limit: missing.count + 1)
            guard left.allSatisfy({ missing[$0.number] == $0.revision }) else { return false }
            let nothing = [Int8](repeating: 0, count: describer.dimensions)
            for picture in left where try new.keep(nothing, of: picture) {
                try database.forgetFile(at: picture.number)
            }
            try BuiltInVectors.willChange(
                from: self.describer, to: keepsBuiltIn ? describer : nil, in: database)
            try database.takeNewVectors(of: describer)
            try BuiltInVectors(database).didChange()
            try new.takeRemoved(dimensions: describer.dimensions)
            try new.drop()
            return true
        }
    }
}

extension Database {
    /// Forgets which file an item was described from.
    fileprivate func forgetFile(at slot: Int) throws(SearchError) {
        try run("UPDATE items SET size = NULL, modified = NULL, hash = NULL WHERE slot = ?", .integer(slot))
        let sum = try ItemReading(database: self).checksum(at: slot)
        try run("UPDATE items SET checksum = ? WHERE slot = ?", .integer(sum), .integer(slot))
    }

    /// Forgets which file a further picture of a removed item was described from.
    fileprivate func forgetFile(ofRemovedPicture picture: Int) throws(SearchError) {
        let head = try first(
            "SELECT ordinal, role, source FROM removed_pictures WHERE picture = ?", .integer(picture)
        ) { (ordinal: $0.integer(0), role: $0.optionalText(1), source: $0.optionalText(2)) }
        guard let head else { return }
        let sum = Checksum.ofPicture(ordinal: head.ordinal, role: head.role, source: head.source, fingerprint: nil)
        try run(
            "UPDATE removed_pictures SET size = NULL, modified = NULL, hash = NULL, checksum = ? WHERE picture = ?",
            .integer(sum), .integer(picture))
    }

    fileprivate func takeNewVectors(of describer: DescriberIdentity) throws(SearchError) {
        let vectors = try vectorTable()
        // Pictures that have left since they were described.
        try run(
            """
            DELETE FROM new_vectors WHERE slot NOT IN (SELECT slot FROM items JOIN \(vectors) USING (slot)
                WHERE id NOT NULL OR owner NOT NULL)
            """)
        let revision = try integer("SELECT revision FROM state") + 1
        try run(
            """
            UPDATE items SET revision = ?1, picture_revision = ?1, picture_checksum =
                (SELECT picture_checksum FROM new_vectors_from AS new WHERE new.slot = items.slot)
            WHERE slot IN (SELECT slot FROM new_vectors)
            """, .integer(revision))
        try replaceVectors(by: "new_vectors")
        // All that was made of the old vectors.
        for table in ["learned", "lists", "types", "densities"] { try run("DELETE FROM \(table)") }
        try run(
            "UPDATE state SET describer = ?, dimensions = ?, colors = ?, checksum = ?, revision = ?",
            .text(describer.name), .integer(describer.dimensions), .integer(describer.colors),
            .integer(describer.checksum), .integer(revision))
    }
}

extension PendingVectors {
    /// Gives the removed items their new vectors; those that could not be described get zeros, as items do.
    fileprivate func takeRemoved(dimensions: Int) throws(SearchError) {
        let nothing = [Int8](repeating: 0, count: dimensions)
        let left = try pendingRemoved(from: .min, limit: .max)
        for picture in left { try keepRemoved(nothing, of: picture) }
        try database.run(
            """
            UPDATE removed SET (vector, picture_checksum) = (SELECT bytes, new.picture_checksum
                FROM new_removed_vectors AS new WHERE new.number = removed.number)
            WHERE number IN (SELECT number FROM new_removed_vectors)
            """)
        try database.run(
            """
            UPDATE removed_pictures SET (vector, picture_checksum) = (SELECT bytes, new.picture_checksum
                FROM new_removed_vectors AS new WHERE new.number = -removed_pictures.picture)
            WHERE -picture IN (SELECT number FROM new_removed_vectors)
            """)
        let reading = RemovedReading(database: database)
        for picture in left {
            if picture.number < 0 {
                try database.forgetFile(ofRemovedPicture: -picture.number)
                continue
            }
            try database.run(
                "UPDATE removed SET size = NULL, modified = NULL, hash = NULL WHERE number = ?",
                .integer(picture.number))
            guard let sum = try reading.item(picture.id)?.checksum else { continue }
            try database.run(
                "UPDATE removed SET checksum = ? WHERE number = ?", .integer(sum), .integer(picture.number))
        }
    }
}
