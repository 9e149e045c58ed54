internal import SQLite

/// The vectors of the built-in describer in a store of another describer, a row for each picture.
///
/// Two tables that only such a store has: `built_in`, what made the vectors, and `built_in_vectors`. A row names the
/// revision of the picture that it was made from: one that a version without these tables has replaced has none. Removed
/// items keep theirs in the column `fine` of their row, with its checksum in the last eight bytes. All of them are of one
/// form of the built-in describer.
struct BuiltInVectors {
    /// The form of the built-in describer, and the number of times that rows came in without a write of their items.
    struct Head: Hashable {
        var describer: String
        var dimensions: Int
        var generation: Int
    }

    let database: Database
    /// Nil where the store has none.
    let head: Head?

    init(_ database: Database) throws(SearchError) {
        self.database = database
        guard try database.hasTable("built_in") else {
            head = nil
            return
        }
        head =
            try database.first("SELECT describer, dimensions, generation, checksum FROM built_in") { row in
                let head = Head(describer: row.text(0), dimensions: row.integer(1), generation: row.integer(2))
                let isSound = DescriberIdentity.vectorLengths.contains(head.dimensions)
                return isSound && Self.checksum(of: head) == row.integer(3) ? head : nil
            } ?? nil
    }

    private init(_ database: Database, _ head: Head) {
        (self.database, self.head) = (database, head)
    }

    /// The vectors of a store, which get their tables where it has none.
    ///
    /// - Parameters:
    ///   - describer: The form of the built-in describer.
    ///   - replacing: Drops vectors of another form. Default false: they stay, and ``keep(_:at:revision:)`` takes no others.
    static func begin(
        _ describer: String, dimensions: Int, replacing: Bool = false, in database: Database
    ) throws(SearchError) -> BuiltInVectors {
        let known = try BuiltInVectors(database)
        if let head = known.head, !replacing || head.describer == describer { return known }
        try known.drop()
        try database.script(
            """
            CREATE TABLE built_in(
                one INTEGER PRIMARY KEY CHECK (one = 1), describer TEXT NOT NULL, dimensions INTEGER NOT NULL,
                generation INTEGER NOT NULL, checksum INTEGER NOT NULL);
            CREATE TABLE built_in_vectors(
                slot INTEGER PRIMARY KEY REFERENCES items, bytes BLOB NOT NULL, picture_revision INTEGER NOT NULL,
                checksum INTEGER NOT NULL);
            """)
        let head = Head(describer: describer, dimensions: dimensions, generation: 0)
        try database.run(
            "INSERT INTO built_in VALUES (1, ?, ?, 0, ?)", .text(describer), .integer(dimensions),
            .integer(checksum(of: head)))
        return BuiltInVectors(database, head)
    }

    /// Drops all vectors with their tables.
    func drop() throws(SearchError) {
        guard try database.hasTable("built_in") else { return }
        try database.script("DROP TABLE IF EXISTS built_in_vectors; DROP TABLE built_in")
        try database.run("UPDATE removed SET fine = NULL WHERE fine NOT NULL")
    }

    // MARK: items

    /// The vector of the picture in a slot; nil without one.
    ///
    /// - Parameter onlyIfSound: Also compares the checksum. Default false.
    func vector(at slot: Int, onlyIfSound: Bool = false) throws(SearchError) -> BuiltInVector? {
        guard let head else { return nil }
        let row = try database.first(
            """
            SELECT bytes, built.checksum FROM built_in_vectors AS built JOIN items USING (slot)
            WHERE slot = ? AND built.picture_revision = items.picture_revision
            """, .integer(slot)
        ) { ($0.signedBytes(0), $0.integer(1)) }
        guard let (values, checksum) = row else { return nil }
        let vector = BuiltInVector(describer: head.describer, values: values)
        if onlyIfSound { return isSound(vector, checksum) ? vector : nil }
        guard values.count == head.dimensions else {
            throw .damaged(path: database.path, detail: "row \(slot) of built_in_vectors has the wrong length")
        }
        return vector
    }

