internal import SQLite

/// The tables of a store, as the steps from an empty file to the present form.
///
/// The number of steps that a file has gone through is its `user_version`. A step never changes once it was released;
/// a new form is a new step.
struct Schema {
    let steps: [String]
    /// Files from this form on can be read as they are: later steps matter only to writers.
    let readable: Int

    static let current = Schema(
        steps: [first, guessed, removals, stems, learned, models, content, lists, types, folded, densities, pictures],
        readable: 1)
    /// "Mgpi": distinguishes our files from other SQLite databases.
    static let applicationID = FileKind.catalog.applicationID

    var version: Int { steps.count }

    /// - Parameter readable: The oldest form that can be read as it is. Default only the newest.
    init(steps: [String], readable: Int? = nil) {
        self.steps = steps
        self.readable = readable ?? steps.count
    }

    /// Brings a file that is at `version` to the present form. Runs inside a transaction.
    func migrate(_ database: Database, from version: Int) throws(SearchError) {
        for step in steps[version...] { try database.script(step) }
        if indexesWords(from: version) { try database.fillIndex() }
        try database.script("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(self.version)")
    }

    /// Returns true if a file at `version` gets a new index of words.
    func indexesWords(from version: Int) -> Bool { steps[version...].contains(Schema.folded) }

    /// A slot is the row number of the arrays in memory. A removed item leaves its row behind, with no id and a new
    /// revision, by which other readers notice the removal. The next new item takes the slot.
    private static let first = """
        CREATE TABLE state(
            one INTEGER PRIMARY KEY CHECK (one = 1),
            describer TEXT NOT NULL, dimensions INTEGER NOT NULL, colors INTEGER NOT NULL, checksum INTEGER NOT NULL,
            revision INTEGER NOT NULL, items INTEGER NOT NULL);
        CREATE TABLE items(
            slot INTEGER PRIMARY KEY, id TEXT UNIQUE, source TEXT,
            size INTEGER, modified INTEGER, hash BLOB,
            revision INTEGER NOT NULL, picture_revision INTEGER NOT NULL,
            checksum INTEGER NOT NULL, picture_checksum INTEGER NOT NULL);
        CREATE INDEX items_by_source ON items(source) WHERE source IS NOT NULL;
        CREATE INDEX items_by_revision ON items(revision);
        CREATE INDEX free_slots ON items(slot) WHERE id IS NULL;
        CREATE TABLE vectors(slot INTEGER PRIMARY KEY REFERENCES items, bytes BLOB NOT NULL);
        CREATE TABLE colors(slot INTEGER PRIMARY KEY REFERENCES items, bytes BLOB NOT NULL);
        CREATE TABLE fine(slot INTEGER PRIMARY KEY REFERENCES items, bytes BLOB NOT NULL);
        CREATE TABLE thumbnails(slot INTEGER PRIMARY KEY REFERENCES items, bytes BLOB NOT NULL);
        CREATE TABLE fields(field INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, type TEXT NOT NULL);
        CREATE TABLE attributes(
            field INTEGER NOT NULL REFERENCES fields, slot INTEGER NOT NULL REFERENCES items,
            ordinal INTEGER NOT NULL, value, PRIMARY KEY(field, slot, ordinal)) WITHOUT ROWID;
        CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
        CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
        """

    /// Fields whose type nobody has declared may become wider. In older files it is unknown which were declared.
    private static let guessed = "ALTER TABLE fields ADD COLUMN guessed INTEGER NOT NULL DEFAULT 0"

    /// Removed items move to tables of their own, so that no query on items can find one. `born` is the revision in
    /// which an item took its slot: it distinguishes a changed item from another one in the same slot.
    private static let removals = """
        ALTER TABLE items ADD COLUMN born INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE removed(
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, time INTEGER NOT NULL, source TEXT,
            size INTEGER, modified INTEGER, hash BLOB, checksum INTEGER NOT NULL, picture_checksum INTEGER NOT NULL,
            vector BLOB, colors BLOB, fine BLOB, thumbnail BLOB);
        CREATE TABLE removed_attributes(
            number INTEGER NOT NULL REFERENCES removed, field INTEGER NOT NULL REFERENCES fields, ordinal INTEGER NOT NULL,
            type TEXT NOT NULL, value, PRIMARY KEY(number, field, ordinal)) WITHOUT ROWID;
        """

