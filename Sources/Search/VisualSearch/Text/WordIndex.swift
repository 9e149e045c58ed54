internal import Essentials
internal import ImageTypes
internal import SQLite

/// The tables for looking up words, at one revision, and what was found in them so far: queries share most of their words.
struct WordIndex: Sendable {
    /// An item that contains a word, and how much it is about it: its saturated frequency, from 0 up to
    /// ``WordScores/saturation`` + 1.
    struct Row: Sendable {
        var slot: Int
        var value: Double
    }

    /// Rows and slots that were found, by the table and the expression.
    struct Found: Sendable {
        let rows = RevisionCache<[String], [Row]>(bytes: 24 << 20, largest: 6 << 20)
        let slots = RevisionCache<String, Bitmap>(bytes: 8 << 20, largest: 2 << 20)

        var bytes: Int { rows.bytes + slots.bytes }
    }

    /// The table for whole words: a file of an older form, opened for reading, has no stems.
    let stems: String
    /// The number of items that contain any word.
    let items: Int
    /// The number of slots.
    let slots: Int
    let revision: Int
    /// Those of the language of the store.
    let words: StoreWords
    let found: Found

    /// False for a file of an older form, whose texts have one column.
    var hasColumns: Bool { stems != "words" }

    /// The items that an expression of FTS5 finds in a table, with their values.
    func rows(of expression: String, in table: String, _ database: Database) throws(SearchError) -> [Row] {
        try found.rows.value(
            for: [table, expression], at: revision,
            cost: { $0.count * MemoryLayout<Row>.stride + expression.utf8.count + 128 },
            make: { () throws(SearchError) in try read(expression, in: table, database) })
    }

    /// The items that an expression finds in the table of the very words.
    func slots(of expression: String, _ database: Database) throws(SearchError) -> Bitmap {
        try found.slots.value(
            for: expression, at: revision, cost: { $0.words.count * 8 + expression.utf8.count + 128 },
            make: { () throws(SearchError) in
                try database.slots("SELECT rowid FROM words WHERE words MATCH ?", .text(expression), below: slots)
            })
    }

    private func read(_ expression: String, in table: String, _ database: Database) throws(SearchError) -> [Row] {
        var scores: [(slot: Int, score: Double)] = []
        try database.each(
            "SELECT rowid, -bm25(\(table), \(WordColumn.weights)) FROM \(table) WHERE \(table) MATCH ?",
            .text(expression)
        ) { row in
            let slot = row.integer(0)
            if slot >= 0, slot < slots { scores.append((slot, row.real(1))) }
        }
        // FTS5 multiplies by the rarity of the word, which is to count once for all forms of the word: divide it out
        // again.
        let rarity = log((Double(items - scores.count) + 0.5) / (Double(scores.count) + 0.5))
        let divisor = rarity > 0 ? rarity : 1e-6
        return scores.compactMap { slot, score in
            // The rest is 2.2 r / (r + 1.2), with r the frequency of the word for the length of the text.
            let saturated = min(max(score / divisor, 0), 2.19)
            let often = 1.2 * saturated / (2.2 - saturated)
            let value = (WordScores.saturation + 1) * often / (often + WordScores.saturation)
            return value > 0 ? Row(slot: slot, value: value) : nil
        }
    }
}
