internal import Essentials
internal import SQLite

/// The items that were saved from a damaged store, and those that were lost.
public struct RepairReport: Hashable, Sendable {
    /// Items that are in the new store.
    public var kept = 0
    /// The losses, which could not be read and are not in the new store: items by id, or by row where that is lost too; removed items,
    /// models and modules of content by their names; what was learned.
    public var lost: [String] = []
    /// Items that were kept, but of whose attributes some are missing or changed, or whose picture lost the vector of the
    /// built-in describer, which 'magpie store describe' makes again.
    public var doubtful: [String] = []
}

extension CatalogStore {
    /// Saves every item of a damaged store that can still be read into a new one: a catalog or content, with removed items,
    /// models, modules, rules and what was learned. The new store appears under its name when it is whole.
    ///
    /// - Parameters:
    ///   - path: the damaged store. It is not changed.
    ///   - target: where the new store shall be; there must be no file yet.
    ///   - describer: what the store was made with, where the store itself does not know any more.
    /// - Throws: when `path` cannot be read as a database at all or is of a newer version, `target` cannot be written, or no
    ///   memory or no descriptor was left: what could not be read for that is not lost.
    public static func repair(
        path: String, to target: String, describer: DescriberIdentity? = nil
    ) throws(SearchError) -> RepairReport {
        if FileManager.default.fileExists(atPath: target) {
            throw .store(path: target, reason: "there is a file already; name one that is new")
        }
        defer {
            // To read without changing anything leaves an empty log behind; a connection that may remove it does.
            if FileMark(path + "-wal")?.size == 0 {
                _ = try? Database(path: path, access: .read).integer("PRAGMA schema_version")
            }
        }
        return try salvage(path, to: target, describer)
    }

    private static func salvage(
        _ path: String, to target: String, _ describer: DescriberIdentity?
    ) throws(SearchError) -> RepairReport {
        let database = try Database(path: path, access: .unchanged)
        try Opening.prepareReader(database)
        let kind = try Salvage.kind(of: database)
        // Tables of a newer version would be left out, and not named among the losses.
        do throws(SearchError) { _ = try database.form(upTo: Schema.current.version) } catch {
            guard case .damaged = error else { throw error }
        }
        let opening = Opening(path: path, describer: nil, mode: .readOnly, schema: .current)
        let known = try? opening.describer(of: database)
        guard let describer = known ?? describer else {
            if let shortage = database.shortage { throw shortage }
            throw .store(
                path: path, reason: "what it was made with cannot be read; give the describer to save the rest")
        }
        var salvage = Salvage(database: database, describer: describer)
        try NewFile.write(target) { partial throws(SearchError) in
            let fresh = try CatalogStore(
                path: partial, describer: describer, mode: .create, kind: kind, isBeingMade: true)
            try fresh.note(unfinished: "a repair")
            try salvage.run(into: fresh)
            // Without it the caller names the describer again.
            do throws(SearchError) {
                if let record = try CatalogStore.describerRecord(at: path) {
                    try fresh.keepDescriberRecord(record, of: describer.name)
                }
            } catch {
                if error.isShortage { throw error }
            }
            if let shortage = database.shortage { throw shortage }
            try fresh.note(unfinished: nil)
        }
        return salvage.report
    }
}

/// Reads row by row, so that one damaged page loses only its own rows.
private struct Salvage {
    let database: Database
    let describer: DescriberIdentity
    private(set) var report = RepairReport()
    /// The rows of further pictures by the slot of their item.
    private(set) var pictures: [Int: [PictureHead]] = [:]
    private static let batch = 500

    /// The kind of a file of which perhaps only some tables can be read.
    static func kind(of database: Database) throws(SearchError) -> FileKind {
        do throws(SearchError) { return try FileKind.demand([.catalog, .content], in: database) ?? .catalog } catch {
            guard case .damaged = error else { throw error }
            let modules = (try? database.integer("SELECT count(*) FROM modules")) ?? 0
            return modules > 0 ? .content : .catalog
        }
    }

