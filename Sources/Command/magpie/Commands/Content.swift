import ContentSearch
import Essentials
import SearchAPI
import WireFormat

/// `magpie content import|search|modules|define|export|remove`.
struct Content: Subcommand {
    static let name = "content"
    static let summary = "Imports, searches and exports typed content: articles, stores, authors and their books."
    static let synopsis =
        "magpie content import FILE… | search [MODULE…] | modules | define SCHEMA | export [MODULE…] | remove ID…"
    static let nested = [
        NestedCommand(
            name: "import",
            help: """
                adds the rows of CSV files and JSON lines to a module, by default the one with the name of the file,
                and replaces rows with the same ids. A new module gets the fields that the data suggest. A row that
                does not fit is reported with its line and field, and the others go in. An import that was
                interrupted continues where it ended.
                """, operands: .file),
        NestedCommand(name: "search", help: "finds content: conditions on fields, words, relations, tags"),
        NestedCommand(
            name: "modules",
            help: "prints the modules, their fields and the number of instances; --json prints a schema for define"),
        NestedCommand(
            name: "define",
            help: """
                declares or changes modules by a schema in JSON: an object, or an array of objects, such as
                {"name": "books", "defaultLocale": "en", "fields": [
                 {"name": "title", "kind": "text", "required": true, "translated": true},
                 {"name": "authors", "kind": "relations", "module": "authors", "inverse": "books"}]}
                with the kinds text, longText, boolean, number, date, time, image, video, website, color, object,
                list, choice, choices, relation and relations
                """, operands: .file),
        NestedCommand(
            name: "export", help: "prints all content as JSON lines, which import takes again without a loss"),
        NestedCommand(
            name: "remove", help: "removes instances by their ids, or with --module a module with all of its instances"),
    ]
    static let details = """
        \(nested.table)

        Content is kept in FILE.content beside the store. Fields of all content begin with @: @id, @name, @module,
        @createdAt, @updatedAt, @publishedAt, @removedAt, @archivedAt, @deletedAt, @createdBy, @updatedBy, @deletedBy.
        A CSV column title@fr holds the French value of a translated field; '|' separates the values of a list.
        """
    static let examples = [
        Example(
            purpose: "import books, whose ids are in a column of their own",
            line: "magpie content import books.csv --id book_id"),
        Example(
            purpose: "the best of two languages, with a part of the fields",
            line: "magpie content search books --filter '(language:fre or language:ger) and rating:>=4.2' "
                + "--sort rating:desc --fields title,rating"),
        Example(
            purpose: "the published articles of an author, with the author in place of the id",
            line: "magpie content search articles --related author=a-12 --filter '@publishedAt:<=2026-11-22' "
                + "--populate=author --json"),
        Example(
            purpose: "words in all modules, labels in French", line: "magpie content search --text voyage --locale fr"),
        Example(purpose: "copy all content", line: "magpie content export > content.jsonl"),
    ]

    static var badInputsHelp: String? { "An import of a file in which no row fits." }

    private enum Verb: String, CaseIterable {
        case `import`, search, modules, define, export, remove
    }

    var store = StorePlace.standardName
    var module: String?
    var idColumn: String?
    var isQuiet = false
    var printsJSON = false
    var query = ContentOptions()

