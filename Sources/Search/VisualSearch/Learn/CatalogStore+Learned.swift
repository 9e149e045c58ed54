internal import Essentials
internal import SQLite

/// The stored form of a learned space, beside its map.
private struct LearnedRecord: Codable {
    var field: String
    var types: [String]
    var words: WordRecord?
    /// Missing in records from before types were guessed.
    var curve: GuessCurve?
    var report: LearningReport
}

extension SharedLearning {
    fileprivate init(_ record: LearnedRecord, map: Data?) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(record) else { preconditionFailure("the figures are finite numbers") }
        self.init(record: String(decoding: data, as: UTF8.self), map: map)
    }

    fileprivate init(_ space: LearnedSpace) {
        let record = LearnedRecord(
            field: space.field, types: space.types.sorted(), words: space.words.map(WordRecord.init),
            curve: space.curve, report: space.report)
        self.init(record, map: space.map.map { Data($0.bytes) })
    }
}

extension CatalogStore {
    /// Keeps a learned space, in place of an earlier one.
    ///
    /// - Parameters:
    ///   - types: Those that it was learned from, which every search needs. None by default: they are then read from the
    ///     items.
    ///   - exemplars: The vectors of their exemplars in this space.
    func save(
        _ space: LearnedSpace, types: TypeTable? = nil, exemplars: VectorsBySlot = VectorsBySlot()
    ) throws(SearchError) {
        let learning = SharedLearning(space)
        var changes = SharedChanges()
        changes.learned = learning
        try write(changes) { database throws(SearchError) in
            // The pictures may have been described anew since it was learned from them.
            try database.demand(describer)
            // A new revision, by which other readers notice it.
            try database.run("UPDATE state SET revision = revision + 1")
            try database.keep(learning, revision: space.report.revision)
            if let types {
                try types.keep(exemplars, learned: space.report.revision, in: database)
            } else {
                try database.forget(.types)
            }
        }
    }

    /// Takes over what another store has learned from the same items.
    func takeOver(learnedIn other: CatalogStore) throws(SearchError) {
        if let space = try other.learned() { try takeOver(space) }
    }

    /// Takes over what a file has learned that may be damaged. False where it has learned something that cannot be read,
    /// also for a shortage: the database keeps that one, and a repair ends with it.
    func takeOver(learnedIn damaged: Database) throws(SearchError) -> Bool {
        var space: LearnedSpace?
        do throws(SearchError) {
            if try damaged.learnedRevision() == nil { return true }
            space = try damaged.learned(dimensions: describer.dimensions)
        } catch {}
        guard let space else { return false }
        try takeOver(space)
        return true
    }

    /// Takes over what was learned from the same items.
    private func takeOver(_ space: LearnedSpace) throws(SearchError) {
        let learning = SharedLearning(space)
        var changes = SharedChanges()
        changes.learned = learning
        try write(changes) { database throws(SearchError) in
            try database.demand(describer)
            try database.takeIn(learning)
        }
        try keepTypes()
    }

    /// Keeps the types anew where so many items have changed since that reading these takes longer than the rest of a
    /// search.
    ///
    /// - Parameter few: Up to so many are always read from the items; otherwise one in 64.
    func renewTypes(few: Int = 4096) throws(SearchError) {
        let isDue = try read { snapshot throws(SearchError) in
            guard let revision = try KeptTypes.revision(in: snapshot) else { return false }
            return try snapshot.hasChanges(moreThan: max(few, snapshot.slots / 64), since: revision)
        }
        if isDue { try keepTypes() }
    }

    /// Keeps the types of the present items beside what the store has learned, in place of those of former ones.
    func keepTypes() throws(SearchError) {
        let known = try read { snapshot throws(SearchError) -> (LearnedSpace, TypeTable, VectorsBySlot)? in
            guard let space = try snapshot.learned(), let types = try TypeTable([space.field], in: snapshot) else {
                return nil
            }
            return (space, types, try TypeExemplars.vectors(of: types, in: space, snapshot))
        }
        try write { database throws(SearchError) in
            try database.demand(describer)
            guard let (space, types, exemplars) = known else { return try database.forget(.types) }
            try types.keep(exemplars, learned: space.report.revision, in: database)
        }
    }

    /// The learned space; nil where nothing was learned yet.
    func learned() throws(SearchError) -> LearnedSpace? {
        try read { snapshot throws(SearchError) in try snapshot.learned() }
    }

    /// The figures of what the store has learned; nil where it has not learned yet.
    public func learningReport() throws(SearchError) -> LearningReport? { try learned()?.report }
}

extension Snapshot {
    /// The revision that the learned space is of; nil where nothing was learned.
    func learnedRevision() throws(SearchError) -> Int? { try database.learnedRevision() }

    /// The learned space. Nil where nothing was learned, and where it is damaged: searches do without it.
    func learned() throws(SearchError) -> LearnedSpace? {
        try database.learned(dimensions: store.describer.dimensions)
    }

    /// The slots that changed since the store learned, or all where it has not learned yet.
    func changesSinceLearning(upTo limit: Int) throws(SearchError) -> Int {
        guard let learned = try learnedRevision() else { return count }
        return try database.integer(
            "SELECT count(*) FROM (SELECT 1 FROM items WHERE revision > ? LIMIT ?)", .integer(learned),
            .integer(limit))
    }
}

extension Database {
    /// Keeps what another store has learned, as learned from the present state of this one. Does nothing with a form that
    /// only a later version reads: searches then do without it.
    func takeIn(_ learning: SharedLearning) throws(SearchError) {
        guard var record = try? JSONDecoder().decode(LearnedRecord.self, from: Data(learning.record.utf8)) else {
            return
        }
        try run("UPDATE state SET revision = revision + 1")
        record.report.revision = try integer("SELECT revision FROM state")
        try keep(SharedLearning(record, map: learning.map), revision: record.report.revision)
    }

    fileprivate func keep(_ learning: SharedLearning, revision: Int) throws(SearchError) {
        let map = learning.map.map { [UInt8]($0) }
        try run(
            "INSERT OR REPLACE INTO learned(one, revision, record, map, checksum) VALUES (1, ?, ?, ?, ?)",
            [
                .integer(revision), .text(learning.record), .optional(map),
                .integer(Database.checksum(record: learning.record, map: map)),
            ])
    }

    fileprivate static func checksum(record: String, map: [UInt8]?) -> Int {
        var sum = Checksum()
        sum.add(record)
        sum.add(optional: map)
        return sum.value
    }

    func learnedRevision() throws(SearchError) -> Int? {
        // Files of older forms, opened for reading, have no place for it.
        guard try integer("PRAGMA user_version") >= 5 else { return nil }
        return try first("SELECT revision FROM learned") { $0.integer(0) }
    }

    func learned(dimensions: Int) throws(SearchError) -> LearnedSpace? {
        guard try learnedRevision() != nil else { return nil }
        let row = try first("SELECT record, map, checksum FROM learned") {
            ($0.text(0), $0.optionalBytes(1), $0.integer(2))
        }
        guard let row, row.2 == Database.checksum(record: row.0, map: row.1),
            let record = try? JSONDecoder().decode(LearnedRecord.self, from: Data(row.0.utf8))
        else { return nil }
        var map: LearnedMap?
        if let bytes = row.1 {
            map = LearnedMap(bytes: bytes, dimensions: dimensions)
            if map == nil { return nil }
        }
        var space = LearnedSpace(
            field: record.field, types: Set(record.types), map: map, curve: record.curve, report: record.report)
        if let words = record.words {
            space.words = words.space(dimensions: dimensions)
            if space.words == nil { return nil }
        }
        return space
    }
}
