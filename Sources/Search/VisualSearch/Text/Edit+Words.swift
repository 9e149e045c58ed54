internal import SQLite

// The index of words: `texts` has the texts of items, `words` each word as it is written, for beginnings, completion
// and misspellings, and `stems` the stems of the words, for ranking.
extension Database {
    private static let places = WordColumn.allCases.map { _ in "?" }.joined(separator: ", ")

    /// Adds the words of an item to the index.
    func index(_ words: IndexedWords, at slot: Int) throws(SearchError) {
        guard !words.isEmpty else { return }
        try insert(words, at: slot, into: "texts(slot, \(WordColumn.list))")
        try insert(words, at: slot, into: "words(rowid, \(WordColumn.list))")
        try insert(words, at: slot, into: "stems(rowid, \(WordColumn.list))")
    }

    /// Removes the words of an item from the index.
    func clearIndex(at slot: Int) throws(SearchError) {
        // The indexes read from the texts the words that they have to remove.
        try run("DELETE FROM words WHERE rowid = ?", .integer(slot))
        try run("DELETE FROM stems WHERE rowid = ?", .integer(slot))
        try run("DELETE FROM texts WHERE slot = ?", .integer(slot))
    }

    /// Fills the index of words, which must be empty, from the attributes.
    func fillIndex() throws(SearchError) {
        let reading = ItemReading(database: self)
        try each("SELECT slot FROM items WHERE id NOT NULL ORDER BY slot") { row throws(SearchError) in
            let slot = row.integer(0)
            let words = try reading.words(at: slot)
            if !words.isEmpty { try insert(words, at: slot, into: "texts(slot, \(WordColumn.list))") }
        }
        for index in ["words", "stems"] { try script("INSERT INTO \(index)(\(index)) VALUES ('rebuild')") }
    }

    private func insert(_ words: IndexedWords, at slot: Int, into table: String) throws(SearchError) {
        try run("INSERT INTO \(table) VALUES (?, \(Database.places))", [.integer(slot)] + words.texts.map(Value.text))
    }
}
