internal import Essentials

extension Vocabulary {
    /// A word that begins as typed, or nearly so.
    struct Completion: Hashable {
        var word: String
        /// The items that contain it, when they were counted.
        var items: Int
    }

    /// The most words that begin alike and are looked at: enough to find the frequent ones behind two letters.
    private static let reach = 50_000

    /// Returns the words with this beginning, those of most items first.
    func completions(of beginning: String, limit: Int) -> [Completion] {
        let letters = Array(beginning.unicodeScalars)
        var best = FirstElements<Word>(limit: limit)
        for index in range(of: letters).prefix(Self.reach) { best.insert(Word(index: index, items: counts(index))) }
        var found = completions(best)
        for (word, items) in later where word.hasPrefix(beginning) {
            found.append(Completion(word: word, items: items))
        }
        return Self.ordered(found, limit)
    }

    /// Returns the words whose beginning is a slip away, or two from 8 letters on, of those that share one of the first two
    /// letters with it: the fewest slips first, then those of most items. None for fewer than 4 letters.
    func nearCompletions(of beginning: String, limit: Int) -> [Completion] {
        let letters = Array(beginning.unicodeScalars)
        guard (4...64).contains(letters.count), Vocabulary.isCorrectable(letters) else { return [] }
        let slipLimit = letters.count < 8 ? 1 : 2
        let start = SlipCount(letters)
        var best = (0...slipLimit).map { _ in FirstElements<Word>(limit: limit) }
        for first in Set(letters.prefix(2)) {
            for index in range(of: [first]).prefix(Self.reach) {
                if let slips = Self.slips(start, self[index], letters.count, slipLimit) {
                    best[slips].insert(Word(index: index, items: counts(index)))
                }
            }
        }
        var found = best.map(completions)
        for (word, items) in later {
            let other = Array(word.unicodeScalars)
            guard letters.prefix(2).contains(where: { $0 == other.first }) else { continue }
            if let slips = Self.slips(start, other[...], letters.count, slipLimit) {
                found[slips].append(Completion(word: word, items: items))
            }
        }
        return found.flatMap { Self.ordered($0, limit) }
    }

    /// The fewest slips between the typed letters and a beginning of a word, up to `limit`; nil for more.
    private static func slips(
        _ start: SlipCount, _ word: ArraySlice<Unicode.Scalar>, _ length: Int, _ limit: Int
    ) -> Int? {
        guard word.count >= length - limit else { return nil }
        var count = start
        var least = Int.max
        for (place, letter) in zip(1..., word.prefix(length + limit)) {
            count.take(letter)
            if place >= length - limit { least = min(least, count.distance) }
        }
        return least <= limit ? least : nil
    }

    private static func ordered(_ found: [Completion], _ limit: Int) -> [Completion] {
        var known: Set<String> = []
        let ordered = found.sorted { $0.items != $1.items ? $0.items > $1.items : $0.word < $1.word }
        return Array(ordered.filter { known.insert($0.word).inserted }.prefix(limit))
    }

    /// A word of the table. That of most items comes first.
    private struct Word: Ranked {
        let index: Int
        let items: Int

        func precedes(_ other: Word) -> Bool { items > other.items }
    }

    private func completions(_ best: FirstElements<Word>) -> [Completion] {
        best.elements.map { Completion(word: text($0.index), items: $0.items) }
    }
}
