/// The object of a step's search in a text: a text or a regular expression.
enum Finder: Sendable {
    case text([Unicode.Scalar])
    case pattern(Pattern)

    /// Reads the member `pattern`.
    init(_ section: Section) throws(TokenizerError) {
        guard let part = section.value("pattern") else { throw .invalid("\(section.place).pattern is missing") }
        if case .text(let text) = part {
            self = .text(Array(text.unicodeScalars))
            return
        }
        let pattern = try Section(part, at: "\(section.place).pattern")
        try pattern.allow("String", "Regex")
        if let text = try pattern.optionalText("String") {
            self = .text(Array(text.unicodeScalars))
        } else {
            self = .pattern(try Pattern(try pattern.text("Regex")))
        }
    }

    /// All matches from the start, none of which overlap.
    func matches(in text: ArraySlice<Unicode.Scalar>) throws(TokenizerError) -> [Range<Int>] {
        switch self {
        case .pattern(let pattern): try PatternMatcher.matches(of: pattern, in: text)
        case .text(let wanted): Self.matches(of: wanted, in: text)
        }
    }

    private static func matches(of wanted: [Unicode.Scalar], in text: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
        guard let first = wanted.first else { return [] }
        var (matches, place): ([Range<Int>], Int) = ([], text.startIndex)
        while place + wanted.count <= text.endIndex {
            if text[place] == first, text[place..<place + wanted.count].elementsEqual(wanted) {
                matches.append(place..<place + wanted.count)
                place += wanted.count
            } else {
                place += 1
            }
        }
        return matches
    }
}
