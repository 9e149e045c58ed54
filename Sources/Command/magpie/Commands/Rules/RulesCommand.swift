import Essentials
import VisualSearch

/// `magpie rules`.
struct RulesCommand: ParentCommand {
    static let name = "rules"
    static let summary = "Manages merchandising rules: pins, boosts, hidden items, synonyms and redirects of searches."
    static var nested: [any Subcommand.Type] { [Import.self, Check.self, List.self, Export.self, Clear.self] }
    static let details = """
        A rule has conditions on a search (words, category, campaign, time, picture or words) and changes to its answer. Of
        two that contradict each other the one with the higher priority wins, then the more specific one, then the name.
        A file has {"rules":[…]}; the article "Rules" of VisualSearch describes each member. Searches follow the rules of
        the store at once, also in running servers; 'magpie search --no-rules' does not.
        """

    /// The rules of a store, and the names of those that cannot be read.
    static func rules(in store: Path) throws -> (rules: [SearchRule], damaged: [String]) {
        try store.storeToRead().read { snapshot throws(SearchError) in try snapshot.rules() }
    }

    static func noteDamaged(_ names: [String]) -> ExitCode {
        for name in names { note("magpie: the rule '\(name.printable)' is damaged; import it again\n") }
        return names.isEmpty ? .done : .setup
    }
}

extension RuleFile {
    /// The rules of a file.
    static func rules(of file: Path) throws -> [SearchRule] {
        let bytes: [UInt8]
        do throws(ImageError) { bytes = try FileContents(file, limit: byteLimit).bytes } catch {
            throw SetupError("cannot read the rules in \(file): \(error)", because: error)
        }
        return try file.judged { try rules(in: bytes) }
    }
}
