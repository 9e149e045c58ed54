internal import SQLite

/// The changes of one transaction.
struct Edit {
    let database: Database
    let describer: DescriberIdentity
    var fields: [String: Field] = [:]
    /// The fields whose kind nobody has declared.
    var guessed: Set<String> = []
    let revision: Int
    private var items: Int
    private(set) var nextSlot: Int
    private var hasFreeSlots: Bool
    /// False in a file of an older form, which only tests write to.
    let keepsPictures: Bool
    /// The condition of free slots.
    private let isFree: String
    /// The table of the vectors.
    let vectors: String
    /// The vectors of the built-in describer beside them.
    private(set) var builtIn: BuiltInVectors
    var isChanged = false
    /// True if removed items were added in this transaction.
    var hasRemoved = false

    /// The further home of the changes; nil where the file is all.
    let home: (any SharedHome)?
    /// The items that changed, the numbers of further pictures that they had, and the fields before, for the home.
    private(set) var touched: Set<String> = []
    private(set) var furtherBefore: [String: Int] = [:]
    private(set) var fieldsBefore: [String: Field] = [:]
    private(set) var guessedBefore: Set<String> = []

    init(
        _ database: Database, describer: DescriberIdentity, home: (any SharedHome)? = nil
    ) throws(SearchError) {
        self.home = home
        self.database = database
        self.describer = describer
        try database.demand(describer)
        vectors = try database.vectorTable()
        builtIn = try BuiltInVectors(database)
        let last = try database.integer("SELECT revision FROM state")
        items = try database.integer("SELECT items FROM state")
        guard (0..<Int.max / 2).contains(last), (0..<Int.max / 2).contains(items) else {
            throw .damaged(path: database.path, detail: "its counts cannot be")
        }
        revision = last + 1
        nextSlot = try database.slots()
        keepsPictures = try database.keepsPictures()
        isFree = keepsPictures ? "id IS NULL AND owner IS NULL" : "id IS NULL"
        hasFreeSlots = try database.first("SELECT 1 FROM items WHERE \(isFree) LIMIT 1") { _ in true } ?? false
        for field in try database.fields() { fields[field.name] = field }
        guessed = try database.guessedFields()
        if home != nil { (fieldsBefore, guessedBefore) = (fields, guessed) }
    }

    /// Writes the new revision. Without it others do not see that something changed.
    func finish() throws(SearchError) {
        guard isChanged else { return }
        if hasRemoved { try dropOldestRemoved() }
        try database.run("UPDATE state SET revision = ?, items = ?", .integer(revision), .integer(items))
    }

