internal import Essentials
internal import SQLite

/// Joins stores into a new one without describing a picture again.
///
/// The new store has the rows that one run over all inputs would have made, in the same order where the parts note the
/// places of their items, else part after part. Removed items and what was learned stay behind.
package struct StoreMerge {
    /// The item that stays of several with the same id.
    package enum Choice: Hashable, Sendable {
        /// The one that comes first among all inputs, as in one run.
        case first
        /// The one whose file changed last.
        case newer
    }

    package struct Report: Hashable, Sendable {
        package var items = 0
        /// Items left out because another one has their id.
        package var dropped = 0
        /// Removed items of the parts that can no longer be restored.
        package var forgotten = 0
        /// Items without the vector of the built-in describer, where others have one: the vectors of the
        /// model decide on their copies. 'magpie store describe' makes them.
        package var withoutBuiltIn = 0
        package var bytes = 0
    }

    let parts: [MergePart]
    let choice: Choice?
    /// The source that an item of a part, by its index, has in the new store.
    let source: (Int, String) -> String
    /// Called now and then with the share that is done, 0…1.
    let progress: (Double) -> Void
    let cancellation: Cancellation

    /// - Parameters:
    ///   - choice: Of several items with the same id; nil refuses them.
    ///   - cancellation: Ends the merge within a moment; nothing is left of it.
    /// - Throws: `describerMismatch` or `store` for parts that do not go together.
    package init(
        _ parts: [MergePart], choice: Choice? = nil, cancellation: Cancellation = Cancellation(),
        source: @escaping (Int, String) -> String = { $1 }, progress: @escaping (Double) -> Void = { _ in }
    ) throws(SearchError) {
        self.parts = parts
        self.choice = choice
        self.cancellation = cancellation
        self.source = source
        self.progress = progress
        guard let first = parts.first, parts.count < Int(UInt16.max) else {
            throw .invalidArgument("a merge takes 1 to \(UInt16.max - 1) stores, not \(parts.count)")
        }
        for part in parts where part.describer != first.describer {
            throw .store(
                path: part.path,
                reason: "it was made by \(part.describer.summary), but \(first.path) by \(first.describer.summary); "
                    + "'magpie store describe' brings both to one")
        }
    }

    /// The language of the parts, which all that have one agree on; nil where none has.
    ///
    /// - Throws: `store` for parts of two languages.
    private func language() throws(SearchError) -> CatalogLanguage? {
        var found: (language: CatalogLanguage, part: MergePart)?
        for part in parts {
            guard let language = part.language else { continue }
            if let found, found.language != language {
                throw .store(
                    path: part.path,
                    reason: "its language is \(language.code), but that of \(found.part.path) is "
                        + "\(found.language.code); give one language to all parts")
            }
            found = (language, part)
        }
        return found?.language
    }

    /// The form of the built-in describer whose vectors the new store gets; nil where no part has any.
    var builtInForm: BuiltInVectors.Head? { parts.lazy.compactMap(\.builtIn.head).first }

    /// Writes the new store under another name, brings it to the disk and renames it, so that `target` is never half a
    /// store.
    ///
    /// - Throws: `store` where there is a file already, an id is in two parts, or a field has two types; `damaged` for
    ///   an item that differs from its checksum; `cancelled`. Then there is no new store.
    package func write(to target: String) throws(SearchError) -> Report {
        let fields = try MergedFields(parts)
        let language = try self.language()
        let losers = try MergedIDs(parts, choice).losers(cancellation)
        var report = Report()
        report.dropped = losers.reduce(0) { $0 + $1.count }
        for part in parts { report.forgotten += try part.removed() }
        try NewFile.write(target) { partial throws(SearchError) in
            // Made as every other store is; closed again, because what follows needs no log.
            do {
                let made = try CatalogStore(path: partial, describer: parts[0].describer, mode: .create)
                try made.keepDescriberRecord(ofStores: parts.map(\.path))
                if let language { try made.keep(language: language) }
                try made.note(unfinished: "a merge")
            }
            let database = try Database(path: partial, access: .write)
            try database.script(
                """
                PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                PRAGMA cache_size = -64000; PRAGMA temp_store = MEMORY
                """)
            try database.run("BEGIN")
            let writing = try MergeWriting(merge: self, fields: fields, losers: losers, database: database)
            report.items = try writing.run()
            if builtInForm != nil {
                report.withoutBuiltIn = report.items - (try BuiltInVectors(database).size().pictures)
            }
            try database.note(unfinished: nil)
            try database.run("COMMIT")
            try database.script("PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL")
            report.bytes = try database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size")
        }
        return report
    }
}

