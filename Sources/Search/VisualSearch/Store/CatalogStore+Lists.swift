internal import ImageTypes
internal import SQLite

extension CatalogStore {
    /// The lists are written again when one picture in so many has changed since.
    fileprivate static let changedShare = 16

    /// Keeps the lists of the vectors, unless those that are kept are newer or nearly as new. Without them they are built
    /// anew.
    ///
    /// - Parameter revision: Of the vectors that the lists hold at least.
    func keep(_ lists: Lists, of revision: Int) throws(SearchError) {
        let heading = lists.heading(revision: revision)
        try write { database throws(SearchError) in
            try database.demand(describer)
            if let kept = try database.listsHeading(), kept.form == heading.form, try database.areSound(.lists) {
                guard kept.revision < revision, try database.hasChangedMuch(since: kept) else { return }
            }
            try database.keep(heading, lists.tables(), in: .lists)
        }
    }

    /// True where the store keeps lists of its vectors; they may be damaged all the same.
    var keepsLists: Bool {
        (try? readCopy { snapshot throws(SearchError) in try snapshot.database.listsHeading() != nil }) ?? false
    }
}

extension Snapshot {
    /// The lists of the vectors that the store keeps, and the revision of those that they hold. Nil for missing lists,
    /// and for those that are damaged or of another form: then they are built anew.
    func lists(rotation: Rotation) throws(SearchError) -> (lists: Lists, revision: Int)? {
        guard let heading = try database.listsHeading(), heading.revision <= revision, heading.size <= slots,
            // A wrong heading would ask for memory that its tables do not need.
            heading.tables.allSatisfy({ (0...1 << 50).contains($0) }), heading.tables.count < 100,
            try database.hold(heading.tables.reduce(0, +), of: .lists)
        else { return nil }
        let lists = try Lists(heading, rotation: rotation) { tables throws(SearchError) in
            try read(heading, into: tables)
        }
        return lists.map { ($0, heading.revision) }
    }

    /// True where the tables have all their bytes, and each as it was kept. Large ones are read on several connections
    /// at once: half of the time goes to memory that nobody has used before.
    private func read(_ heading: KeptListsHeading, into tables: [KeptTable]) throws(SearchError) -> Bool {
        guard let portions = try database.portions(of: heading.tables, in: .lists) else { return false }
        let parts = min(Batch.usableCores, portions.count / 2, 8)
        guard parts > 1 else { return try database.read(portions, into: tables, of: .lists) }
        // Sound lists of a revision are not replaced by others of it, so that the heading tells one state from another.
        let areSound = try store.readParts(parts, at: revision) { part, other throws(SearchError) in
            guard try other.database.listsHeading() == heading else { return false }
            return try other.database.read(
                stride(from: part, to: portions.count, by: parts).map { portions[$0] }, into: tables, of: .lists)
        }
        if let areSound, areSound.allSatisfy(\.self) { return true }
        return try database.read(portions, into: tables, of: .lists)
    }
}

extension Database {
    /// The facts about the lists that are kept; nil without sound ones.
    func listsHeading() throws(SearchError) -> KeptListsHeading? { try heading(KeptListsHeading.self, of: .lists) }

    /// True where one picture in ``changedShare`` has changed since the lists were built.
    func hasChangedMuch(since kept: KeptListsHeading) throws(SearchError) -> Bool {
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
