internal import Essentials
internal import ImageTypes
public import VisualSearch

/// A dictionary in the files of dictd: `NAME.index` and `NAME.dict`, or `NAME.dict.dz` as dictzip packs it.
///
/// Of an entry the lines behind its first one count, as FreeDict writes them: translations with commas between, without remarks in
/// brackets, examples, synonyms and references. The index is held in memory, of the text only what is asked for.
public final class DictdFile: WordDictionary {
    /// The largest index in bytes.
    static let indexLimit = 64 << 20
    /// The longest entry that is read, the most entries of a headword, and the most translations of one.
    private static let (entryLimit, rowLimit, translationLimit) = (1 << 16, 8, 16)

    /// The longest term in bytes that is looked up.
    static let termLimit = 128

    private let path: String
    private let index: DictdIndex
    private let text: DictdText
    /// The language writes compounds as one word, whose last part tells what it is.
    private let hasCompounds: Bool
    /// The code of the language that it translates from, by the name of the file: `de` of `freedict-deu-eng`; nil for another name.
    public let language: String?

    /// Opens a dictionary.
    ///
    /// - Parameter path: One of its files, or their common beginning.
    /// - Throws: `invalidArgument` for files that are not there or are no dictionary.
    public init(path: String) throws(SearchError) {
        var base = path
        for end in [".index", ".dict.dz", ".dict"] where base.hasSuffix(end) { base.removeLast(end.count) }
        self.path = base
        index = try DictdIndex(path: base + ".index", limit: DictdFile.indexLimit)
        text = try DictdText(base: base)
        let name = base.split(separator: "/").last.map(String.init) ?? base
        // FreeDict names a file after its two languages.
        language = name.split(separator: "-").lazy.compactMap { CatalogLanguage(other: String($0)) }.first?.code
        hasCompounds = ["deu-", "nld-", "swe-", "dan-", "nor-", "fin-"].contains { name.contains($0) }
    }

    /// The number of headwords and their repetitions.
    public var count: Int { index.count }

    /// Translates a word, or several with a blank between them: those of the very word, then those of its forms without an ending and,
    /// in a language of compounds, of its last part. 16 at most in each group, of its first 8 entries.
    ///
    /// - Throws: `invalidArgument` for files that are damaged or were cut off since.
    public func translations(of term: String) throws(SearchError) -> [[String]] {
        // The parts of a word are looked up one by one: somebody who types a long one must not pay with the server's time.
        guard term.utf8.count <= DictdFile.termLimit else { return [] }
        let term = term.lowercased()
        var groups: [[String]] = []
        for form in [term] + DictdFile.bases(of: term) {
            let found = try entries(of: form)
            if !found.isEmpty { groups.append(found) }
        }
        if hasCompounds, !term.contains(" ") {
            let letters = Array(term)
            // The longest last part that is a word.
            for start in 3..<max(letters.count - 3, 3) {
                let part = String(letters[start...])
                var found = try entries(of: part)
                for base in DictdFile.bases(of: part) where found.isEmpty { found = try entries(of: base) }
                guard !found.isEmpty else { continue }
                groups.append(found)
                break
            }
        }
        return groups
    }

    /// Endings of plurals, cases and genders that a headword may lack, and the ones that it may have instead.
    private static let endings: [(String, String)] = [
        ("s", ""), ("es", ""), ("n", ""), ("en", ""), ("e", ""), ("er", ""), ("em", ""), ("a", "o"), ("as", "o"),
        ("os", "o"),
    ]

    private static func bases(of term: String) -> [String] {
        var bases: [String] = []
        for (ending, other) in endings where term.count >= ending.count + 3 && term.hasSuffix(ending) {
            let base = String(term.dropLast(ending.count)) + other
            if !bases.contains(base) { bases.append(base) }
        }
        return bases
    }

    private func entries(of headword: String) throws(SearchError) -> [String] {
        var all: [String] = []
        for row in index.rows(of: headword).prefix(DictdFile.rowLimit) where row.length <= DictdFile.entryLimit {
            let entry = try text.read(at: row.offset, count: row.length)
            for translation in DictionaryEntry.translations(in: String(decoding: entry, as: UTF8.self))
            where !all.contains(translation) {
                all.append(translation)
            }
        }
        return Array(all.prefix(DictdFile.translationLimit))
    }
}
