import Essentials
import Recommendations
import WireFormat

extension Consents {
    /// `magpie consents import`.
    struct Import: Subcommand {
        static let name = "consents import"
        static let summary = "Adds the categories of a JSON file, each in place of the one with its id."
        static let synopsis = "magpie consents import [STORE] FILE [--json]"
        static let details = """
            FILE is a list of objects with id, legitimate_interest, sources and translations, or the answer of
            Bloomreach's consent/categories.
            """
        static let operands: ValueKind? = .file
        static let others = 1...1
        static let examples = [
            Example(
                purpose: "define the categories", line: "magpie consents import categories.json --store shop.magpie")
        ]

        /// The largest file of categories, in bytes.
        private static let fileLimit = 10_000_000

        var store = StorePlace.standardName
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(.store(sets: \.store), .json(each: "row", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let file = try words.only(or: "import needs one file: magpie consents import FILE")
            let consents = try Consents.of(store)
            let categories: [ConsentCategory]
            do {
                categories = try ConsentCategory.all(in: FileContents(file, limit: Self.fileLimit).bytes)
            } catch let error as MalformedJSON {
                throw SetupError("\(file) is no list of consent categories: \(error)")
            } catch let error as ImageError {
                throw SetupError("cannot import \(file): \(error)", because: error)
            }
            try consents.define(categories)
            let names = categories.map(\.id.printable).joined(separator: ", ")
            try StandardOutput().write(
                printsJSON
                    ? JSONWriter.line { json in json.member("imported", categories.count) }
                    : "imported \(Numbers.plural(categories.count, "category", "categories")): \(names)\n")
            return .done
        }
    }
}
