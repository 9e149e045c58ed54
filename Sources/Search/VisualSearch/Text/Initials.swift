internal import SQLite

/// Single letters with a point between each two: the `U.S.A.`, which the index also has as `usa`.
enum Initials {
    /// The parts of a text that are initials, each with two letters or more. The letters of `L.L.Bean` are not: a word follows
    /// them.
    static func runs(in parts: [WordParts.Part]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        while start < parts.count {
            var end = start + 1
            while end < parts.count, parts[end].link == .letters { end += 1 }
            let isInitials = (start..<end).allSatisfy { place in
                let part = parts[place]
                return part.isOfLetters && part.text.unicodeScalars.count == 1
                    && (place == start || part.separator == ".")
            }
            if isInitials, end - start > 1 { runs.append(start..<end) }
            start = end
        }
        return runs
    }

    /// The folded words of a text with the letters of initials as one word; nil for a text without any.
    static func joined(in text: String) -> String? {
        let parts = WordParts(text).parts
        let runs = runs(in: parts)
        guard !runs.isEmpty else { return nil }
        var words: [String] = []
        var place = 0
        for run in runs {
            words += parts[place..<run.lowerBound].map(\.text) + [parts[run].map(\.text).joined()]
            place = run.upperBound
        }
        return (words + parts[place...].map(\.text)).joined(separator: " ")
    }
}
