internal import Imaging
internal import SQLite

/// The columns that searches have used so far, in memory. Each is brought up to date when it is used again.
final class ColumnCache: Sendable {
    private struct Key: Hashable {
        var field: Int
        var type: AttributeType
        var form: Column.Form
    }

    private typealias Kept = (value: Column, revision: Int)

    /// A column has a lock of its own, so that loading one does not block searches that use another. Not a cache for one
    /// revision: a column follows the changes since its own.
    private typealias Entry = Locked<Kept?>

    private let columns = Locked<[Key: Entry]>([:])
    private let fields = RevisionValue<[String: Field]>()
    private let live = RevisionValue<Bitmap>()
    /// The colors that pictures show.
    let pictureColors = PictureColorCache()

    /// The bytes of the columns. Does not wait for those that are being loaded, which do not count.
    var bytes: Int {
        columns.withLock { Array($0.values) }.reduce(pictureColors.bytes) {
            $0 + ($1.withLockIfAvailable { $0?.value.bytes ?? 0 } ?? 0)
        }
    }

    /// The fields as they are in the snapshot.
    func fields(of snapshot: borrowing Snapshot) throws(SearchError) -> [String: Field] {
        try fields.value(at: snapshot.revision) { () throws(SearchError) in
            Dictionary(try snapshot.database.fields().map { ($0.name, $0) }) { $1 }
        }
    }

    /// The slots that hold an item.
    func live(in snapshot: borrowing Snapshot) throws(SearchError) -> Bitmap {
        try live.value(at: snapshot.revision) { () throws(SearchError) in
            let empty = try snapshot.database.slots("SELECT slot FROM items WHERE id IS NULL", below: snapshot.slots)
            return Bitmap(size: snapshot.slots, filled: true).subtracting(empty)
        }
    }

    /// Returns the column of a field as it is in the snapshot. Other searches that use it wait while it is loaded,
    /// rather than load it too.
    func column(_ field: Field, _ form: Column.Form, in snapshot: borrowing Snapshot) throws(SearchError) -> Column {
        let key = Key(field: field.number, type: field.type, form: field.type == .text ? form : .whole)
        let (store, database) = (snapshot.store, snapshot.database)
        let (revision, slots) = (snapshot.revision, snapshot.slots)
        let entry = columns.withLock { columns in
            let entry = columns[key] ?? Entry(nil)
            columns[key] = entry
            return entry
        }
        return try entry.withLock { kept throws(SearchError) in
            if let kept, kept.revision == revision { return kept.value }
            // Removed from the entry, so that the values have one owner and change in place; after an error they are
            // loaded anew.
            if let known = kept?.revision, known < revision, var former = kept.take() {
                try ColumnCache.catchUp(&former, key, store, database, revision, slots)
                kept = former
                return former.value
            }
            let column = try ColumnCache.load(key, store, database, revision, slots)
            // If another search has a newer revision already, this one alone uses its older state.
            if kept == nil { kept = (column, revision) }
            return column
        }
    }

    private static func catchUp(
        _ kept: inout Kept, _ key: Key, _ store: CatalogStore, _ database: Database, _ revision: Int,
        _ slots: Int
    ) throws(SearchError) {
        var changed: [Int] = []
        try database.each("SELECT slot FROM items WHERE revision > ?", .integer(kept.revision)) {
            if $0.integer(0) >= 0, $0.integer(0) < slots { changed.append($0.integer(0)) }
        }
        // A server that runs for weeks must not keep every string that any item ever had.
        if changed.count > slots / 8 || kept.value.isMostlyLeftovers {
            kept.value = try read(key, store, database, revision, slots)
        } else {
            try kept.value.update { values throws(SearchError) in
                values.resize(to: slots)
                for slot in changed {
                    values.clear(slot)
                    try database.each(
                        "SELECT value FROM attributes WHERE field = ? AND slot = ? ORDER BY ordinal",
                        .integer(key.field), .integer(slot)
                    ) { values.read($0, column: 0, slot: slot) }
                }
            }
        }
        kept.revision = revision
    }

    /// Loads a column: that of the types, where the store keeps it, and otherwise from the attributes.
    private static func load(
        _ key: Key, _ store: CatalogStore, _ database: Database, _ revision: Int, _ slots: Int
    ) throws(SearchError) -> Column {
        if key.form == .whole,
            let types = try KeptTypes.column(of: key.field, key.type, in: database, revision: revision, slots: slots)
        {
            var kept: Kept = (.strings(types.column), types.revision)
            try catchUp(&kept, key, store, database, revision, slots)
            return kept.value
        }
        return try read(key, store, database, revision, slots)
    }

    /// Reads the column of a large store on several connections at once.
    private static func read(
        _ key: Key, _ store: CatalogStore, _ database: Database, _ revision: Int, _ slots: Int
    ) throws(SearchError) -> Column {
        let ranges = RowTable.ranges(slots, count: min(Batch.usableCores, slots / slotsOfPart, 8))
        let parts =
            ranges.count < 2
            ? nil
            : try store.readParts(ranges.count, at: revision) { index, other throws(SearchError) in
                try read(key, other.database, ranges[index].clamped(to: 0..<slots))
            }
        guard var column = parts?.first, let parts else { return try read(key, database, 0..<slots) }
        for part in parts.dropFirst() { column.append(part) }
        return column
    }

    /// A part of so many slots is worth a connection of its own.
    private static let slotsOfPart = 50_000

    /// Reads the slots of a range, which are the first ones of the column.
    private static func read(_ key: Key, _ database: Database, _ range: Range<Int>) throws(SearchError) -> Column {
        var column = Column(type: key.type, form: key.form)
        try column.update { values throws(SearchError) in
            values.resize(to: range.count)
            // A damaged file may name slots that do not exist, and rows out of their order.
            try database.each(
                "SELECT slot, value FROM attributes WHERE field = ? AND slot >= ? AND slot < ? ORDER BY slot, ordinal",
                .integer(key.field), .integer(range.lowerBound), .integer(range.upperBound)
            ) { row in
                let slot = row.integer(0)
                if range.contains(slot) { values.read(row, column: 1, slot: slot - range.lowerBound) }
            }
        }
        return column
    }
}
