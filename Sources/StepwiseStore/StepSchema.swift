/// The tables of a hierarchy.
///
/// Places are numbered from the top, each before those below it, in the order of their lists: what lies below a place
/// are the numbers up to its `last`. 0 is the whole.
enum StepSchema {
    /// "MSTP", in the header of the file.
    static let application = 0x4D53_5450
    static let version = 1

    static let tables = """
        CREATE TABLE node(
            n INTEGER PRIMARY KEY, parent INTEGER NOT NULL, place INTEGER NOT NULL, last INTEGER NOT NULL,
            id TEXT NOT NULL, level TEXT NOT NULL, label TEXT NOT NULL, reading TEXT, latitude REAL, longitude REAL,
            count INTEGER NOT NULL, children INTEGER NOT NULL, passage INTEGER NOT NULL);
        CREATE TABLE label(
            n INTEGER NOT NULL, locale TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY(n, locale)) WITHOUT ROWID;
        CREATE TABLE name(
            parent INTEGER NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY(parent, key, n)) WITHOUT ROWID;
        CREATE TABLE word(key TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY(key, n)) WITHOUT ROWID;
        """

    /// Made at the end, which is quicker.
    static let indices = """
        CREATE UNIQUE INDEX node_id ON node(parent, id);
        CREATE UNIQUE INDEX node_place ON node(parent, place);
        PRAGMA application_id = \(application);
        PRAGMA user_version = \(version);
        """

    /// The rows as they come, in a temporary file of SQLite.
    static let waiting = """
        CREATE TEMP TABLE waiting(
            parent TEXT NOT NULL, sort TEXT NOT NULL, id TEXT NOT NULL, source INTEGER NOT NULL, line INTEGER NOT NULL,
            level TEXT NOT NULL, label TEXT NOT NULL, reading TEXT, latitude REAL, longitude REAL,
            labels TEXT, names TEXT, flags INTEGER NOT NULL,
            PRIMARY KEY(parent, sort, id, source, line)) WITHOUT ROWID;
        """
}
