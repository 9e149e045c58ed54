internal import SQLite

/// One state of a store, for the time of ``CatalogStore/read(_:)``. Slots mean the same items throughout.
package struct Snapshot: ~Copyable {
    let store: CatalogStore
    let database: Database
    /// Grows with every write to the file, by any process.
    package let revision: Int
    /// The number of items.
    package let count: Int
    /// All slots are below it; some may be empty.
    package let slots: Int
    /// Slots whose items are left out of filters and searches, because memory does not hold them yet.
    private(set) var hidden: Bitmap?
    /// True where some item has several pictures; without one, no read of an item looks for them.
    let hasPictures: Bool
    /// The revision of what is made from this state; nil where it has less than the store at its revision, so that
    /// nothing that is made from it may be kept for others.
    package let completeRevision: Int?

    /// The same state as memory has it: without the newest items, or without what the store has learned last.
    ///
    /// - Parameter hidden: The slots to leave out; nil leaves out none.
    init(incomplete other: borrowing Snapshot, hiding hidden: Bitmap?) {
        store = other.store
        database = other.database
        revision = other.revision
        count = other.count
        slots = other.slots
        hasPictures = other.hasPictures
        self.hidden = hidden
        completeRevision = nil
    }

    init(store: CatalogStore, database: Database) throws(SearchError) {
        let state = try database.first("SELECT revision, items, checksum FROM state") {
            ($0.integer(0), $0.integer(1), $0.integer(2))
        }
        guard let state else { throw .damaged(path: store.path, detail: "its state is missing") }
        let slots = try database.slots()
        guard state.0 >= 0, (0...slots).contains(state.1) else {
            throw .damaged(path: store.path, detail: "its counts cannot be")
        }
        guard state.2 == store.describerSum else { throw .describedAnew(store.path) }
        let hasPictures = try database.hasPictures()
        self.store = store
        self.database = database
        (revision, count, _) = state
        completeRevision = state.0
        self.hasPictures = hasPictures
        self.slots = slots
    }

    /// The fields of the store and their kinds.
    package func fields() throws(SearchError) -> [String: AttributeType] {
        try store.columns.fields(of: self).mapValues(\.type)
    }

    /// The fields whose kind was only guessed from the first values. The store has to be open for writing.
    package func guessedFields() throws(SearchError) -> Set<String> { try database.guessedFields() }

    /// The slot of an item; nil where there is no such item.
    package func slot(of id: String) throws(SearchError) -> Int? {
        try database.first("SELECT slot FROM items WHERE id = ? AND slot >= 0", .text(id)) { $0.integer(0) }
    }

    /// Returns the item with this id; nil for an unknown id.
    package func item(_ id: String) throws(SearchError) -> Item? {
        guard let slot = try slot(of: id) else { return nil }
        return try item(at: slot)
    }

    /// The item in a slot, with all its attributes, or nil where the slot is empty.
    package func item(at slot: Int) throws(SearchError) -> Item? {
        try ItemReading(database: database, readsPictures: hasPictures).item(at: slot)
    }

    /// The item in a slot, without its attributes, or nil where the slot is empty.
    func head(at slot: Int) throws(SearchError) -> Item? { try ItemReading(database: database).head(at: slot) }

    /// The id in a slot.
    package func id(at slot: Int) throws(SearchError) -> String? {
        try database.first("SELECT id FROM items WHERE slot = ? AND id NOT NULL", .integer(slot)) { $0.text(0) }
    }

    /// Calls `body` with all items in the order of their slots: id, source, fingerprint.
    package func eachItem(
        _ body: (String, String?, Fingerprint?) throws(SearchError) -> Void
    ) throws(SearchError) {
        try database.each(
            "SELECT id, source, size, modified, hash FROM items WHERE id NOT NULL ORDER BY slot"
        ) { row throws(SearchError) in
            try body(row.text(0), row.optionalText(1), Fingerprint(row, from: 2))
        }
    }

    /// Returns true if more than `limit` slots changed since the store was at `revision`.
    func hasChanges(moreThan limit: Int, since revision: Int) throws(SearchError) -> Bool {
        try database.integer(
            "SELECT count(*) FROM (SELECT 1 FROM items WHERE revision > ? LIMIT ?)", .integer(revision),
            .integer(limit + 1)) > limit
    }

    /// The slots that hold another item than when the store was at `revision`.
    func newcomers(since revision: Int) throws(SearchError) -> Bitmap {
        // Files of older forms, opened for reading, do not distinguish a new item from one with a new picture.
        let birth = try database.integer("PRAGMA user_version") < 3 ? "picture_revision" : "born"
        return try database.slots(
            "SELECT slot FROM items WHERE revision > ?1 AND \(birth) > ?1", .integer(revision), below: slots)
    }

    /// The slots that changed since the store was at `revision`, in no particular order. From 0 on: all.
    package func changes(since revision: Int) throws(SearchError) -> [SlotChange] {
        var changes: [SlotChange] = []
        let isFree = try database.keepsPictures() ? "id IS NULL AND owner IS NULL" : "id IS NULL"
        try database.each(
            "SELECT slot, \(isFree), picture_revision > ?1 FROM items WHERE revision > ?1", .integer(revision)
        ) { row in
            let slot = row.integer(0)
            guard slot >= 0, slot < slots else { return }
            let kind: SlotChange.Kind =
                row.integer(1) != 0 ? .removed : row.integer(2) != 0 ? .picture : .attributes
            changes.append(SlotChange(slot: slot, kind: kind))
        }
        return changes
    }
}

extension Fingerprint {
    init?(_ row: Statement, from column: Int) {
        guard !row.isNull(column), !row.isNull(column + 1) else { return nil }
        self.init(size: row.integer(column), modified: row.integer(column + 1), hash: row.bytes(column + 2))
    }
}