    /// True where there is a row for the present picture in a slot, sound or not.
    func hasRow(at slot: Int) throws(SearchError) -> Bool {
        guard head != nil else { return false }
        return try database.first(
            """
            SELECT 1 FROM built_in_vectors AS built JOIN items USING (slot)
            WHERE slot = ? AND built.picture_revision = items.picture_revision
            """, .integer(slot)
        ) { _ in true } ?? false
    }

    /// Keeps the vector of a picture; one of another form than those that are there is left out.
    func keep(_ vector: BuiltInVector, at slot: Int, revision: Int) throws(SearchError) {
        guard let head, vector.describer == head.describer, vector.values.count == head.dimensions else { return }
        try database.run(
            "INSERT OR REPLACE INTO built_in_vectors VALUES (?, ?, ?, ?)", .integer(slot), .signed(vector.values),
            .integer(revision), .integer(Self.checksum(of: vector)))
    }

    /// Empties a slot.
    func clear(_ slot: Int) throws(SearchError) {
        if head == nil { return }
        try database.run("DELETE FROM built_in_vectors WHERE slot = ?", .integer(slot))
    }

    /// Invalidates caches after vectors were added without item writes: memory reads all of them again, and answers
    /// kept for the revision of the store are made anew.
    func renew() throws(SearchError) {
        guard var head else { return }
        head.generation += 1
        try database.run(
            "UPDATE built_in SET generation = ?, checksum = ?", .integer(head.generation),
            .integer(Self.checksum(of: head)))
        try database.run("UPDATE state SET revision = revision + 1")
    }

    /// Calls `body` with the vectors of all pictures that have one, in the order of their slots.
    func each(_ body: (Int, [Int8]) throws(SearchError) -> Void) throws(SearchError) {
        guard let head else { return }
        try database.each(
            """
            SELECT built.slot, bytes FROM built_in_vectors AS built CROSS JOIN items USING (slot)
            WHERE built.picture_revision = items.picture_revision AND id NOT NULL ORDER BY built.slot
            """
        ) { row throws(SearchError) in
            let (slot, values) = (row.integer(0), row.signedBytes(1))
            guard values.count == head.dimensions, slot >= 0 else {
                throw .damaged(path: database.path, detail: "row \(slot) of built_in_vectors has the wrong length")
            }
            try body(slot, values)
        }
    }

    /// The number of vectors that are damaged, those of removed items among them.
    func damaged() throws(SearchError) -> Int {
        guard let head else { return 0 }
        var damaged = 0
        try database.each("SELECT bytes, checksum FROM built_in_vectors") { row in
            let vector = BuiltInVector(describer: head.describer, values: row.signedBytes(0))
            if !isSound(vector, row.integer(1)) { damaged += 1 }
        }
        try database.each("SELECT fine FROM removed WHERE fine NOT NULL") { row in
            if unpacked(row.bytes(0)) == nil { damaged += 1 }
        }
        return damaged
    }

    /// The number of vectors, and their bytes.
    func size() throws(SearchError) -> (pictures: Int, bytes: Int) {
        guard head != nil else { return (0, 0) }
        return try database.first("SELECT count(*), coalesce(sum(length(bytes)), 0) FROM built_in_vectors") {
            ($0.integer(0), $0.integer(1))
        } ?? (0, 0)
    }

    // MARK: checksums

    /// True for a vector that is as it was stored.
    func isSound(_ vector: BuiltInVector, _ checksum: Int) -> Bool {
        vector.values.count == head?.dimensions && Self.checksum(of: vector) == checksum
    }

    static func checksum(of vector: BuiltInVector) -> Int {
        var sum = Checksum()
        sum.add(vector.describer)
        sum.add(vector.values)
        return sum.value
    }

    private static func checksum(of head: Head) -> Int {
        var sum = Checksum()
        sum.add(head.describer)
        sum.add(head.dimensions)
        sum.add(head.generation)
        return sum.value
    }
}
