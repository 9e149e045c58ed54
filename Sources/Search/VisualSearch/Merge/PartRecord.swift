internal import Essentials
internal import SQLite

/// The part of a run in shards that a store holds.
package struct PartRecord: Hashable, Codable, Sendable {
    /// The number of the part, from 0.
    package var index: Int
    /// The number of all parts.
    package var count: Int
    /// The facts that all parts of a run share, by name: options, the catalog, the version.
    package var options: [String: String]
    /// The mark of the list of all inputs, by which another list is noticed; nil before the run has ended.
    package var list: String?

    package init(index: Int, count: Int, options: [String: String]) {
        self.index = index
        self.count = count
        self.options = options
    }
}

// Part stores have two tables more than others: `part`, one row of JSON, and `places`, the place of each item among all
// inputs, by which a merge brings the items of all parts into the order of one run.
extension CatalogStore {
    /// Notes that the run of a part begins; until ``endPart(list:)`` the part counts as incomplete.
    package func begin(_ part: PartRecord) throws(SearchError) {
        var part = part
        part.list = nil
        try write { database throws(SearchError) in
            try database.script(
                """
                CREATE TABLE IF NOT EXISTS part(one INTEGER PRIMARY KEY CHECK (one = 1), record TEXT NOT NULL);
                CREATE TABLE IF NOT EXISTS places(slot INTEGER PRIMARY KEY REFERENCES items, place INTEGER NOT NULL)
                """)
            try database.note(part)
        }
    }

    /// Notes the places of items among all inputs; an id without an item is passed over.
    package func note(places: [(id: String, place: Int)]) throws(SearchError) {
        try write { database throws(SearchError) in
            for (id, place) in places {
                try database.run(
                    "INSERT OR REPLACE INTO places SELECT slot, ? FROM items WHERE id = ?", .integer(place), .text(id))
            }
        }
    }

    /// Notes that all inputs of the part are in.
    package func endPart(list: String) throws(SearchError) {
        try write { database throws(SearchError) in
            guard var part = try database.part() else { return }
            part.list = list
            try database.note(part)
        }
    }

    /// The part that the store holds; nil for a store of its own.
    package func part() throws(SearchError) -> PartRecord? {
        try read { snapshot throws(SearchError) in try snapshot.database.part() }
    }
}

extension Database {
    fileprivate func note(_ part: PartRecord) throws(SearchError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(part) else { preconditionFailure("texts and numbers are JSON") }
        try run("INSERT OR REPLACE INTO part VALUES (1, ?)", .text(String(decoding: data, as: UTF8.self)))
    }

    func hasPlaces() throws(SearchError) -> Bool {
        try first("SELECT 1 FROM sqlite_schema WHERE name = 'places'") { _ in true } != nil
    }

    func part() throws(SearchError) -> PartRecord? {
        guard try first("SELECT 1 FROM sqlite_schema WHERE name = 'part'", body: { _ in true }) != nil,
            let text = try first("SELECT record FROM part", body: { $0.text(0) })
        else { return nil }
        guard let part = try? JSONDecoder().decode(PartRecord.self, from: Data(text.utf8)), part.count > 0,
            (0..<part.count).contains(part.index)
        else { throw .damaged(path: path, detail: "the record of its part cannot be read") }
        return part
    }
}
