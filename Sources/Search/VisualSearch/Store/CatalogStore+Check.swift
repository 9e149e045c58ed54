internal import SQLite

extension CatalogStore {
    /// Opens a store for ``check()`` and changes nothing in it: for writing, which the index of words needs to be
    /// compared, only where that is allowed and the file is of the present form.
    package static func openedForCheck(path: String) throws(SearchError) -> CatalogStore {
        let reader = try CatalogStore(path: path, mode: .readOnly, kind: nil)
        let form = try reader.read { snapshot throws(SearchError) in
            try snapshot.database.integer("PRAGMA user_version")
        }
        guard form == Schema.current.version else { return reader }
        do throws(SearchError) { return try CatalogStore(path: path, kind: nil) } catch {
            if error.isShortage { throw error }
            return reader
        }
    }

    /// Reads everything and names what is wrong, one sentence each; empty for a sound store.
    ///
    /// Covers SQLite's own structure, references, the index of words, the checksum of every item and picture, and the
    /// counts. Nobody can write meanwhile. A store that is opened for reading only cannot have its index of words
    /// compared with the words.
    public func check() throws(SearchError) -> [String] {
        var findings: [String] = []
        do throws(SearchError) {
            if mode == .readOnly {
                try read { snapshot throws(SearchError) in
                    var check = StoreCheck(database: snapshot.database, describer: describer, mayWrite: false)
                    findings = try check.run()
                }
            } else {
                findings = try write { database throws(SearchError) in
                    var check = StoreCheck(database: database, describer: describer, mayWrite: true)
                    return try check.run()
                }
            }
        } catch {
            // In a damaged file, even the begin or end of a transaction may fail.
            guard case .damaged(_, let detail) = error else { throw error }
            if findings.isEmpty { findings = ["structure: \(detail)"] }
        }
        return findings
    }
}

/// The parts of ``CatalogStore/check()``. A part that cannot be read is itself a finding.
struct StoreCheck {
    let database: Database
    let describer: DescriberIdentity
    let mayWrite: Bool
    private(set) var findings: [String] = []
    private static let limit = 100

    /// - Throws: The shortage where no memory or no descriptor was left, which is no finding.
    mutating func run() throws(SearchError) -> [String] {
        database.forgetShortage()
        part("structure") { check throws(SearchError) in
            try check.database.each("PRAGMA integrity_check(\(StoreCheck.limit))") { row in
                if row.text(0) != "ok" { check.add("structure: \(row.text(0))") }
            }
        }
        part("references") { check throws(SearchError) in
            try check.database.each("PRAGMA foreign_key_check") { row in
                check.add("references: row \(row.integer(1)) of \(row.text(0)) belongs to nothing")
            }
        }
        part("fields") { check throws(SearchError) in _ = try check.database.fields() }
        part("items") { check throws(SearchError) in try check.checkItems() }
        part("pictures") { check throws(SearchError) in try check.checkPictures() }
        part("counts") { check throws(SearchError) in try check.checkCounts() }
        part("removed items") { check throws(SearchError) in try check.checkRemoved() }
        part("learned") { check throws(SearchError) in try check.checkLearned() }
        part("new vectors") { check throws(SearchError) in try check.checkNewVectors() }
        part("built-in vectors") { check throws(SearchError) in try check.checkBuiltIn() }
        part("lists") { check throws(SearchError) in
            if try !check.database.areSound(.lists) {
                check.add("lists: the lists of the vectors are damaged; searches do without them")
            }
        }
        part("types") { check throws(SearchError) in
            if try !check.database.areSound(.types) {
                check.add("types: the table of the items' types is damaged; searches read those of the items")
            }
        }
        part("densities") { check throws(SearchError) in
            if try !check.database.areSound(.densities) {
                check.add("densities: the densities of the items are damaged; searches estimate them")
            }
        }
        part("models") { check throws(SearchError) in
            for (name, record) in try check.database.models() where record == nil {
                check.add("models: the definition of `\(name)` is damaged; define it again")
            }
        }
        part("rules") { check throws(SearchError) in
            for (name, record) in try check.database.ruleRecords() where record == nil {
                check.add("rules: the rule `\(name)` is damaged; import it again")
            }
        }
        part("language") { check throws(SearchError) in
            if let code = try check.database.languageCode(), CatalogLanguage(rawValue: code) == nil {
                check.add("language: the language `\(code)` is unknown to this version; keep another one")
            }
        }
        part("content") { check throws(SearchError) in
            for (name, record) in try check.database.modules() where record == nil {
                check.add("content: the module `\(name)` is damaged; define it again")
            }
        }
        part("words") { check throws(SearchError) in
            guard check.mayWrite else { return }
            try check.database.script(
                """
                INSERT INTO words(words, rank) VALUES ('integrity-check', 1);
                INSERT INTO stems(stems, rank) VALUES ('integrity-check', 1)
                """)
        }
        if let shortage = database.shortage { throw shortage }
        return findings
    }

    private mutating func add(_ finding: String) {
        if findings.count < StoreCheck.limit { findings.append(finding) }
    }

    private mutating func part(_ name: String, _ body: (inout StoreCheck) throws(SearchError) -> Void) {
        do throws(SearchError) {
            try body(&self)
        } catch {
            switch error {
            case .store(_, let reason), .damaged(_, let reason): add("\(name): \(reason)")
            default: add("\(name): \(error)")
            }
        }
    }

