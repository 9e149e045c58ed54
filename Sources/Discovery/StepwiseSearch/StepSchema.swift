internal import SQLite

/// The tables of a hierarchy.
///
/// Places are numbered from the top, each before those below it, in the order of their lists: what lies below a place
/// are the numbers up to its `last`. 0 is the whole. A name stands below the parent of its place, and where that is a passage, below the
/// parent of the passage, too; unless it is a number, also below ``StepNames/anywhere``. `words` is the last place at or
/// below its own that has a name other than a number.
enum StepSchema {
    /// "MSTP", in the header of the file.
    static let application = FileKind.steps.applicationID
    static let version = 2
    /// A name, or a beginning of names, that more places than these have is looked up in the file, place by place.
    static let sharedNames = 128

    static let tables = """
        CREATE TABLE node(
            n INTEGER PRIMARY KEY, parent INTEGER NOT NULL, place INTEGER NOT NULL, last INTEGER NOT NULL,
            id TEXT NOT NULL, level TEXT NOT NULL, label TEXT NOT NULL, reading TEXT, latitude REAL, longitude REAL,
            count INTEGER NOT NULL, children INTEGER NOT NULL, passage INTEGER NOT NULL);
        CREATE TABLE label(
            n INTEGER NOT NULL, locale TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY(n, locale)) WITHOUT ROWID;
        CREATE TABLE name(
            below INTEGER NOT NULL, key TEXT NOT NULL, depth INTEGER NOT NULL, n INTEGER NOT NULL,
            words INTEGER NOT NULL, PRIMARY KEY(below, key, depth, n)) WITHOUT ROWID;
        CREATE TABLE beginning(
            below INTEGER NOT NULL, key TEXT NOT NULL, depth INTEGER NOT NULL, n INTEGER NOT NULL,
            words INTEGER NOT NULL, PRIMARY KEY(below, key, depth, n)) WITHOUT ROWID;
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
        CREATE TEMP TABLE position(id TEXT PRIMARY KEY, latitude REAL NOT NULL, longitude REAL NOT NULL) WITHOUT ROWID;
        CREATE TEMP TABLE shared(below INTEGER NOT NULL, key TEXT NOT NULL, PRIMARY KEY(below, key)) WITHOUT ROWID;
        """

    /// The places with many names below them.
    static let sharedBelow =
        "INSERT INTO temp.shared SELECT below, '' FROM name GROUP BY below HAVING count(*) > \(sharedNames)"
    /// The beginnings of `?1` letters that many names have, among those that begin as a shorter one.
    static let sharedLonger = """
        INSERT INTO temp.shared SELECT name.below, substr(name.key, 1, ?1) FROM temp.shared AS shorter CROSS JOIN name
        ON name.below = shorter.below AND name.key > shorter.key AND name.key < shorter.key || char(1114111)
        WHERE length(shorter.key) = ?1 - 1 AND length(name.key) > ?1
        GROUP BY 1, 2 HAVING count(*) > \(sharedNames)
        """
    static let beginnings = """
        INSERT OR IGNORE INTO beginning SELECT name.below, shared.key, depth, n, words FROM temp.shared CROSS JOIN name
        ON name.below = shared.below AND name.key > shared.key AND name.key < shared.key || char(1114111)
        WHERE shared.key <> ''
        """
}