    static var options: [OptionGroup<Content>] {
        [
            ContentOptions.conditions.inside(\.query), ContentOptions.answer.inside(\.query),
            OptionGroup(
                title: "Import and all actions",
                options: [
                    .value(
                        "--module", kind: .text("NAME", expected: "the name of a module"),
                        help: "Module of rows that name none, for import; module to remove.", sets: \.module),
                    .value(
                        "--id", kind: .text("COLUMN", expected: "the name of a column"),
                        help: "Column with the ids, for import.", default: "id", sets: \.idColumn),
                    .store(sets: \.store),
                    .flag("--json", help: "Print a line of JSON for each result.", sets: \.printsJSON),
                    .flag("-q", "--quiet", help: "Show no progress.", sets: \.isQuiet),
                ]),
        ]
    }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let word = words.first else { throw UsageError("missing action: \(Self.synopsis)") }
        guard let verb = Verb(rawValue: word.text) else {
            let hint = nearest(to: word.text, among: Verb.allCases.map(\.rawValue))
            throw UsageError("unknown action '\(word)'" + (hint.map { "; did you mean \($0)?" } ?? ""))
        }
        if idColumn != nil, verb != .import { throw UsageError("only import takes --id") }
        if module != nil, verb != .import, verb != .remove { throw UsageError("only import and remove take --module") }
        if query != ContentOptions(), verb != .search {
            throw UsageError("\(verb.rawValue) takes no conditions, only search does")
        }
        let rest = words.dropFirst().map(\.text)
        switch verb {
        case .import:
            guard !rest.isEmpty else { throw UsageError("import needs files: magpie content import FILE…") }
            return try load(rest, into: open(.create))
        case .search: try show(rest, open(.readOnly))
        case .modules:
            if let more = rest.first { throw UsageError("modules takes options only, not '\(more.printable)'") }
            try list(open(.readOnly))
        case .define:
            guard rest.count == 1 else { throw UsageError("define needs one file: magpie content define SCHEMA") }
            try define(words[1], in: open(.create))
        case .export:
            let output = StandardOutput()
            var failure: (any Error)?
            try open(.readOnly).export(rest) { line in
                do { if failure == nil { try output.write(line + "\n") } } catch { failure = error }
            }
            if let failure { throw failure }
        case .remove: try remove(rest, from: open(.readWrite))
        }
        return .done
    }

    private func open(_ mode: CatalogStore.Mode) throws -> ContentStore {
        let path = ContentStore.path(besideCatalog: store.text)
        if mode != .create, (try? FileStatus.of(Path(path))) == nil {
            throw SetupError(
                "there is no content beside \(store); 'magpie content import' creates it, --store names another")
        }
        return try ContentStore(path: path, mode: mode)
    }

    private func define(_ file: Path, in content: ContentStore) throws {
        let modules: [ContentModule]
        do {
            modules = try ContentModule.schema(JSONValue(parsing: FileContents(file, limit: 16_000_000).bytes))
        } catch let error as MalformedJSON {
            throw SetupError("\(file) is no schema: \(error)")
        } catch let error as ImageError {
            throw SetupError("cannot read \(file): \(error)")
        }
        try content.define(modules)
        let names = modules.map(\.name.printable).joined(separator: ", ")
        try StandardOutput().write(
            printsJSON
                ? JSONWriter.line { json in json.member("defined", modules.count) }
                : "defined \(Numbers.plural(modules.count, "module")): \(names)\n")
    }

    private func list(_ content: ContentStore) throws {
        let modules = try content.modules()
        if printsJSON {
            return try StandardOutput().write(JSONValue.array(modules.map(\.json)).encodedText + "\n")
        }
        let counts = try content.counts()
        var text = modules.isEmpty ? "no modules\n" : ""
        for module in modules {
            let locale = module.defaultLocale.map { ", \($0.printable) by default" } ?? ""
            text += "\(module.name.printable): \(Numbers.plural(counts[module.name] ?? 0, "instance"))\(locale)\n"
            text += module.table
        }
        try StandardOutput().write(text)
    }

    private func remove(_ ids: [String], from content: ContentStore) throws {
        var count = 0
        if let module {
            guard ids.isEmpty else { throw UsageError("remove takes ids or --module, not both") }
            guard try content.modules().contains(where: { $0.name == module || $0.id == module }) else {
                throw SetupError("there is no module \(module.printable)")
            }
            count = try content.removeModuleBlocking(module)
        } else {
            guard !ids.isEmpty else { throw UsageError("remove needs ids: magpie content remove ID…") }
            count = try content.removeBlocking(ids).count
        }
        try StandardOutput().write(
            printsJSON
                ? JSONWriter.line { json in json.member("removed", count) }
                : "removed \(Numbers.plural(count, "instance"))\n")
    }
}

extension ContentModule {
    /// A line for each field.
    var table: String {
        aligned(
            fields.map { field in
                var remarks: [String] = []
                if field.isRequired { remarks.append("required") }
                if field.isTranslated { remarks.append("translated") }
                if let module = field.module { remarks.append("to \(module.printable)") }
                if let inverse = field.inverse { remarks.append("there: \(inverse.printable)") }
                if let choices = field.choices { remarks.append(choices.map(\.printable).joined(separator: "|")) }
                return ["  " + field.name.printable, field.kind.rawValue, remarks.joined(separator: ", ")]
            })
    }
}
