internal import Essentials
internal import SQLite

/// The word index and the vocabulary of a store, kept between searches.
final class WordCache: Sendable {
    private let index = RevisionValue<WordIndex>()
    private let found = WordIndex.Found()
    private let silent = RevisionValue<Bitmap>()
    /// The values that typed phrases may mean.
    let phrases = RevisionValue<PhraseCatalog>()
    /// The slots of some items that say words, by the expression that finds them.
    let phraseSlots = RevisionCache<String, [Int]>(bytes: 8 << 20)
    /// The language by the words of the store, or the one that was kept.
    let language = RevisionValue<StoreLanguage>()
    private let told = Locked<CatalogLanguage?>(nil)
    private let ofLanguage = Locked<StoreWords?>(nil)
    /// The words that misspelled ones may stand for, by the word.
    private let corrections = RevisionCache<String, [Vocabulary.Candidate]>(bytes: 1 << 20)
    /// Follows the changes since its revision; those who need it while it is read wait, and nobody else.
    private let vocabulary = Locked<(value: Vocabulary, revision: Int)?>(nil)
    private typealias KeptTitles = (value: Titles, revision: Int, read: ContinuousClock.Instant, cost: Duration)

    private let titles = Locked<KeptTitles?>(nil)
    private let readingTitles = Lock()
    /// Titles that are read this quickly are read anew after each change, others at most for a fiftieth of the time.
    private static let quick = Duration.milliseconds(20)

    /// Follows the changes since its revision, as the vocabulary does.
    private let meanings = Locked<ItemMeanings?>(nil)
    private let readingMeanings = Lock()

    /// Held while the vocabulary is read: those who need the same wait for it, and nobody else.
    private let reading = Lock()

    /// The bytes of the vocabulary, the titles, the meanings, and of what words and phrases found.
    var bytes: Int {
        let (words, titles, meanings) = (
            vocabulary.withLock { $0?.value }, titles.withLock { $0?.value }, meanings.withLock { $0 }
        )
        return (words?.bytes ?? 0) + (titles?.bytes ?? 0) + (meanings?.bytes ?? 0) + found.bytes + phraseSlots.bytes
    }

    /// The language of the settings of this process, which counts before that of the store; nil for none.
    var toldLanguage: CatalogLanguage? {
        get { told.withLock { $0 } }
        set { told.withLock { $0 = newValue } }
    }

    /// Returns the stop words and the forms of a language.
    func storeWords(_ language: CatalogLanguage) -> StoreWords {
        if let known = ofLanguage.withLock({ $0 }), known.language == language { return known }
        let words = StoreWords.of(language)
        ofLanguage.withLock { $0 = words }
        return words
    }

    /// Returns the tables for looking up words.
    func index(in snapshot: borrowing Snapshot) throws(SearchError) -> WordIndex {
        let (revision, slots) = (snapshot.revision, snapshot.slots)
        let words = try snapshot.storeWords()
        return try index.value(at: revision) { () throws(SearchError) in
            let stems = try snapshot.database.hasStems() ? "stems" : "words"
            let items = try snapshot.database.integer("SELECT count(*) FROM \(stems)_docsize")
            return WordIndex(
                stems: stems, items: items, slots: slots, revision: revision, words: words, found: found)
        }
    }

    /// Returns the slots without any text that tells what the picture shows; slots without an item are among them.
    func silent(in snapshot: borrowing Snapshot) throws(SearchError) -> Bitmap {
        let (database, slots) = (snapshot.database, snapshot.slots)
        return try silent.value(at: snapshot.revision) { () throws(SearchError) in
            var silent = Bitmap(size: slots, filled: true)
            let table = try database.hasStems() ? "stems" : "words"
            silent.subtract(try database.slots("SELECT id FROM \(table)_docsize", below: slots))
            silent.formUnion(try snapshot.namedByFilesAlone())
            return silent
        }
    }

    /// Returns all words of the store, and perhaps some of removed items. Loaded with the first misspelled word; later
    /// calls load only the changes since.
    func vocabulary(of snapshot: borrowing Snapshot) throws(SearchError) -> Vocabulary {
        try vocabulary(of: snapshot.slots, at: snapshot.revision, snapshot.database)
    }

    /// Returns the likeliest words of the store that a word may stand for, kept until the next change: a phrase and the
    /// words of the same text ask for them.
    func near(
        _ word: String, slots: Int, at revision: Int, _ database: Database
    ) throws(SearchError) -> [Vocabulary.Candidate] {
        try corrections.value(
            for: word, at: revision, cost: { $0.reduce(word.utf8.count + 64) { $0 + $1.word.utf8.count + 40 } },
            make: { () throws(SearchError) in try vocabulary(of: slots, at: revision, database).near([word])[0] })
    }

