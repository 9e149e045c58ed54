import ContentSearch
import Essentials

extension Content {
    /// `magpie content define`.
    struct Define: Subcommand {
        static let name = "content define"
        static let summary = "Declares or changes modules by a schema in JSON."
        static let synopsis = "magpie content define [STORE] SCHEMA [--json]"
        static let details = """
            SCHEMA   an object, or an array of objects, such as
                     {"name": "books", "defaultLocale": "en", "fields": [
                      {"name": "title", "kind": "text", "required": true, "translated": true},
                      {"name": "authors", "kind": "relations", "module": "authors", "inverse": "books"}]}
                     with the kinds text, longText, boolean, number, date, time, image, video, website, color, object,
                     list, choice, choices, relation and relations
            """
        static let operands: ValueKind? = .file
        static let others = 1...1
        static let storeOperand = StoreOperand.existing(or: "--store names a new one")

        var store = StorePlace.standardName
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(.store(sets: \.store), .json(each: "result", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let file = try words.only(or: "define needs one file: magpie content define SCHEMA")
            let content = try Content.open(beside: store, .create)
            let modules: [ContentModule]
            do {
                modules = try ContentModule.schema(JSONValue(parsing: FileContents(file, limit: 16_000_000).bytes))
            } catch let error as MalformedJSON {
                throw SetupError("\(file) is no schema: \(error)")
            } catch let error as ImageError {
                throw SetupError("cannot read \(file): \(error)", because: error)
            }
            try content.define(modules)
            let names = modules.map(\.name.printable).joined(separator: ", ")
            try StandardOutput().write(
                printsJSON
                    ? JSONWriter.line { json in json.member("defined", modules.count) }
                    : "defined \(Numbers.plural(modules.count, "module")): \(names)\n")
            return .done
        }
    }
}
