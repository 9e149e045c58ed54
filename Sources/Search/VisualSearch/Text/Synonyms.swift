/// A shop's own synonyms, which searches by words use beside the built-in thesaurus.
///
/// A term is one word or several; case, accents and marks do not matter.
public struct Synonyms: Hashable, Sendable {
    /// No synonyms.
    public static let none = Synonyms()

    /// By term: the terms to search for as well.
    private var meanings: [String: [String]] = [:]
    /// The most words of a term.
    private(set) var longest = 0

    /// The most lines of a list.
    public static let lineLimit = 20_000
    /// The most terms of a line.
    public static let termLimit = 64
    /// The most words of a term.
    public static let wordLimit = 8

    private init() {}

    /// Reads a list of synonyms, one group a line.
    ///
    /// In `sofa, couch, settee` each term finds the others. In `settee => sofa, couch` those on the left find those on
    /// the right only. A `#` at the beginning of a line or after a blank begins a comment. Lines without a term are
    /// left out.
    ///
    /// - Parameter text: The lines.
    /// - Throws: `invalidArgument`, which names the line and what would be right.
    public init(lines text: String) throws(SearchError) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.count <= Synonyms.lineLimit else {
            throw .invalidArgument("the synonyms have \(lines.count) lines; at most \(Synonyms.lineLimit) are allowed")
        }
        for (index, line) in lines.enumerated() {
            let content = Synonyms.withoutComment(line)
            if content.allSatisfy(\.isWhitespace) { continue }
            do throws(LineError) { try add(content) } catch {
                throw .invalidArgument("line \(index + 1) of the synonyms: \(error.reason)")
            }
        }
    }

    /// Returns the terms to search for as well, in the order of the list.
    subscript(term: String) -> [String] { meanings[term] ?? [] }

    var isEmpty: Bool { meanings.isEmpty }

    /// The likeliest word of the list that a word may be a misspelling of; nil where none is near enough.
    func correction(of word: String) -> String? {
        var search = Misspelling(word)
        for term in meanings.keys {
            let letters = Array(term.unicodeScalars)
            guard search.shape.mayBe(length: letters.count, mask: Vocabulary.mask(letters)),
                Vocabulary.isCorrectable(letters)
            else { continue }
            search.compare(letters[...], items: 1)
        }
        return search.best.first?.word
    }

    /// The terms of both lists.
    func merging(_ others: Synonyms) -> Synonyms {
        if isEmpty { return others }
        var all = self
        for (term, meanings) in others.meanings { all.add(meanings, to: term) }
        return all
    }

    private struct LineError: Error { var reason: String }

    private mutating func add(_ line: Substring) throws(LineError) {
        let sides = line.split(separator: "=>", omittingEmptySubsequences: false)
        switch sides.count {
        case 1:
            let terms = try Synonyms.terms(sides[0])
            guard terms.count > 1 else {
                throw LineError(reason: "'\(terms[0])' is alone; write two terms or more, such as 'sofa, couch'")
            }
            let all = terms + Synonyms.initials(in: sides[0], except: terms)
            for term in all { add(all.filter { $0 != term }, to: term) }
        case 2:
            let (from, to) = (try Synonyms.terms(sides[0]), try Synonyms.terms(sides[1]))
            if let both = from.first(where: to.contains) {
                throw LineError(reason: "'\(both)' is on both sides of =>; leave it out on the right")
            }
            let others = to + Synonyms.initials(in: sides[1], except: from + to)
            for term in from + Synonyms.initials(in: sides[0], except: from) {
                add(others.filter { $0 != term }, to: term)
            }
        default: throw LineError(reason: "there are several =>; write one, such as 'settee => sofa, couch'")
        }
    }

    private mutating func add(_ others: [String], to term: String) {
        if others.isEmpty { return }
        longest = max(longest, term.split(separator: " ").count)
        let known = meanings[term] ?? []
        meanings[term] = known + others.filter { !known.contains($0) }
    }

    /// The terms of one side, as texts are cut into words.
    private static func terms(_ side: Substring) throws(LineError) -> [String] {
        let parts = side.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= termLimit else {
            throw LineError(reason: "there are \(parts.count) terms; write at most \(termLimit)")
        }
        var terms: [String] = []
        for part in parts {
            let words = Array(Words(String(part)))
            let term = words.joined(separator: " ")
            if words.isEmpty {
                throw LineError(
                    reason: "a term has no letter or digit; write terms with commas between them, such as 'sofa, couch'"
                )
            }
            if words.count > wordLimit {
                throw LineError(reason: "'\(term)' has \(words.count) words; write at most \(wordLimit)")
            }
            if terms.contains(term) { throw LineError(reason: "'\(term)' is there twice; write it once") }
            terms.append(term)
        }
        return terms
    }

    /// The terms of one side with the letters of initials as one word, as the index and queries have them: `swat` for `S.W.A.T.`.
    private static func initials(in side: Substring, except terms: [String]) -> [String] {
        var found: [String] = []
        for part in side.split(separator: ",") {
            guard let term = Initials.joined(in: String(part)), !terms.contains(term), !found.contains(term) else {
                continue
            }
            found.append(term)
        }
        return found
    }

    private static func withoutComment(_ line: Substring) -> Substring {
        var before: Character = " "
        for index in line.indices {
            if line[index] == "#", before.isWhitespace { return line[..<index] }
            before = line[index]
        }
        return line
    }
}
