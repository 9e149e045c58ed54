internal import Foundation
internal import WireFormat

/// Counts, fields and sizes of a store.
public struct StoreInfo: Hashable, Sendable {
    /// The path of the file.
    public var path: String
    /// The describer that the store was made with.
    public var describer: DescriberIdentity
    /// Items that searches find.
    public var items: Int
    /// Removed items that can be restored.
    public var removed: Int
    /// Kinds by name.
    public var fields: [String: AttributeType]
    /// Items with a thumbnail.
    public var thumbnails: Int
    /// Of the file, without what is still in its log.
    public var bytes: Int
    /// The number of the last write.
    public var revision: Int
}

extension CatalogStore {
    /// Counts, fields and sizes of the store, in one state of it.
    public func info() throws(SearchError) -> StoreInfo {
        try read { snapshot throws(SearchError) in
            StoreInfo(
                path: path, describer: describer, items: snapshot.count,
                removed: try RemovedReading(database: snapshot.database).count(), fields: try snapshot.fields(),
                thumbnails: try snapshot.database.integer("SELECT count(*) FROM thumbnails"),
                bytes: try snapshot.database.integer("PRAGMA page_count")
                    * snapshot.database.integer("PRAGMA page_size"),
                revision: snapshot.revision)
        }
    }

    /// Drops removed items for good, gives their space back to the disk, and orders the rest. Needs as much free disk
    /// as the store is large. Slots stay.
    ///
    /// - Returns: bytes before and after, and how many removed items can no longer be restored.
    public func compact() throws(SearchError) -> (before: Int, after: Int, dropped: Int) {
        let before = try info().bytes
        let dropped = try write { database throws(SearchError) in
            try database.run("DELETE FROM removed_attributes")
            try database.run("DELETE FROM removed")
            return database.changes
        }
        // The vectors of removed items may be among the witnesses.
        try keepTypes()
        // VACUUM cannot run inside a transaction.
        try outsideTransaction { database throws(SearchError) in
            for table in ["words", "stems"] {
                try database.script("INSERT INTO \(table)(\(table)) VALUES ('optimize')")
            }
            try database.script("VACUUM")
            try database.script("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        return (before, try info().bytes, dropped)
    }

    /// Writes all items as JSON lines, in the order of their slots: `{"attributes":{…},"id":…,"source":…}`.
    ///
    /// - Parameter line: gets each line, without a line break. Attributes only, no pictures.
    public func export(_ line: (String) throws(SearchError) -> Void) throws(SearchError) {
        try read { snapshot throws(SearchError) in
            for slot in 0..<snapshot.slots {
                guard let item = try snapshot.item(at: slot) else { continue }
                var members: [String: JSONValue] = [
                    "id": .string(item.id), "attributes": .object(item.attributes.mapValues { JSONValue($0) }),
                ]
                if let source = item.source { members["source"] = .string(source) }
                try line(JSONValue.object(members).encodedText)
            }
        }
    }
}

/// The items that were saved from a damaged store, and those that were lost.
public struct RepairReport: Hashable, Sendable {
    /// Items that are in the new store.
    public var kept = 0
    /// Items whose picture could not be read; they are not in the new store. By id, or by row where that is lost too.
    public var lost: [String] = []
    /// Items that were kept, but of whose attributes some are missing or changed.
    public var doubtful: [String] = []
}

extension CatalogStore {
    /// Saves every item of a damaged store that can still be read into a new one.
    ///
    /// - Parameters:
    ///   - path: the damaged store. It is not changed.
    ///   - target: where the new store shall be; there must be no file yet.
    ///   - describer: what the store was made with, where the store itself does not know any more.
    /// - Throws: when `path` cannot be read as a database at all, or `target` cannot be written.
    public static func repair(
        path: String, to target: String, describer: DescriberIdentity? = nil
    ) throws(SearchError) -> RepairReport {
        if FileManager.default.fileExists(atPath: target) {
            throw .store(path: target, reason: "there is a file already; name one that is new")
        }
        let database = try Database(path: path, access: .read)
        try Opening.prepareReader(database)
        let opening = Opening(path: path, describer: nil, mode: .readOnly, schema: .current)
        let known = try? opening.describer(of: database)
        guard let describer = known ?? describer else {
            throw .store(
                path: path, reason: "what it was made with cannot be read; give the describer to save the rest")
        }
        let fresh = try CatalogStore(path: target, describer: describer, mode: .create)
        var salvage = Salvage(database: database, describer: describer)
        try salvage.run(into: fresh)
        return salvage.report
    }
}

/// Reads row by row, so that one damaged page loses only its own rows.
private struct Salvage {
    let database: Database
    let describer: DescriberIdentity
    private(set) var report = RepairReport()
    private static let batch = 500

    init(database: Database, describer: DescriberIdentity) {
        self.database = database
        self.describer = describer
    }

    mutating func run(into store: CatalogStore) throws(SearchError) {
        let fields = (try? database.fields()) ?? []
        let guessed = (try? database.guessedFields()) ?? []
        let kinds = Dictionary(fields.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        try store.define(kinds.filter { !guessed.contains($0.key) })
        try store.guess(kinds.filter { guessed.contains($0.key) })
        try saveRemoved(into: store)
        let models = ((try? database.models()) ?? [:]).compactMapValues(\.self)
        if !models.isEmpty { try store.define(models: models) }
        var batch: [StoredItem] = []
        // Once: while the rows are read, another process may add some.
        for slot in 0..<slots {
            if let item = read(slot) { batch.append(item) }
            if batch.count == Salvage.batch { try save(&batch, into: store) }
        }
        try save(&batch, into: store)
        report.kept = try store.read { snapshot in snapshot.count }
    }

    private mutating func save(_ batch: inout [StoredItem], into store: CatalogStore) throws(SearchError) {
        for (item, problem) in zip(batch, try store.upsert(batch)) where problem != nil {
            report.lost.append(item.item.id)
        }
        batch = []
    }

    /// Removed items come first: an item that takes their id later is the newer one.
    private func saveRemoved(into store: CatalogStore) throws(SearchError) {
        let reading = RemovedReading(database: database)
        guard (try? reading.hasTable()) == true else { return }
        var ids: [String] = []
        try? database.each("SELECT id FROM removed ORDER BY number") { ids.append($0.text(0)) }
        for start in stride(from: 0, to: ids.count, by: Salvage.batch) {
            var batch: [StoredItem] = []
            for id in ids[start..<min(start + Salvage.batch, ids.count)] {
                if let found = try? reading.item(id), found.isSound { batch.append(found.item) }
            }
            _ = try store.upsert(batch)
            _ = try store.remove(batch.map(\.item.id))
        }
    }

    /// The number of slots: the largest of any table, at most as many as fit into the file.
    private var slots: Int {
        let tables = ["items", "vectors", "colors"]
        let ends = tables.compactMap { try? database.integer("SELECT max(-1, coalesce(max(slot), -1)) + 1 FROM \($0)") }
        let bytes =
            ((try? database.integer("PRAGMA page_count")) ?? 0) * ((try? database.integer("PRAGMA page_size")) ?? 0)
        return min(ends.max() ?? .max, bytes / 8)
    }

    private mutating func read(_ slot: Int) -> StoredItem? {
        let reading = ItemReading(database: database)
        let head: (id: String?, checksum: Int, picture: Int)?
        do throws(SearchError) {
            head = try database.first(
                "SELECT id, checksum, picture_checksum FROM items WHERE slot = ?", .integer(slot)
            ) { ($0.optionalText(0), $0.integer(1), $0.integer(2)) }
        } catch {
            report.lost.append("row \(slot)")
            return nil
        }
        guard let head, let id = head.id else { return nil }
        let found: StoredPicture?? = try? reading.picture(at: slot)
        guard let picture = found ?? nil, picture.checksum == head.picture else {
            report.lost.append(id)
            return nil
        }
        if (try? reading.checksum(at: slot)) != head.checksum { report.doubtful.append(id) }
        let item = (try? reading.item(at: slot)) ?? Item(id: id)
        return StoredItem(item, picture: picture, fingerprint: (try? reading.fingerprint(at: slot)) ?? nil)
    }
}
