import VisualSearch
import WireFormat

/// `magpie suggest`.
struct Suggest: Subcommand {
    static let name = "suggest"
    static let summary = "Completes the beginning of a search, as a shop does while somebody types."
    static let others = 1...1
    static let synopsis = "magpie suggest [STORE] TEXT [options]"
    static let details = """
        Lists titles that begin with TEXT, and TEXT with its last word completed by the words of the store: most items
        first, and only texts whose words are all in some item. Failing that, a beginning with a slip is
        completed, one from 4 letters on and two from 8, and marked as corrected. A blank at the end says that the
        last word is complete.

        A server also suggests what people search for: see /engine/suggest in its description, and --suggest-searches
        of 'magpie serve'. --json prints one object for each suggestion. Without any, the exit code is 0 as well.
        """
    static let examples = [
        Example(purpose: "the store in this folder", line: "magpie suggest 'red lea'"),
        Example(purpose: "another store, with a slip of the finger", line: "magpie suggest shop.magpie snekaer"),
        Example(purpose: "for other programs", line: "magpie suggest sne --json | jq -r .text"),
    ]

    var store = StorePlace.standardName
    var limit = 10
    var skipsSpelling = false
    var blocked: Path?
    var printsJSON = false

    func run(_ words: [Path]) throws -> ExitCode {
        let text = try words.only(
            or: words.isEmpty
                ? "missing text: magpie suggest 'red lea'"
                : "suggest takes a store and one text; put a text of several words in quotes")
        let request = SuggestRequest(
            text.text, limit: limit, correctsSpelling: !skipsSpelling, blocked: try TextFile.blocked(in: blocked))
        let engine = try store.engine(.readOnly)
        let found = try engine.suggestBlocking(request)
        let console = StandardOutput()
        if printsJSON {
            for suggestion in found { try console.write(suggestion.line) }
        } else if found.isEmpty {
            try console.write("no suggestions\n")
        } else {
            let rows = found.map { suggestion in
                let items = suggestion.items.map { Numbers.plural($0, "item") } ?? ""
                return [suggestion.text.printable, items + (suggestion.kind == .corrected ? "  corrected" : "")]
            }
            try console.write(TextTable(columns: [.text, .value], rows: rows).text(to: console.columns))
        }
        return .done
    }

    static var options: [OptionGroup<Suggest>] {
        .options(
            .storeFile(sets: \.store),
            .value(
                "--limit", kind: .integer(in: SuggestRequest.limits), help: "Suggestions to show.", default: "10",
                sets: \.limit),
            .flag("--no-spelling", help: "Complete the text only as it is typed.", sets: \.skipsSpelling),
            .value(
                "--blocked", kind: .path("FILE"),
                help: "File of words, or several words, that no suggestion contains, one a line; # begins a "
                    + "comment.", sets: \.blocked),
            .flag("--json", help: "Print one JSON object for each suggestion.", sets: \.printsJSON))
    }
}

extension Suggestion {
    fileprivate var line: String {
        JSONWriter.line { json in
            json.member("text", text)
            json.member("kind", kind.rawValue)
            if let items { json.member("items", items) }
        }
    }
}
