internal import SQLite

// The language that somebody has given a store: a code in a table that only such a store has. A backup, a copy, a repair, an
// export and a merge take it along.

/// The language of a store.
public struct StoreLanguage: Hashable, Sendable {
    /// The language of its words.
    public var language: CatalogLanguage
    /// True where nobody has given it: it was found by the words of the catalog, and may change with them.
    public var isDerived: Bool

    package init(language: CatalogLanguage, isDerived: Bool) {
        self.language = language
        self.isDerived = isDerived
    }
}

extension CatalogStore {
    /// The language of the words of the store: the one that was kept, or else the one that its texts are in by their own words, or
    /// English.
    public func language() throws(SearchError) -> StoreLanguage {
        try read { snapshot throws(SearchError) in try snapshot.language() }
    }

    /// Keeps the language of the words of the store, by which typed conditions, stop words and forms of words are read.
    ///
    /// - Parameter language: nil goes back to the one that the words of the catalog tell.
    /// - Throws: `invalidArgument` for a catalog in Milvus, and what writing throws.
    public func keep(language: CatalogLanguage?) throws(SearchError) {
        guard home == nil else {
            throw .invalidArgument(
                "a catalog in Milvus keeps no language; give it to each search, as --language of 'search' and 'serve'")
        }
        try write { database throws(SearchError) in
            try database.demand(describer)
            try database.keep(language: language)
        }
    }
}

extension Snapshot {
    /// The language of the store, or that of the settings of this process.
    package func language() throws(SearchError) -> StoreLanguage {
        if let told = store.words.toldLanguage { return StoreLanguage(language: told, isDerived: false) }
        return try store.words.language.value(at: revision) { () throws(SearchError) in try readLanguage() }
    }

    private func readLanguage() throws(SearchError) -> StoreLanguage {
        if let kept = try database.language() { return StoreLanguage(language: kept, isDerived: false) }
        return StoreLanguage(language: try derivedLanguage(), isDerived: true)
    }

    /// The language by the texts of a sample of the items.
    private func derivedLanguage() throws(SearchError) -> CatalogLanguage {
        // Files of older forms, opened for reading, have no texts.
        guard try database.hasStems() else { return .english }
        var guess = LanguageGuess()
        for name in try fields().keys { guess.add(column: name) }
        let step = max(1, slots / LanguageGuess.sample)
        let places = stride(from: 0, to: slots, by: step).map(String.init).joined(separator: ",")
        let columns = WordColumn.allCases.map { "substr(\($0), 1, \(LanguageGuess.textLimit))" }
        try database.each("SELECT \(columns.joined(separator: ", ")) FROM texts WHERE slot IN (\(places))") { row in
            guess.add(columns.indices.map(row.text).joined(separator: "\n"))
        }
        return guess.language
    }
}

extension Database {
    /// The language that was kept; nil for none, and for one of a newer version.
    func language() throws(SearchError) -> CatalogLanguage? {
        try languageCode().flatMap(CatalogLanguage.init(rawValue:))
    }

    /// The code that was kept, whether this version knows it or not.
    func languageCode() throws(SearchError) -> String? {
        guard try hasTable("store_language") else { return nil }
        return try first("SELECT code FROM store_language") { $0.text(0) }
    }

    func keep(language: CatalogLanguage?) throws(SearchError) {
        // A new revision, by which other readers notice the change.
        try run("UPDATE state SET revision = revision + 1")
        guard let language else {
            if try hasTable("store_language") { try run("DELETE FROM store_language") }
            return
        }
        try script(
            "CREATE TABLE IF NOT EXISTS store_language(one INTEGER PRIMARY KEY CHECK (one = 1), code TEXT NOT NULL)")
        try run("INSERT OR REPLACE INTO store_language VALUES (1, ?)", .text(language.code))
    }
}
