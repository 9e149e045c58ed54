import CatalogFile
import Essentials
import SearchAPI
import VisualSearch
import WireFormat

/// `magpie catalog`.
struct CatalogCommand: Subcommand {
    static let name = "catalog"
    static let summary = "Shows what a shop's export or another catalog would become, without pictures."
    static let others = 1...1
    static let synopsis = "magpie catalog FILE [options]"
    static let details = """
        Reads FILE as 'magpie index --catalog' does and prints the shop system that it is of, the columns that have a
        meaning (title, type, group, price), the fields with their types, the first items whole, the language of the words, and
        the number of items and pictures. Items without the name of a picture, and rows that make no item, are counted. It looks for no picture and
        writes nothing.

        Warnings go to standard error. With --strict the exit code is 3 where an item has no picture by name, or where there is
        a warning.
        """
    static let examples = [
        Example(purpose: "a look at an export", line: "magpie catalog samples/catalog.csv"),
        Example(purpose: "more of its items", line: "magpie catalog samples/catalog.csv --items 10"),
        Example(
            purpose: "the counts for another program", line: "magpie catalog samples/catalog.csv --json --strict"),
    ]

    var rows = TableOptions()
    static let badInputsHelp: String? = "With --strict, an item without a picture by name, or a warning."

    var shown = 3
    var isStrict = false
    var language: LanguageChoice?
    var printsJSON = false

    func run(_ words: [Path]) throws -> ExitCode {
        let file = try words.only(or: "missing file: magpie catalog FILE")
        guard (try? FileStatus.of(file).kind) != .other else {
            throw UsageError("the catalog is read several times: \(file) must be a file and no pipe")
        }
        let catalog = try Catalog(file, rows.options, takesAll: rows.takesAll)
        let content: CatalogContent
        do throws(SearchError) {
            content = try CatalogContent(of: catalog, showing: shown, language: language?.language)
        } catch {
            throw SetupError("cannot use the catalog: \(error.sentence)", because: error)
        }
        for warning in catalog.warnings { note("magpie: \(warning)\n") }
        let console = StandardOutput()
        if printsJSON {
            try console.write(content.line(of: catalog))
        } else {
            try console.write(catalog.summary)
            for row in content.first { try console.write(content.text(of: row, width: Terminal.helpColumns)) }
            try console.write(content.counts)
        }
        return isStrict && (content.withoutPicture > 0 || !catalog.warnings.isEmpty) ? .tooManyErrors : .done
    }

    static var options: [OptionGroup<CatalogCommand>] {
        [
            OptionGroup(
                "Options",
                .value(
                    "--items", kind: .integer(in: 0...1000), help: "Items to show whole.", default: "3",
                    sets: \.shown),
                .flag(
                    "--strict", help: "Exit with 3 where an item has no picture by name, or where there is a warning.",
                    sets: \.isStrict),
                .value(
                    "--language", kind: .languageChoice,
                    help: "Language of the words of the catalog, as 'index' takes it.",
                    default: .clause("as the words tell"), sets: \.language),
                .flag("--json", help: "Print one line of JSON with the columns and the counts.", sets: \.printsJSON)),
            TableOptions.group.inside(\.rows),
        ]
    }
}