    mutating func run(into store: CatalogStore) throws(SearchError) {
        let fields = (try? database.fields()) ?? []
        let guessed = (try? database.guessedFields()) ?? []
        let kinds = Dictionary(fields.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        try store.define(kinds.filter { !guessed.contains($0.key) })
        try store.guess(kinds.filter { guessed.contains($0.key) })
        try saveRemoved(into: store)
        let models = records("models", try? database.models())
        if !models.isEmpty { try store.define(models: models) }
        let modules = records("modules", try? database.modules())
        if !modules.isEmpty { try store.define(modules: modules) }
        try saveRules(into: store)
        if let language = try? database.language() { try store.keep(language: language) }
        findPictures()
        var batch: [StoredItem] = []
        // Once: while the rows are read, another process may add some.
        for slot in 0..<slots {
            if let item = read(slot) { batch.append(item) }
            if batch.count == Salvage.batch { try save(&batch, into: store) }
        }
        try save(&batch, into: store)
        try savePart(into: store)
        try saveLearned(into: store)
        // An import that was not noted begins anew, which changes nothing.
        let imports = (try? database.imports()) ?? []
        try store.note(imports: imports)
        report.kept = try store.read { snapshot in snapshot.count }
    }

    private mutating func saveRules(into store: CatalogStore) throws(SearchError) {
        guard let found = try? database.ruleRecords() else { return report.lost.append("all rules") }
        for (name, record) in found where record == nil { report.lost.append("rule \(name)") }
        let sound = found.compactMap { name, record in record.map { (name: name, record: $0) } }
        if !sound.isEmpty { try store.keep(rules: sound, replacingAll: true, limit: .max) }
    }

    private mutating func saveLearned(into store: CatalogStore) throws(SearchError) {
        if try !store.takeOver(learnedIn: database) {
            report.lost.append("what was learned, which 'magpie store learn' learns again")
        }
    }

    /// The records that can be read, of those by name.
    private mutating func records(_ table: String, _ found: [String: String?]?) -> [String: String] {
        guard let found else {
            report.lost.append("all \(table)")
            return [:]
        }
        for (name, record) in found.sorted(by: { $0.key < $1.key }) where record == nil {
            report.lost.append("\(table == "models" ? "model" : "module") \(name)")
        }
        return found.compactMapValues(\.self)
    }

    /// The part of a run in shards. One that has lost items is not complete.
    private func savePart(into store: CatalogStore) throws(SearchError) {
        guard let part = (try? database.part()) ?? nil else { return }
        try store.begin(part)
        var places: [(id: String, place: Int)] = []
        try? database.each("SELECT id, place FROM places JOIN items USING (slot) WHERE id NOT NULL") {
            places.append(($0.text(0), $0.integer(1)))
        }
        try store.note(places: places)
        if let list = part.list, report.lost.isEmpty { try store.endPart(list: list) }
    }

    private mutating func save(_ batch: inout [StoredItem], into store: CatalogStore) throws(SearchError) {
        for (item, problem) in zip(batch, try store.upsert(batch)) where problem != nil {
            report.lost.append(item.item.id)
        }
        batch = []
    }

    /// Removed items come first: an item that takes their id later is the newer one.
    private mutating func saveRemoved(into store: CatalogStore) throws(SearchError) {
        let reading = RemovedReading(database: database)
        guard (try? reading.hasTable()) == true else { return }
        var ids: [String] = []
        do throws(SearchError) {
            try database.each("SELECT id FROM removed ORDER BY number") { ids.append($0.text(0)) }
        } catch {
            report.lost.append("removed items")
        }
        for start in stride(from: 0, to: ids.count, by: Salvage.batch) {
            var batch: [StoredItem] = []
            for id in ids[start..<min(start + Salvage.batch, ids.count)] {
                if let found = try? reading.item(id), found.isSound {
                    batch.append(found.item)
                } else {
                    report.lost.append("removed item \(id)")
                }
            }
            _ = try store.upsert(batch)
            _ = try store.remove(batch.map(\.item.id))
        }
    }

    /// The number of slots: the largest of any table, at most as many as fit into the file.
    private var slots: Int {
        let tables = ["items", (try? database.vectorTable()) ?? "vectors", "colors"]
        let ends = tables.compactMap { try? database.integer("SELECT max(-1, coalesce(max(slot), -1)) + 1 FROM \($0)") }
        let bytes =
            ((try? database.integer("PRAGMA page_count")) ?? 0) * ((try? database.integer("PRAGMA page_size")) ?? 0)
        return min(ends.max() ?? .max, bytes / 8)
    }

    private mutating func read(_ slot: Int) -> StoredItem? {
        // Further pictures were found before, without the index of their items, which may be damaged.
        let reading = ItemReading(database: database, readsPictures: false)
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
        let content = content(at: slot)
        let found: StoredPicture?? = try? reading.picture(at: slot)
        var picture = (found ?? nil).flatMap { $0.checksum == head.picture ? $0 : nil }
        let builtIn = builtIn(at: slot)
        picture?.builtIn = builtIn.found
        // Content may be without a picture, but not without what it says.
        guard picture != nil || content.found != nil, content.found != nil || !content.isExpected else {
            report.lost.append(id)
            return nil
        }
        let item = try? reading.item(at: slot)
        let isWhole = item != nil && (try? reading.checksum(at: slot)) == head.checksum
        let hasLostPicture = picture == nil ? head.picture != 0 : builtIn.isLost
        if !isWhole || hasLostPicture { report.doubtful.append(id) }
        var stored = StoredItem(
            item ?? Item(id: id), picture: picture, fingerprint: (try? reading.fingerprint(at: slot)) ?? nil)
        stored.pictures = furtherPictures(of: slot, id)
        stored.content = content.found
        return stored
    }

    /// The vector of the built-in describer, and whether there is one that cannot be read.
    private func builtIn(at slot: Int) -> (found: BuiltInVector?, isLost: Bool) {
        guard (try? database.hasTable("built_in")) == true else { return (nil, false) }
        do throws(SearchError) {
            let vectors = try BuiltInVectors(database)
            if let found = try vectors.vector(at: slot, onlyIfSound: true) { return (found, false) }
            let isThere = try vectors.hasRow(at: slot)
            return (nil, isThere || vectors.head == nil)
        } catch {
            return (nil, true)
        }
    }

    /// Finds the further pictures row by row: the index of their items may be damaged.
    private mutating func findPictures() {
        guard (try? database.keepsPictures()) == true else { return }
        let reading = ItemReading(database: database)
        for slot in 0..<slots {
            // A row that cannot be read is counted as lost when the items are read.
            guard let head = (try? reading.pictureHead(at: slot)) ?? nil else { continue }
            pictures[head.owner, default: []].append(head)
        }
        for owner in pictures.keys { pictures[owner]?.sort { $0.ordinal < $1.ordinal } }
    }

    /// The further pictures of an item that can be read; one that cannot makes the item doubtful.
    private mutating func furtherPictures(of owner: Int, _ id: String) -> [FurtherPicture] {
        let reading = ItemReading(database: database)
        var found: [FurtherPicture] = []
        var isWhole = true
        for (index, head) in (pictures[owner] ?? []).enumerated() {
            let stored: StoredPicture?? = try? reading.picture(at: head.slot)
            if head.ordinal != index + Edit.firstOrdinal || head.checksum != head.expectedChecksum { isWhole = false }
            guard let picture = stored ?? nil, picture.checksum == head.pictureChecksum,
                found.count < Item.pictureLimit - 1
            else {
                isWhole = false
                continue
            }
            found.append(
                FurtherPicture(picture, role: head.told.role, source: head.source, fingerprint: head.fingerprint))
        }
        if !isWhole, report.doubtful.last != id { report.doubtful.append(id) }
        return found
    }

    /// The content that the slot names, and whether it names any.
    private func content(at slot: Int) -> (found: StoredContent?, isExpected: Bool) {
        do throws(SearchError) {
            let isThere = try database.content(at: slot, onlyIfSound: false) != nil
            return (try database.content(at: slot), isThere)
        } catch {
            return (nil, (try? database.hasTable("content")) ?? true)
        }
    }
}
