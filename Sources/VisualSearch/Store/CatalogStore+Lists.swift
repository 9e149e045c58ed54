internal import Foundation
internal import ImageTypes

extension CatalogStore {
    /// The lists are written again when one picture in so many has changed since.
    fileprivate static let changedShare = 16
    /// Bytes of a row of the table, which is all that is copied at a time.
    private static let portion = 4 << 20

    /// Keeps the lists of the vectors, unless those that are kept are newer or nearly as new. They are only a help: the
    /// revision of the store stays, and without them they are built anew.
    ///
    /// - Parameter revision: Of the vectors that the lists hold at least.
    func keep(_ lists: Lists, of revision: Int) throws(SearchError) {
        let heading = lists.heading(revision: revision)
        guard let record = try? JSONEncoder().encode(heading) else { preconditionFailure("whole numbers only") }
        try write { database throws(SearchError) in
            if let kept = try database.listsHeading(), kept.form == heading.form, try database.listsAreSound() {
                guard kept.revision < revision, try database.hasChangedMuch(since: kept) else { return }
            }
            try database.run("DELETE FROM lists")
            try database.keep(Array(record), table: -1, number: 0)
            for (table, kept) in lists.tables().enumerated() {
                // Safe: the lists live until the end of this call.
                let bytes = unsafe UnsafeRawBufferPointer(kept.bytes)
                for (number, first) in stride(from: 0, to: bytes.count, by: Self.portion).enumerated() {
                    let end = min(first + Self.portion, bytes.count)
                    try database.keep(unsafe Array(bytes[first..<end]), table: table, number: number)
                }
            }
        }
    }
}

extension CatalogStore {
    /// Builds the lists by which searches of a large store find the nearest vectors, and keeps them in the store; without
    /// them a process reads every vector at its first search. It reads them all once, which takes as much memory.
    ///
    /// - Parameter cancellation: Ends the building between two of its steps.
    /// - Returns: False where nothing was built: in a small store, where the lists that are kept are nearly as new as the
    ///   vectors, and where another home searches them.
    /// - Throws: `cancelled`, or the reason why they cannot be built or kept. The items stay as they are.
    package func buildLists(cancellation: Cancellation = Cancellation()) throws(SearchError) -> Bool {
        try buildLists(Tuning(), cancellation: cancellation)
    }

    func buildLists(_ tuning: Tuning, cancellation: Cancellation = Cancellation()) throws(SearchError) -> Bool {
        guard home == nil, mode != .readOnly else { return false }
        let isDue = try read { snapshot throws(SearchError) in
            guard snapshot.count > tuning.plainRows else { return false }
            guard let kept = try snapshot.database.listsHeading(), kept.form == KeptListsHeading.form else {
                return true
            }
            return try snapshot.database.hasChangedMuch(since: kept)
        }
        guard isDue else { return false }
        let catalog = InMemoryCatalog(self, tuning: tuning, cancellation: cancellation)
        let kept = Locked<Result<Void, SearchError>?>(nil)
        // In place of the receiver of a search, which goes on where they cannot be kept.
        catalog.vectors.whenBuilt { lists, revision in
            let result = Result { () throws(SearchError) in try self.keep(lists, of: revision) }
            kept.withLock { $0 = result }
        }
        if cancellation.isCancelled { throw .cancelled }
        try catalog.read(withPalettes: false) { _ in }
        catalog.vectors.finishBuilding()
        guard let result = kept.withLock({ $0 }) else {
            if cancellation.isCancelled { throw .cancelled }
            // Another process has kept some meanwhile.
            return false
        }
        try result.get()
        return true
    }
}

extension CatalogStore {
    /// True where the store keeps lists of its vectors; they may be damaged all the same.
    var keepsLists: Bool {
        (try? readCopy { snapshot throws(SearchError) in try snapshot.database.listsHeading() != nil }) ?? false
    }
}

extension Snapshot {
    /// The lists of the vectors that the store keeps, and the revision of those that they hold. Nil where there are none,
    /// and where they are damaged or of another form: then they are built anew.
    func lists(rotation: Rotation) throws(SearchError) -> (lists: Lists, revision: Int)? {
        guard let heading = try database.listsHeading(), heading.revision <= revision, heading.size <= slots,
            // A wrong heading would ask for memory that its tables do not need.
            heading.tables.allSatisfy({ (0...1 << 50).contains($0) }), heading.tables.count < 100,
            try database.integer("SELECT sum(length(bytes)) FROM lists WHERE part >= 0") == heading.tables.reduce(0, +)
        else { return nil }
        let lists = try Lists(heading, rotation: rotation) { tables throws(SearchError) in
            try read(heading, into: tables)
        }
        return lists.map { ($0, heading.revision) }
    }

