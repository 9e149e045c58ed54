import SQLite
import SearchAPI
import VisualSearch

extension Shop {
    /// All that a store holds, in one state of it: items by its own reading, the rest by queries of the simulator.
    init(in store: CatalogStore) throws(SearchError) {
        let database = try Database(path: store.path, access: .read)
        self.init(describer: store.describer)
        var fingerprints: [String: Fingerprint] = [:]
        var places: [Int: String] = [:]
        items = try store.read { snapshot throws(SearchError) in
            var items: [String: Goods] = [:]
            try snapshot.eachItem { id, _, fingerprint in fingerprints[id] = fingerprint }
            for slot in 0..<snapshot.slots {
                guard let item = try snapshot.item(at: slot), let vector = try snapshot.vector(at: slot) else {
                    continue
                }
                let picture = StoredPicture(
                    vector: vector, colors: try snapshot.colors(at: slot) ?? [],
                    thumbnail: try snapshot.thumbnail(at: slot))
                places[slot] = item.id
                items[item.id] = Goods(
                    source: item.source, attributes: item.attributes, fingerprint: fingerprints[item.id],
                    picture: picture, further: [])
            }
            guard items.count == snapshot.count else {
                throw .damaged(path: store.path, detail: "\(items.count) items, but a count of \(snapshot.count)")
            }
            return items
        }
        try readFurther(database, places)
        try readRemoved(database)
        learned = try store.learningReport()?.items
        rules = try store.read { snapshot throws(SearchError) in
            try snapshot.ruleRecords().map { Rule(name: $0.name, record: $0.record ?? "damaged") }
        }
    }

    /// The ids with their sources.
    static func heads(in snapshot: borrowing Snapshot) throws(SearchError) -> [String: String?] {
        var heads: [String: String?] = [:]
        try snapshot.eachItem { id, source, _ in heads[id] = .some(source) }
        return heads
    }

    private mutating func readFurther(_ database: Database, _ places: [Int: String]) throws(SearchError) {
        // Each describer has the other of two tables.
        let vectors = try database.first("SELECT name FROM sqlite_schema WHERE name IN ('vectors', 'descriptors')") {
            $0.text(0)
        }
        try database.each(
            """
            SELECT owner, role, source, size, modified, items.hash, v.bytes, c.bytes, t.bytes FROM items
            LEFT JOIN \(vectors ?? "vectors") AS v USING (slot) LEFT JOIN colors AS c USING (slot)
            LEFT JOIN thumbnails AS t USING (slot) WHERE owner NOT NULL ORDER BY owner, ordinal
            """
        ) { row throws(SearchError) in
            guard let id = places[row.integer(0)] else {
                throw .damaged(path: database.path, detail: "a picture of row \(row.integer(0)), which holds no item")
            }
            items[id]?.further.append(FurtherPicture(row, from: 1))
        }
    }

    private mutating func readRemoved(_ database: Database) throws(SearchError) {
        var numbers: [Int: String] = [:]
        try database.each(
            "SELECT number, id, source, size, modified, hash, vector, colors, thumbnail FROM removed"
        ) { row in
            let first = FurtherPicture(row, from: 1)
            numbers[row.integer(0)] = row.text(1)
            removed[row.text(1)] = Goods(
                source: first.source, attributes: [:], fingerprint: first.fingerprint, picture: first.picture,
                further: [])
        }
        try database.each(
            """
            SELECT number, name, removed_attributes.type, value FROM fields
            CROSS JOIN removed_attributes USING (field) ORDER BY number, field, ordinal
            """
        ) { row in
            guard let id = numbers[row.integer(0)], let type = AttributeType(rawValue: row.text(2)) else { return }
            let name = row.text(1)
            let earlier = removed[id]?.attributes[name]
            removed[id]?.attributes[name] = .reading(row, 3, type, after: earlier)
        }
        try database.each(
            """
            SELECT number, role, source, size, modified, hash, vector, colors, thumbnail FROM removed_pictures
            ORDER BY number, ordinal
            """
        ) { row in
            if let id = numbers[row.integer(0)] { removed[id]?.further.append(FurtherPicture(row, from: 1)) }
        }
    }
}

extension FurtherPicture {
    /// Reads role (which other tables have something else in place of), source, size, time, hash, vector, palette and
    /// thumbnail.
    fileprivate init(_ row: Statement, from column: Int) {
        let fingerprint =
            row.isNull(column + 2)
            ? nil
            : Fingerprint(
                size: row.integer(column + 2), modified: row.integer(column + 3), hash: row.bytes(column + 4))
        self.init(
            StoredPicture(
                vector: row.signedBytes(column + 5), colors: row.bytes(column + 6),
                thumbnail: row.optionalBytes(column + 7)),
            role: row.optionalText(column).flatMap(PictureRole.init), source: row.optionalText(column + 1),
            fingerprint: fingerprint)
    }
}

extension AttributeValue {
    /// The value of the next row of a field, of the types that the simulator uses.
    fileprivate static func reading(
        _ row: Statement, _ column: Int, _ type: AttributeType, after earlier: AttributeValue?
    ) -> AttributeValue {
        switch type {
        case .int: return .int(row.integer(column))
        case .text: return .text(row.text(column))
        case .list:
            guard case .list(let values) = earlier else { return .list(row.isNull(column) ? [] : [row.text(column)]) }
            return .list(values + [row.text(column)])
        default: return .string(row.text(column))
        }
    }
}