    /// Writes one item; returns the error if it cannot be stored. Throws when the file fails.
    mutating func put(_ stored: StoredItem) throws(SearchError) -> SearchError? {
        let item = stored.item
        guard (1...512).contains(item.id.utf8.count) else {
            return .invalidArgument("an id has 1 to 512 bytes, not \(item.id.utf8.count)")
        }
        var checked: [Fitted]
        let widening = try widening(for: item.attributes)
        do throws(SearchError) { checked = try fit(item.attributes, widening) } catch { return error }
        if let picture = stored.picture, let problem = misfit(picture) { return problem }
        if let problem = misfit(stored.pictures ?? []) { return problem }
        if let problem = home?.refusal(of: stored) { return problem }
        var before = try database.first(
            "SELECT slot, source, size, modified, hash FROM items WHERE id = ?", .text(item.id)
        ) { Head($0) }
        if before == nil, stored.picture == nil, stored.content == nil { return .itemNotFound(id: item.id) }
        for name in widening.keys.sorted() {
            if let field = fields[name], let type = widening[name] { try convert(field, to: type) }
        }

        try touch(item.id, at: before?.slot)
        let slot: Int
        if let known = before?.slot {
            slot = known
            // An unchanged value keeps the text that it was given as.
            let texts = stored.picture == nil ? try givenTexts(at: slot) : [:]
            for index in checked.indices { checked[index].keepText(texts[checked[index].field.number]) }
            try clear(slot, pictureToo: stored.picture != nil)
            if stored.picture != nil { before = nil }
        } else {
            slot = try freeSlot()
            items += 1
        }
        isChanged = true

        var attributes: [(field: Int, values: [Value])] = []
        for fitted in checked {
            attributes.append((try number(of: fitted.field), fitted.value.rows(givenAs: fitted.text)))
        }
        attributes.sort { $0.field < $1.field }
        let fingerprint = stored.fingerprint ?? before?.fingerprint
        let source = item.source ?? before?.source
        let sum = Checksum.ofItem(id: item.id, source: source, fingerprint: fingerprint, attributes: attributes)
        try database.run(
            """
            INSERT INTO items(slot, id, source, size, modified, hash, revision, picture_revision, checksum,
                picture_checksum, born) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, coalesce(?9, 0), ?7)
            ON CONFLICT(slot) DO UPDATE SET born = iif(id IS NULL, ?7, born), id = ?2, source = ?3, size = ?4,
                modified = ?5, hash = ?6, revision = ?7, picture_revision = iif(?9 IS NULL, picture_revision, ?7),
                checksum = ?8, picture_checksum = coalesce(?9, picture_checksum)
            """,
            .integer(slot), .text(item.id), .optional(source), .optional(fingerprint?.size),
            .optional(fingerprint?.modified), .optional(fingerprint?.hash), .integer(revision), .integer(sum),
            .optional(stored.picture?.checksum))
        if let picture = stored.picture { try write(picture, slot) }
        if let pictures = stored.pictures { try replacePictures(of: slot, by: pictures) }
        if let content = stored.content { try write(content, at: slot) }
        for attribute in attributes {
            try write(attribute.values, of: attribute.field, at: slot)
        }
        let strings = checked.flatMap { fitted in
            fitted.value.words.map { (fitted.field.name, fitted.field.type, $0) }
        }
        try database.index(IndexedWords(strings), at: slot)
        return nil
    }

    /// Moves an item to those that can be restored. False when there is no such item.
    mutating func remove(_ id: String) throws(SearchError) -> Bool {
        let found = try database.first("SELECT slot FROM items WHERE id = ?", .text(id)) { $0.integer(0) }
        guard let slot = found else { return false }
        try touch(id, at: slot)
        // Content has states of its own, of which one is deleted.
        if try !removeContent(at: slot) { try keepRemoved(slot, id: id) }
        try dropPictures(of: slot)
        try clear(slot, pictureToo: true)
        try free(slot)
        items -= 1
        isChanged = true
        return true
    }

    /// Makes a slot one for the next item or picture.
    mutating func free(_ slot: Int) throws(SearchError) {
        let owner = keepsPictures ? ", owner = NULL, ordinal = NULL, role = NULL" : ""
        try database.run(
            """
            UPDATE items SET id = NULL, source = NULL, size = NULL, modified = NULL, hash = NULL, revision = ?2,
                picture_revision = ?2, checksum = 0, picture_checksum = 0\(owner) WHERE slot = ?1
            """, .integer(slot), .integer(revision))
        hasFreeSlots = true
    }

    /// Sets the type of a field. Its values must fit it, unless misfits are dropped.
    mutating func define(
        _ name: String, as type: AttributeType, droppingMisfits: Bool = false
    ) throws(SearchError) {
        guard Edit.isName(name) else { throw Edit.badName(name) }
        guard let known = fields[name] else {
            _ = try number(of: Field(number: 0, name: name, type: type))
            isChanged = true
            return
        }
        if guessed.remove(name) != nil {
            try database.run("UPDATE fields SET guessed = 0 WHERE field = ?", .integer(known.number))
            isChanged = true
        }
        if known.type != type { try convert(known, to: type, droppingMisfits: droppingMisfits) }
    }

    // MARK: steps

    /// Notes that an item changes, and how many further pictures it has until then.
    private mutating func touch(_ id: String, at slot: Int?) throws(SearchError) {
        guard home != nil, touched.insert(id).inserted, let slot, keepsPictures else { return }
        let further = try database.integer("SELECT count(*) FROM items WHERE owner = ?", .integer(slot))
        if further > 0 { furtherBefore[id] = further }
    }

    /// The stored data of an item beside its attributes and its picture.
    private struct Head {
        var slot: Int
        var source: String?
        var fingerprint: Fingerprint?