    private mutating func checkItems() throws(SearchError) {
        let reading = ItemReading(database: database)
        // A file of an older form, opened for reading, has its words otherwise.
        let hasStems = try database.hasStems()
        try database.each(
            "SELECT slot, id, checksum, picture_checksum FROM items WHERE id NOT NULL ORDER BY slot"
        ) { row throws(SearchError) in
            let (slot, id) = (row.integer(0), row.text(1))
            if try reading.checksum(at: slot) != row.integer(2) {
                add("items: the attributes of `\(id)` (row \(slot)) are damaged")
            }
            let isContent = try database.content(at: slot, onlyIfSound: false) != nil
            if isContent, try database.content(at: slot) == nil {
                add("content: the values of `\(id)` (row \(slot)) are damaged")
            }
            if let picture = try reading.picture(at: slot) {
                if !fits(picture) || picture.checksum != row.integer(3) {
                    add("items: the picture of `\(id)` (row \(slot)) is damaged")
                }
            } else if !isContent || row.integer(3) != 0 {
                add("items: the picture of `\(id)` (row \(slot)) is missing")
            }
            if hasStems, try reading.words(at: slot) != reading.indexedWords(at: slot) {
                add("words: those of `\(id)` (row \(slot)) are not what its attributes say")
            }
        }
    }

    private func fits(_ picture: StoredPicture) -> Bool {
        picture.vector.count == describer.dimensions
            && (picture.colors.isEmpty || picture.colors.count == describer.colors)
    }

    /// The pictures of items beside their first ones.
    private mutating func checkPictures() throws(SearchError) {
        guard try database.keepsPictures() else { return }
        let reading = ItemReading(database: database)
        var last = (owner: -1, ordinal: 0)
        try database.each(
            "SELECT \(PictureHead.columns) FROM items WHERE owner NOT NULL ORDER BY owner, ordinal"
        ) { row throws(SearchError) in
            let head = PictureHead(row)
            guard let id = try reading.head(at: head.owner)?.id else {
                return add("pictures: that of row \(head.slot) belongs to no item")
            }
            let name = "picture \(head.ordinal) of `\(id)` (row \(head.slot))"
            let expected = last.owner == head.owner ? last.ordinal + 1 : Edit.firstOrdinal
            if head.ordinal != expected { add("pictures: one before \(name) is missing") }
            last = (head.owner, head.ordinal)
            guard let picture = try reading.picture(at: head.slot) else {
                return add("pictures: \(name) is missing")
            }
            let isSound = head.checksum == head.expectedChecksum && head.pictureChecksum == picture.checksum
            if !isSound || !fits(picture) { add("pictures: \(name) is damaged") }
        }
    }

    private mutating func checkRemoved() throws(SearchError) {
        let reading = RemovedReading(database: database)
        guard try reading.hasTable() else { return }
        try database.each("SELECT id FROM removed ORDER BY number") { row throws(SearchError) in
            let id = row.text(0)
            if try reading.item(id)?.isSound != true { add("removed items: the copy of `\(id)` is damaged") }
        }
        let strays = try database.integer(
            "SELECT count(*) FROM removed_attributes WHERE number NOT IN (SELECT number FROM removed)")
        if strays > 0 { add("removed items: \(strays) rows of attributes belong to none") }
        guard try database.keepsPictures() else { return }
        let lost = try database.integer(
            "SELECT count(*) FROM removed_pictures WHERE number NOT IN (SELECT number FROM removed)")
        if lost > 0 { add("removed items: \(lost) pictures belong to none") }
    }

    private mutating func checkLearned() throws(SearchError) {
        if try database.learnedRevision() != nil, try database.learned(dimensions: describer.dimensions) == nil {
            add("learned: what was learned from the types is damaged; learn again")
        }
    }

    private mutating func checkNewVectors() throws(SearchError) {
        let damaged = try PendingVectors(database).damaged()
        if damaged > 0 {
            add("new vectors: \(damaged) of them are damaged; 'magpie store describe' makes them again")
        }
    }

    private mutating func checkBuiltIn() throws(SearchError) {
        guard try database.hasTable("built_in") else { return }
        let vectors = try BuiltInVectors(database)
        if vectors.head == nil {
            add("built-in vectors: what made them cannot be read; 'magpie store describe' makes them again")
        }
        let damaged = try vectors.damaged()
        if damaged > 0 {
            add("built-in vectors: \(damaged) of them are damaged; 'magpie store describe' makes them again")
        }
    }

    private mutating func checkCounts() throws(SearchError) {
        let counted = try database.integer("SELECT count(*) FROM items WHERE id NOT NULL")
        let recorded = try database.integer("SELECT items FROM state")
        if counted != recorded { add("counts: there are \(counted) items, the store says \(recorded)") }
        let ofPictures = try database.keepsPictures() ? "id NOT NULL OR owner NOT NULL" : "id NOT NULL"
        for table in [try database.vectorTable(), "colors", "fine", "thumbnails", "attributes"] {
            let used = table == "attributes" ? "id NOT NULL" : ofPictures
            let strays = try database.integer(
                "SELECT count(*) FROM \(table) WHERE slot NOT IN (SELECT slot FROM items WHERE \(used))")
            if strays > 0 { add("counts: \(strays) rows of \(table) belong to no item") }
        }
        let strays = try database.integer(
            "SELECT count(*) FROM words WHERE rowid NOT IN (SELECT slot FROM items WHERE id NOT NULL)")
        if strays > 0 { add("counts: \(strays) rows of words belong to no item") }
    }
}