/// The fields of all parts, with their numbers in the new store: those of the first part, then new names as they come.
struct MergedFields {
    private(set) var fields: [Field] = []
    /// The fields whose type nobody has declared.
    private(set) var guessed: Set<String> = []
    /// By part, the number of each of its fields in the new store.
    private(set) var numbers: [[Int: Int]] = []

    /// - Throws: `store` where a field has two types.
    init(_ parts: [MergePart]) throws(SearchError) {
        var known: [String: (field: Field, part: MergePart)] = [:]
        var declared: Set<String> = []
        for part in parts {
            var partNumbers: [Int: Int] = [:]
            for field in part.fields {
                if let other = known[field.name], other.field.type != field.type {
                    throw .store(
                        path: part.path,
                        reason: "its field `\(field.name)` is \(field.type.rawValue), but in \(other.part.path) it is "
                            + "\(other.field.type.rawValue); give one type to all parts")
                }
                if !part.guessed.contains(field.name) { declared.insert(field.name) }
                if known[field.name] == nil {
                    var field = field
                    // As a store numbers its fields.
                    field.number = (fields.map(\.number).max() ?? 0) + 1
                    known[field.name] = (field, part)
                    fields.append(field)
                }
                partNumbers[field.number] = known[field.name]?.field.number
            }
            numbers.append(partNumbers)
        }
        guard fields.count <= 1000 else {
            throw .invalidArgument("the parts have \(fields.count) fields; a store has at most 1000")
        }
        guessed = Set(fields.map(\.name)).subtracting(declared)
    }
}

/// The ids that are in more than one part.
struct MergedIDs {
    private struct Place: Ranked {
        let id: String
        let part: Int
        let slot: Int

        init(_ row: Statement, of part: Int) { (id, self.part, slot) = (row.text(0), part, row.integer(1)) }

        /// By the bytes of the ids, as their index; of equal ids the earlier part.
        func precedes(_ other: Place) -> Bool {
            let (bytes, others) = (id.utf8, other.id.utf8)
            return bytes.lexicographicallyPrecedes(others)
                || part < other.part && !others.lexicographicallyPrecedes(bytes)
        }
    }

    private let parts: [MergePart]
    private let choice: StoreMerge.Choice?

    init(_ parts: [MergePart], _ choice: StoreMerge.Choice?) {
        self.parts = parts
        self.choice = choice
    }

    /// Returns by part the slots of the items that stay behind.
    ///
    /// - Throws: `store` with the id and both files, where no choice was made.
    func losers(_ cancellation: Cancellation) throws(SearchError) -> [Set<Int>] {
        var losers = [Set<Int>](repeating: [], count: parts.count)
        var readings: [Rows] = []
        var queue = Heap<Place>()
        for (index, part) in parts.enumerated() {
            let ids = try Rows("SELECT id, slot FROM items WHERE id NOT NULL ORDER BY id", in: part.database)
            if let row = try ids.next() { queue.insert(Place(row, of: index)) }
            readings.append(ids)
        }
        var last: Place?
        var steps = 0
        while let place = queue.popFirst() {
            steps += 1
            if steps % 4096 == 0, cancellation.isCancelled { throw .cancelled }
            if let next = try readings[place.part].next() { queue.insert(Place(next, of: place.part)) }
            guard let known = last, known.id == place.id else {
                last = place
                continue
            }
            let stays = try choose(known, place)
            let loser = stays ? place : known
            losers[loser.part].insert(loser.slot)
            last = stays ? known : place
        }
        return losers
    }

    /// Returns true if the first of two items stays.
    private func choose(_ left: Place, _ right: Place) throws(SearchError) -> Bool {
        guard let choice else {
            let files = (try parts[left.part].naming(left.slot), try parts[right.part].naming(right.slot))
            throw .store(
                path: parts[right.part].path, reason: "the id `\(left.id)` is in two parts: \(files.0) and \(files.1)")
        }
        let ages = (try parts[left.part].age(left.slot), try parts[right.part].age(right.slot))
        if choice == .newer, ages.0.modified != ages.1.modified { return ages.0.modified > ages.1.modified }
        return (ages.0.place, left.part) <= (ages.1.place, right.part)
    }
}