        init(_ row: Statement) {
            slot = row.integer(0)
            source = row.optionalText(1)
            fingerprint = Fingerprint(row, from: 2)
        }
    }

    /// Converts values to field types, widening a field where needed. New fields get number 0.
    private func fit(
        _ attributes: [String: AttributeValue], _ widening: [String: AttributeType]
    ) throws(SearchError) -> [Fitted] {
        var fitted: [Fitted] = []
        for (name, value) in attributes {
            guard Edit.isName(name) else { throw Edit.badName(name) }
            var field = fields[name] ?? Field(number: 0, name: name, type: value.type)
            if let type = widening[name] { field.type = type }
            guard let value = Fitted(field, value, isGuessed: guessed.contains(name)) else {
                throw .wrongType(field: name, expected: field.type, value: value.written)
            }
            fitted.append(value)
        }
        return fitted.sorted { $0.field.name < $1.field.name }
    }

    func misfit(_ picture: StoredPicture) -> SearchError? {
        guard picture.vector.count == describer.dimensions,
            picture.colors.isEmpty || picture.colors.count == describer.colors
        else {
            return .invalidArgument(
                "the store wants \(describer.dimensions) values and \(describer.colors) bytes of palette a picture, "
                    + "not \(picture.vector.count) and \(picture.colors.count)")
        }
        return nil
    }

    private mutating func number(of field: Field) throws(SearchError) -> Int {
        if let known = fields[field.name] { return known.number }
        guard fields.count < 1000 else { throw .invalidArgument("a store has at most 1000 fields") }
        var field = field
        field.number = (fields.values.map(\.number).max() ?? 0) + 1
        try database.run(
            "INSERT INTO fields(field, name, type) VALUES (?, ?, ?)", .integer(field.number), .text(field.name),
            .text(field.type.rawValue))
        fields[field.name] = field
        return field.number
    }

    mutating func freeSlot() throws(SearchError) -> Int {
        if hasFreeSlots {
            // A damaged file may name slots below 0.
            let free = try database.first(
                "SELECT slot FROM items WHERE \(isFree) AND slot >= 0 ORDER BY slot LIMIT 1"
            ) { $0.integer(0) }
            if let free { return free }
            hasFreeSlots = false
        }
        defer { nextSlot += 1 }
        return nextSlot
    }

    private func clear(_ slot: Int, pictureToo: Bool) throws(SearchError) {
        try database.clearIndex(at: slot)
        try database.run(
            "DELETE FROM attributes WHERE slot = ? AND field IN (SELECT field FROM fields)", .integer(slot))
        if pictureToo { try clearPicture(slot) }
    }

    func clearPicture(_ slot: Int) throws(SearchError) {
        try database.run("DELETE FROM \(vectors) WHERE slot = ?", .integer(slot))
        try database.run("DELETE FROM colors WHERE slot = ?", .integer(slot))
        try database.run("DELETE FROM thumbnails WHERE slot = ?", .integer(slot))
        try builtIn.clear(slot)
    }

    mutating func write(_ picture: StoredPicture, _ slot: Int) throws(SearchError) {
        try database.run("INSERT INTO \(vectors) VALUES (?, ?)", .integer(slot), .signed(picture.vector))
        if !picture.colors.isEmpty {
            try database.run("INSERT INTO colors VALUES (?, ?)", .integer(slot), .blob(picture.colors))
        }
        if let thumbnail = picture.thumbnail {
            try database.run("INSERT INTO thumbnails VALUES (?, ?)", .integer(slot), .blob(thumbnail))
        }
        guard let vector = picture.builtIn, !BuiltInDescriber.isName(describer.name) else { return }
        if builtIn.head == nil {
            builtIn = try .begin(vector.describer, dimensions: vector.values.count, in: database)
        }
        try builtIn.keep(vector, at: slot, revision: revision)
    }

    private static func isName(_ name: String) -> Bool { (1...256).contains(name.utf8.count) }

    private static func badName(_ name: String) -> SearchError {
        .invalidArgument("the name of a field has 1 to 256 bytes, not \(name.utf8.count)")
    }
}