    private func vocabulary(
        of slots: Int, at revision: Int, _ database: Database
    ) throws(SearchError) -> Vocabulary {
        if let kept = vocabulary.withLock({ $0 }), kept.revision >= revision { return kept.value }
        return try reading.withLock { () throws(SearchError) in
            let known = vocabulary.withLock { $0 }
            if let known, known.revision >= revision { return known.value }
            var value: Vocabulary?
            if let known {
                value = try WordCache.caughtUp(known.value, since: known.revision, slots, database)
            }
            let current = if let value { value } else { try WordCache.allWords(database) }
            vocabulary.withLock { $0 = (current, revision) }
            return current
        }
    }

    /// Returns what the texts of the items mean, by these vectors: always the same ones for one store. Read with the first
    /// query that needs it; later calls read only the changes since.
    func meanings(_ vectors: WordVectors, of snapshot: borrowing Snapshot) throws(SearchError) -> ItemMeanings {
        let revision = snapshot.revision
        func known() -> ItemMeanings? { meanings.withLock { $0.flatMap { $0.revision >= revision ? $0 : nil } } }
        if let value = known() { return value }
        return try readingMeanings.withLock { () throws(SearchError) in
            if let value = known() { return value }
            let followed = try meanings.withLock { $0 }?.caughtUp(to: snapshot)
            let value = if let followed { followed } else { try ItemMeanings(vectors, of: snapshot) }
            meanings.withLock { $0 = value }
            return value
        }
    }

    /// Returns the titles of the store, which in large ones may be some seconds old.
    func titles(of snapshot: borrowing Snapshot) throws(SearchError) -> Titles {
        let (database, revision) = (snapshot.database, snapshot.revision)
        func known() -> Titles? {
            guard let kept = titles.withLock({ $0 }) else { return nil }
            let isFresh = kept.revision >= revision
            let isRecent = kept.cost > WordCache.quick && .now - kept.read < kept.cost * 50
            return isFresh || isRecent ? kept.value : nil
        }
        if let value = known() { return value }
        return try readingTitles.withLock { () throws(SearchError) in
            if let value = known() { return value }
            let start = ContinuousClock.now
            var texts: [String: Int] = [:]
            // A file of an older form has no titles apart from other texts.
            if try database.hasStems() {
                try database.each("SELECT names FROM texts") { row in
                    for line in row.text(0).split(separator: "\n") where texts.count < Titles.limit {
                        texts[String(line), default: 0] += 1
                    }
                }
            }
            let value = Titles(texts)
            let end = ContinuousClock.now
            titles.withLock { $0 = (value, revision, end, end - start) }
            return value
        }
    }

    private static func allWords(_ database: Database) throws(SearchError) -> Vocabulary {
        var vocabulary = Vocabulary()
        try database.each("SELECT term, doc FROM vocabulary") { row in
            vocabulary.add(row.text(0), items: row.integer(1))
            if vocabulary.count >= 2 * Vocabulary.limit { vocabulary.trim(to: Vocabulary.limit) }
        }
        vocabulary.trim(to: Vocabulary.limit)
        return vocabulary
    }

    /// With the words of the items that changed; nil where reading all is quicker.
    private static func caughtUp(
        _ known: Vocabulary, since revision: Int, _ slots: Int, _ database: Database
    ) throws(SearchError) -> Vocabulary? {
        let limit = slots / 16 + 16
        let changed = try database.all(
            "SELECT slot FROM items WHERE revision > ? LIMIT ?", .integer(revision), .integer(limit)
        ) { $0.integer(0) }
        guard changed.count < limit, known.later.count < 20_000 else { return nil }
        var vocabulary = known
        for slot in changed {
            // As many columns as the form of the file has; past the last one all are empty.
            try database.each("SELECT * FROM words WHERE rowid = ?", .integer(slot)) { row in
                for column in WordColumn.allCases.indices {
                    _ = WordTokens.each(in: Array(row.text(column).utf8).span) { word, _, _ in
                        vocabulary.addLater(String(decoding: word.indices.map { word[$0] }, as: UTF8.self))
                        return 0
                    }
                }
            }
        }
        return vocabulary
    }
}

extension Database {
    /// False for a file of an older form that was opened for reading.
    func hasStems() throws(SearchError) -> Bool {
        try integer("SELECT count(*) FROM sqlite_schema WHERE name = 'stems'") > 0
    }
}
