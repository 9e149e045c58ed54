internal import CKernels
internal import Essentials
internal import SQLite

/// The meanings of the texts of a store's items: for each a vector, the mean of those of its words.
///
/// Words count the more, the fewer items contain them, and those of titles three times. Words without a vector count
/// for nothing, and an item without another one means nothing.
final class ItemMeanings: Sendable {
    let vectors: WordVectors
    /// The revision that it was read at.
    let revision: Int
    // Safe: nobody writes to them after `init`.
    nonisolated(unsafe) private let rows: AlignedBuffer<Int8>
    private let slots: Int
    /// The number of items with a text, and by word the number of items that contain it.
    private let items: Int
    private let counts: [UInt32]
    var bytes: Int { unsafe rows.count + counts.capacity * 4 }

    private static let width = WordVectors.dimensions

    private init(
        _ vectors: WordVectors, revision: Int, slots: Int, rows: AlignedBuffer<Int8>, items: Int, counts: [UInt32]
    ) {
        (self.vectors, self.revision, self.slots) = (vectors, revision, slots)
        // Safe: whoever made them writes to them no more.
        unsafe self.rows = rows
        (self.items, self.counts) = (items, counts)
    }

    /// Reads the texts of all items.
    convenience init(_ vectors: WordVectors, of snapshot: borrowing Snapshot) throws(SearchError) {
        var reading = WordReading(vectors)
        var texts: [(slot: Int, end: Int)] = []
        var numbers: [UInt16] = []
        var counts = [UInt32](repeating: 0, count: vectors.count)
        try snapshot.database.each("SELECT rowid, * FROM words") { row in
            let start = numbers.count
            reading.add(row, from: 1, to: &numbers)
            for number in Set(numbers[start...]) { counts[Int(number)] += 1 }
            texts.append((row.integer(0), numbers.count))
        }
        var decoded = [Float](repeating: 0, count: vectors.count * ItemMeanings.width)
        for number in counts.indices where counts[number] > 0 {
            let vector = vectors.vector(number)
            for index in 0..<ItemMeanings.width { decoded[number * ItemMeanings.width + index] = vector[index] }
        }
        let weights = counts.map { ItemMeanings.weight(Int($0), of: texts.count) }
        let rows = AlignedBuffer<Int8>(zeros: max(snapshot.slots, 1) * ItemMeanings.width)
        var start = 0
        for (slot, end) in texts {
            defer { start = end }
            guard slot >= 0, slot < snapshot.slots else { continue }
            // Value by value: a wide vector is copied as often as it has values where a number multiplies it.
            var sum = [Float](repeating: 0, count: ItemMeanings.width)
            for number in numbers[start..<end] {
                let (weight, place) = (weights[Int(number)], Int(number) * ItemMeanings.width)
                for index in 0..<ItemMeanings.width { sum[index] += weight * decoded[place + index] }
            }
            ItemMeanings.write(sum, to: rows, at: slot)
        }
        self.init(
            vectors, revision: snapshot.revision, slots: snapshot.slots, rows: rows, items: texts.count, counts: counts)
    }

    /// The same with the items that changed since; nil where reading all of them anew is better. The weights of the
    /// words follow only when all are read.
    func caughtUp(to snapshot: borrowing Snapshot) throws(SearchError) -> ItemMeanings? {
        let limit = slots / 16 + 16
        let changed = try snapshot.database.all(
            "SELECT slot FROM items WHERE revision > ? LIMIT ?", .integer(revision), .integer(limit)
        ) { $0.integer(0) }
        guard changed.count < limit, snapshot.slots < slots + limit else { return nil }
        let larger = AlignedBuffer<Int8>(zeros: max(snapshot.slots, 1) * ItemMeanings.width)
        // Safe: both hold so many values.
        unsafe larger.base.update(from: rows.base, count: min(slots, snapshot.slots) * ItemMeanings.width)
        var reading = WordReading(vectors)
        for slot in changed where slot >= 0 && slot < snapshot.slots {
            var numbers: [UInt16] = []
            try snapshot.database.each("SELECT * FROM words WHERE rowid = ?", .integer(slot)) { row in
                reading.add(row, from: 0, to: &numbers)
            }
            ItemMeanings.write(sum(numbers.map(Int.init)), to: larger, at: slot)
        }
        return ItemMeanings(
            vectors, revision: snapshot.revision, slots: snapshot.slots, rows: larger, items: items, counts: counts)
    }

    /// Returns the sum of the vectors of words, by their weights in the catalog.
    func sum(_ numbers: [Int]) -> [Float] {
        numbers.reduce(into: [Float](repeating: 0, count: ItemMeanings.width)) { sum, number in
            let (weight, vector) = (ItemMeanings.weight(Int(counts[number]), of: items), vectors.vector(number))
            for index in sum.indices { sum[index] += weight * vector[index] }
        }
    }

    /// Returns for each slot how near its text comes to a sum of vectors: the cosine, and 0 for an item that means
    /// nothing.
    func nearness(to sum: [Float]) -> [Float] {
        let query = AlignedBuffer<Int8>(zeros: ItemMeanings.width)
        ItemMeanings.write(sum, to: query, at: 0)
        var dots = [Int32](repeating: 0, count: slots)
        // Safe: the query has the length of a row, the rows are as many as slots, and there is one result for each.
        unsafe ck_dots(CK_BEST)!(query.base, rows.base, ItemMeanings.width, slots, &dots)
        return dots.map { Float($0) / (127 * 127) }
    }

    private static func weight(_ count: Int, of items: Int) -> Float {
        let (containing, others) = (Float(count), Float(max(items - count, 0)))
        return log(1 + (others + 0.5) / (containing + 0.5))
    }

    private static func write(_ sum: [Float], to rows: AlignedBuffer<Int8>, at slot: Int) {
        let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        for (index, value) in sum.enumerated() {
            rows[slot * width + index] = length > 0 ? Int8((value / length * 127).rounded()) : 0
        }
    }
}

/// Reads texts as the numbers of the words that have vectors.
private struct WordReading {
    private let vectors: WordVectors
    /// The words that were looked up, -1 for those without a vector.
    private var known: [String: Int] = [:]
    private static let limit = 200_000

    init(_ vectors: WordVectors) { self.vectors = vectors }

    /// Adds the words of a row of texts, those of titles three times.
    mutating func add(_ row: Statement, from column: Int, to numbers: inout [UInt16]) {
        if known.count > WordReading.limit { known.removeAll() }
        for part in WordColumn.allCases {
            let start = numbers.count
            _ = WordTokens.each(in: Array(row.text(column + part.rawValue).utf8).span) { word, _, isOther in
                if !isOther, let number = number(of: word) { numbers.append(UInt16(number)) }
                return 0
            }
            if part == .names {
                let title = Array(numbers[start...])
                numbers += title + title
            }
        }
    }

    private mutating func number(of word: Span<UInt8>) -> Int? {
        guard (2...24).contains(word.count) else { return nil }
        let text = String(decoding: word.indices.map { word[$0] }, as: UTF8.self)
        if let number = known[text] { return number < 0 ? nil : number }
        let number = QueryWords.stopWords.contains(text) ? nil : vectors.number(ofForms: text)
        known[text] = number ?? -1
        return number
    }
}