    /// True where the tables have all their bytes, and each as it was kept. Large ones are read on several connections
    /// at once: half of the time goes to memory that nobody has used before.
    private func read(_ heading: KeptListsHeading, into tables: [KeptTable]) throws(SearchError) -> Bool {
        let portions = try database.portions(of: tables)
        guard let portions else { return false }
        let parts = min(Batch.usableCores, portions.count / 2, 8)
        guard parts > 1 else { return try database.read(portions, into: tables) }
        // Sound lists of a revision are not replaced by others of it, so that the heading tells one state from another.
        let areSound = try store.readParts(parts, at: revision) { part, own throws(SearchError) in
            guard try own.database.listsHeading() == heading else { return false }
            return try own.database.read(
                stride(from: part, to: portions.count, by: parts).map { portions[$0] }, into: tables)
        }
        if let areSound, areSound.allSatisfy(\.self) { return true }
        return try database.read(portions, into: tables)
    }
}

/// Some of the bytes of a table of the lists, which are a row of the file.
private struct Portion {
    var table: Int
    var number: Int
    var start: Int
    var count: Int
}

extension Database {
    fileprivate func keep(_ bytes: [UInt8], table: Int, number: Int) throws(SearchError) {
        try run(
            "INSERT INTO lists(part, number, bytes, hash) VALUES (?, ?, ?, ?)", .integer(table), .integer(number),
            .blob(bytes), .blob(bytes.contentHash))
    }

    /// The facts about the lists that are kept; nil without sound ones.
    func listsHeading() throws(SearchError) -> KeptListsHeading? {
        // Files of older forms, opened for reading, have no place for them.
        guard try integer("PRAGMA user_version") >= 8 else { return nil }
        let row = try first("SELECT bytes, hash FROM lists WHERE part = -1") { ($0.bytes(0), $0.bytes(1)) }
        guard let (bytes, hash) = row, bytes.contentHash == hash else { return nil }
        return try? JSONDecoder().decode(KeptListsHeading.self, from: Data(bytes))
    }

    /// False where some bytes of the lists are not as they were kept.
    func listsAreSound() throws(SearchError) -> Bool {
        guard try integer("PRAGMA user_version") >= 8 else { return true }
        var isSound = true
        try each("SELECT bytes, hash FROM lists") { row in
            isSound = isSound && row.bytes(0).contentHash == row.bytes(1)
        }
        return isSound
    }

    /// The rows that hold the bytes of the tables; nil where they are not as many.
    fileprivate func portions(of tables: [KeptTable]) throws(SearchError) -> [Portion]? {
        var portions: [Portion] = []
        var done = [Int](repeating: 0, count: tables.count)
        try each("SELECT part, number, length(bytes) FROM lists WHERE part >= 0 ORDER BY part, number") { row in
            let (table, count) = (row.integer(0), row.integer(2))
            guard done.indices.contains(table) else { return }
            portions.append(Portion(table: table, number: row.integer(1), start: done[table], count: count))
            done[table] += count
        }
        return done == tables.map { unsafe $0.bytes.count } ? portions : nil
    }

    /// Fills the portions of the tables; false where one is not as it was kept.
    fileprivate func read(_ portions: [Portion], into tables: [KeptTable]) throws(SearchError) -> Bool {
        for portion in portions {
            let isSound = try first(
                "SELECT bytes, hash FROM lists WHERE part = ? AND number = ?", .integer(portion.table),
                .integer(portion.number)
            ) { row in
                // Safe: the portions are within their tables, and no two of them share a byte.
                let place = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: tables[portion.table].bytes[portion.start..<portion.start + portion.count])
                return unsafe row.withBytes(0) { bytes in
                    guard bytes.count == portion.count else { return false }
                    unsafe place.copyMemory(from: bytes)
                    return UnsafeRawBufferPointer(place).contentHash == row.bytes(1)
                }
            }
            guard isSound == true else { return false }
        }
        return true
    }

    /// True where one picture in ``changedShare`` has changed since the lists were built.
    fileprivate func hasChangedMuch(since kept: KeptListsHeading) throws(SearchError) -> Bool {
        let limit = try integer("SELECT items FROM state") / CatalogStore.changedShare
        return try pictures(changedSince: kept.revision, upTo: limit) >= limit
    }

    /// The slots whose picture changed since a revision, at most `limit`.
    private func pictures(changedSince revision: Int, upTo limit: Int) throws(SearchError) -> Int {
        try integer(
            """
            SELECT count(*) FROM (SELECT 1 FROM items
            WHERE revision > ?1 AND (id IS NULL OR picture_revision > ?1) LIMIT ?2)
            """, .integer(revision), .integer(limit))
    }
}
