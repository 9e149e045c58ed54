internal import SQLite

/// Items with their vectors and words, taken evenly from a catalog, to learn from.
struct WordSample {
    /// An item: its slot, its vector, its words by number, and the part of the trial that it is in.
    struct Member {
        let slot: Int
        var vector: [Int8] = []
        var words: [Int]
        let fold: Int
    }

    /// A word that occurs in at least five texts, and in no more than half of the items.
    private static let leastTexts = 5
    private static let mostShare = 2
    /// The most words; those of more items come first.
    private static let mostWords = 1_000
    /// A field says a word where that share of the items with the word have it there, and no other field more of them.
    /// It is small because descriptions mention the colors of details.
    private static let fieldShare = 0.25

    private(set) var members: [Member] = []
    /// The forms of each word, by its number.
    private(set) var forms: [[String]] = []
    /// The field that says a word, by its number.
    private var fieldOf: [Int?] = []
    /// By field: the slots of items that have it.
    private var present: [(name: String, slots: Bitmap)] = []

    /// - Parameters:
    ///   - limit: The most items to take.
    ///   - folds: The parts of the trial. Items of the same description are in the same part.
    init(limit: Int, folds: Int, in snapshot: borrowing Snapshot) throws(SearchError) {
        let texts = try WordSample.texts(limit: limit, in: snapshot)
        keepWords(of: texts, folds: folds)
        try findFields(in: snapshot)
        try readVectors(in: snapshot)
    }

    /// The name of the field that says a word.
    func field(of word: Int) -> String? { fieldOf[word].map { present[$0].name } }

    /// Returns true unless an item lacks the field that says the word: such an item is no evidence against it.
    func isEvidence(_ member: Member, on word: Int) -> Bool {
        fieldOf[word].map { present[$0].slots[member.slot] } ?? true
    }

    /// The texts of an item: its words, and what distinguishes it from variants of the same product.
    private struct Text {
        let slot: Int
        let words: Set<String>
        let origin: UInt64
    }

    private static func texts(limit: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Text] {
        let live = try snapshot.live()
        let count = try snapshot.database.integer("SELECT count(*) FROM texts")
        let wanted = min(count, limit)
        var (place, texts): (Int, [Text]) = (0, [])
        try snapshot.database.each(
            "SELECT slot, id, \(WordColumn.list) FROM texts JOIN items USING (slot) ORDER BY slot"
        ) { row in
            defer { place += 1 }
            let slot = row.integer(0)
            guard slot >= 0, slot < live.size, live[slot], place * wanted / count < (place + 1) * wanted / count
            else { return }
            let parts = WordColumn.allCases.map { row.text(2 + $0.rawValue) }
            let prose = parts[WordColumn.prose.rawValue]
            let words = parts.reduce(into: Set<String>()) { $0.formUnion(Words($1)) }
            texts.append(
                Text(
                    slot: slot, words: words.filter(isTelling),
                    origin: FNV1a((prose.isEmpty ? row.text(1) : prose).utf8).value))
        }
        return texts
    }

    private static func isTelling(_ word: String) -> Bool {
        word.unicodeScalars.count > 1 && !QueryWords.stopWords.contains(word)
            && !word.unicodeScalars.allSatisfy { $0.properties.numericType != nil }
    }

    private mutating func keepWords(of texts: [Text], folds: Int) {
        var items: [String: Int] = [:]
        for text in texts { for word in text.words { items[word, default: 0] += 1 } }
        // The shortest form that items have stands for all.
        var short: [String: String] = [:]
        for word in items.keys {
            short[word] = WordForms(word).all.filter { items[$0] != nil }.min { ($0.count, $0) < ($1.count, $1) }
        }
        var origins: [String: Set<UInt64>] = [:]
        var counts: [String: Int] = [:]
        for text in texts {
            for word in Set(text.words.compactMap { short[$0] }) {
                counts[word, default: 0] += 1
                if (origins[word]?.count ?? 0) < WordSample.leastTexts {
                    origins[word, default: []].insert(text.origin)
                }
            }
        }
        let kept = counts.filter { word, count in
            origins[word]?.count == WordSample.leastTexts && count <= texts.count / WordSample.mostShare
        }
        let ordered = kept.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(WordSample.mostWords).map(\.key)
        let numbers = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, $0) })
        forms = ordered.map { [$0] }
        for (word, form) in short.sorted(by: { $0.key < $1.key }) where word != form {
            if let number = numbers[form] { forms[number].append(word) }
        }
        members = texts.filter { !$0.words.isEmpty }.map { text in
            Member(
                slot: text.slot, words: Set(text.words.compactMap { short[$0].flatMap { numbers[$0] } }).sorted(),
                fold: Int(text.origin % UInt64(folds)))
        }
    }

    private mutating func findFields(in snapshot: borrowing Snapshot) throws(SearchError) {
        fieldOf = Array(repeating: nil, count: forms.count)
        var counts = [Int](repeating: 0, count: forms.count)
        for member in members { for word in member.words { counts[word] += 1 } }
        let pairs = forms.enumerated().flatMap { number, forms in forms.map { ($0, number) } }
        let numbers = Dictionary(pairs) { first, _ in first }
        var largest = counts.map { Double($0) * WordSample.fieldShare }
        for (_, field) in try snapshot.store.columns.fields(of: snapshot).sorted(by: { $0.key < $1.key }) {
            guard field.type == .string || field.type == .list,
                case .strings(let column) = try snapshot.column(field, .whole)
            else { continue }
            var countsHere = [Int](repeating: 0, count: forms.count)
            var known: [UInt32: [Int]] = [:]
            for member in members where column.present[member.slot] {
                var here: Set<Int> = []
                for code in column[member.slot] {
                    let words = known[code] ?? Words(column.strings[Int(code)]).compactMap { numbers[$0] }
                    known[code] = words
                    here.formUnion(words)
                }
                for word in here { countsHere[word] += 1 }
            }
            for word in forms.indices where Double(countsHere[word]) > largest[word] {
                largest[word] = Double(countsHere[word])
                fieldOf[word] = present.count
            }
            present.append((field.name, column.present))
        }
    }

    private mutating func readVectors(in snapshot: borrowing Snapshot) throws(SearchError) {
        let places = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.slot, $0) })
        var vectors = [[Int8]](repeating: [], count: members.count)
        try snapshot.eachVector { slot, vector in
            if let place = places[slot] { vectors[place] = vector.indices.map { vector[$0] } }
        }
        for place in members.indices { members[place].vector = vectors[place] }
        members.removeAll { $0.vector.isEmpty }
    }
}