    /// Two indexes of words, the second one by stems, of the same texts with a column for each weight.
    static let stems = """
        DROP TABLE vocabulary;
        DROP TABLE words;
        CREATE TABLE texts(
            slot INTEGER PRIMARY KEY REFERENCES items,
            names TEXT NOT NULL, kinds TEXT NOT NULL, tags TEXT NOT NULL, prose TEXT NOT NULL);
        CREATE VIRTUAL TABLE words USING fts5(
            names, kinds, tags, prose, content = 'texts', content_rowid = 'slot',
            tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
        CREATE VIRTUAL TABLE stems USING fts5(
            names, kinds, tags, prose, content = 'texts', content_rowid = 'slot',
            tokenize = 'porter unicode61 remove_diacritics 2');
        CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
        """

    /// The outcome of learning from the catalog, one row or none.
    private static let learned = """
        CREATE TABLE learned(
            one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL, record TEXT NOT NULL, map BLOB,
            checksum INTEGER NOT NULL);
        """

    /// The models of recommendations by name, as JSON.
    private static let models = """
        CREATE TABLE models(name TEXT PRIMARY KEY, record TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
        """

    /// The whole of items that are content, as JSON, of which the attributes are only what filters, orders and words
    /// need; the modules that they belong to; the files whose import has begun.
    private static let content = """
        CREATE TABLE content(
            slot INTEGER PRIMARY KEY REFERENCES items, head TEXT NOT NULL, content TEXT NOT NULL,
            checksum INTEGER NOT NULL);
        CREATE TABLE modules(name TEXT PRIMARY KEY, record TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE imports(file TEXT PRIMARY KEY, mark TEXT NOT NULL, rows INTEGER NOT NULL) WITHOUT ROWID;
        """

    /// The lists of codes of a large catalog, as ``Lists`` has them, in portions of a few megabytes; the heading, as JSON,
    /// is part -1.
    private static let lists = """
        CREATE TABLE lists(
            part INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, hash BLOB NOT NULL,
            PRIMARY KEY(part, number));
        """

    /// The same indexes, cut and folded as ``WordTokens`` says. Filled from the attributes after the last step.
    static let folded = """
        DROP TABLE vocabulary;
        DROP TABLE words;
        DROP TABLE stems;
        DELETE FROM texts;
        CREATE VIRTUAL TABLE words USING fts5(
            names, kinds, tags, prose, content = 'texts', content_rowid = 'slot',
            tokenize = '\(Database.tokenizer)', prefix = '2 3');
        CREATE VIRTUAL TABLE stems USING fts5(
            names, kinds, tags, prose, content = 'texts', content_rowid = 'slot',
            tokenize = 'porter \(Database.tokenizer)');
        CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
        """

    /// The densities of the items by slot, as ``ItemDensities`` has them, in the same form.
    private static let densities = """
        CREATE TABLE densities(
            part INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, hash BLOB NOT NULL,
            PRIMARY KEY(part, number));
        """

    /// The pictures of an item beside its first one. Each has a slot and a row of items of its own, without an id, so that
    /// whatever reads items passes over it; `owner` is the slot of the item.
    static let pictures = """
        ALTER TABLE items ADD COLUMN owner INTEGER REFERENCES items;
        ALTER TABLE items ADD COLUMN ordinal INTEGER;
        ALTER TABLE items ADD COLUMN role TEXT;
        CREATE INDEX items_by_owner ON items(owner, ordinal) WHERE owner NOT NULL;
        DROP INDEX free_slots;
        CREATE INDEX free_slots ON items(slot) WHERE id IS NULL AND owner IS NULL;
        CREATE TABLE removed_pictures(
            picture INTEGER PRIMARY KEY, number INTEGER NOT NULL REFERENCES removed, ordinal INTEGER NOT NULL, role TEXT,
            source TEXT, size INTEGER, modified INTEGER, hash BLOB, checksum INTEGER NOT NULL,
            picture_checksum INTEGER NOT NULL, vector BLOB, colors BLOB, thumbnail BLOB);
        CREATE INDEX removed_pictures_by_number ON removed_pictures(number, ordinal);
        """

    /// The types of the items by slot, as ``KeptTypes`` has them, in the same form.
    private static let types = """
        CREATE TABLE types(
            part INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, hash BLOB NOT NULL,
            PRIMARY KEY(part, number));
        """
}
