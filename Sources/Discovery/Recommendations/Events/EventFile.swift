package import SQLite

/// The SQLite file beside a store that holds the events of trackers, the counts of visits and the consents.
package enum EventFile {
    /// The tables, one script for each version of the form.
    package static let steps = [events, visits + consents, impressions, searches]
    /// The version from which a file has counts.
    static let countsVersion = 2

    private static let events = """
        CREATE TABLE events(
            id INTEGER PRIMARY KEY AUTOINCREMENT, received INTEGER NOT NULL, action TEXT NOT NULL,
            user TEXT, session TEXT, query TEXT, item TEXT, position INTEGER, value REAL, time INTEGER,
            members TEXT NOT NULL);
        """

    /// Items shown to people, apart from their actions, so that a flood of the one never pushes out the other. Those
    /// that an older version has kept stay among the events.
    private static let impressions = """
        CREATE TABLE impressions(
            id INTEGER PRIMARY KEY AUTOINCREMENT, received INTEGER NOT NULL, action TEXT NOT NULL,
            user TEXT, session TEXT, query TEXT, item TEXT, position INTEGER, value REAL, time INTEGER,
            members TEXT NOT NULL);
        """

    /// The answered searches, without whoever searched. `shown` has the items, see ``ShownItems``; `rules` is a list in
    /// JSON, NULL without a rule. `search_log` has one row: the searches that could not be kept.
    private static let searches = """
        CREATE TABLE searches(
            id INTEGER PRIMARY KEY AUTOINCREMENT, received INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
            words TEXT, page INTEGER NOT NULL, total INTEGER NOT NULL, found INTEGER NOT NULL, rules TEXT,
            shown BLOB NOT NULL);
        CREATE TABLE search_log(dropped INTEGER NOT NULL);
        INSERT INTO search_log VALUES (0);
        """

    /// `counting` has one row: the last event that was counted, a number that grows with every change of the counts,
    /// the number of commands that forgot someone, and the touches that a full visit could not take.
    private static let visits = """
        CREATE TABLE people(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE);
        CREATE TABLE items(
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, visits INTEGER NOT NULL,
            strength REAL NOT NULL, squares REAL NOT NULL, buyers INTEGER NOT NULL, bought REAL NOT NULL);
        CREATE INDEX items_by_strength ON items(strength);
        CREATE TABLE visits(
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT, began INTEGER NOT NULL, latest INTEGER NOT NULL,
            touches BLOB NOT NULL);
        CREATE INDEX visits_by_key ON visits(key, latest);
        CREATE INDEX visits_by_time ON visits(latest);
        CREATE TABLE visited(
            item INTEGER NOT NULL, visit INTEGER NOT NULL, bought INTEGER NOT NULL, PRIMARY KEY(item, visit)
        ) WITHOUT ROWID;
        CREATE INDEX visited_and_bought ON visited(item, visit) WHERE bought = 1;
        CREATE TABLE visitors(
            person INTEGER NOT NULL, visit INTEGER NOT NULL, PRIMARY KEY(person, visit)) WITHOUT ROWID;
        CREATE TABLE counting(
            event INTEGER NOT NULL, revision INTEGER NOT NULL, forgotten INTEGER NOT NULL, cut INTEGER NOT NULL);
        INSERT INTO counting VALUES (0, 0, 0, 0);
        """

    private static let consents = """
        CREATE TABLE categories(
            id TEXT PRIMARY KEY, legitimate INTEGER NOT NULL, definition TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE consents(
            id INTEGER PRIMARY KEY AUTOINCREMENT, customer TEXT NOT NULL, category TEXT NOT NULL,
            given INTEGER NOT NULL, message TEXT, source TEXT, time REAL NOT NULL, until REAL);
        CREATE INDEX consents_by_customer ON consents(customer, category, time);
        """

    /// The tables of a file that hold events; the second one is missing in a file of an older version.
    package static func tables(_ database: Database) throws(SearchError) -> [String] {
        try has("impressions", database) ? ["events", "impressions"] : ["events"]
    }

    /// False for a table that a file of an older version lacks.
    static func has(_ table: String, _ database: Database) throws(SearchError) -> Bool {
        try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = ?", .text(table)) > 0
    }

    /// Opens the file for writing, makes it where it does not exist, and brings an older form up to date.
    ///
    /// - Parameter isDurable: What is written outlives a failure of the power, with all that was written before. Default
    ///   false: it outlives the process at any moment, and the last of it may be lost when the power fails.
    package static func open(_ path: String, isDurable: Bool = false) throws(SearchError) -> Database {
        let database = try Database.sideFile(path, kind: .events, steps: steps)
        try database.script("PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
        return database
    }

    /// Bytes of the file that are in use.
    static func bytes(_ database: Database) throws(SearchError) -> Int {
        let pages = try database.integer("PRAGMA page_count") - database.integer("PRAGMA freelist_count")
        return try pages * database.integer("PRAGMA page_size")
    }
}
