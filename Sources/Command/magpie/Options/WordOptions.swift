import Dictionaries
import VisualSearch

/// The options for words that mean the same.
struct WordOptions: Hashable, Sendable {
    var file: Path?
    var dictionaries: [Path] = []
    var skipsThesaurus = false
    var skipsMeanings = false
    var language: CatalogLanguage?

    /// Returns the synonyms of the file, or none without one.
    func synonyms() throws(SetupError) -> Synonyms {
        guard let file else { return .none }
        let text = try TextFile.text(of: file, "the synonyms")
        do throws(SearchError) { return try Synonyms(lines: text) } catch {
            throw SetupError("\(file): \(error.sentence)", because: error)
        }
    }

    /// Returns the settings of an engine that searches for words so.
    func settings() throws(SetupError) -> SearchEngine.Settings {
        var settings = SearchEngine.Settings()
        settings.synonyms = try synonyms()
        for dictionary in dictionaries {
            do throws(SearchError) {
                settings.dictionaries.append(try DictdFile(path: dictionary.text))
            } catch {
                throw SetupError("--dictionary: \(error.sentence)", because: error)
            }
        }
        settings.language = language
        settings.usesThesaurus = !skipsThesaurus
        settings.usesWordMeanings = !skipsMeanings
        return settings
    }

    static var group: OptionGroup<WordOptions> {
        OptionGroup(
            "Words",
            .value(
                "--synonyms", kind: .path("FILE"),
                help: "File of synonyms, a group a line: 'sofa, couch' finds both ways, 'settee => sofa, couch' one "
                    + "way; # begins a comment.", sets: \.file),
            .repeated(
                "--dictionary", kind: .path("FILE"),
                help: "Dictionary of dictd, such as /usr/share/dictd/freedict-deu-eng.index of Debian's "
                    + "dict-freedict-deu-eng, that translates words which no item says; conditions in its language are read "
                    + "as well. Repeatable.", default: .clause("words of other languages are not translated"),
                add: { $0.dictionaries.append($1) }),
            .value(
                "--language", kind: .language,
                help: "Language that typed conditions, stop words and forms of words are read in, beside English.",
                default: .clause("that of the store, see 'magpie info'"), sets: \.language),
            .flag(
                "--no-thesaurus", help: "Find no synonyms but those of --synonyms and --dictionary.",
                default: .clause("also English synonyms and narrower or broader terms, below the items with the words"),
                sets: \.skipsThesaurus),
            .flag(
                "--no-meanings", help: "Find no items by meaning alone.",
                default: .clause(
                    "also items whose English texts come near in meaning to the words, below the items with all "
                        + "of them"), sets: \.skipsMeanings))
    }
}
