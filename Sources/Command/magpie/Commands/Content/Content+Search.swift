import ContentSearch

extension Content {
    /// `magpie content search`.
    struct Search: Subcommand {
        static let name = "content search"
        static let summary = "Finds content: conditions on fields, words, relations, tags."
        static let synopsis = "magpie content search [STORE] [MODULE…] [options]"
        static let others = 0...Int.max
        static let examples = [
            Example(
                purpose: "the best of two languages, with a part of the fields",
                line: "magpie content search books --filter '(language:fre or language:ger) and rating:>=4.2' "
                    + "--sort rating:desc --fields title,rating"),
            Example(
                purpose: "the published articles of an author, with the author in place of the id",
                line: "magpie content search articles --related author=a-12 --filter '@publishedAt:<=2026-11-22' "
                    + "--populate=author --json"),
            Example(
                purpose: "words in all modules, labels in French",
                line: "magpie content search --text voyage --locale fr"),
        ]

        var store = StorePlace.standardName
        var printsJSON = false
        var query = ContentOptions()

        static var options: [OptionGroup<Self>] {
            [
                ContentOptions.conditions.inside(\.query), ContentOptions.answer.inside(\.query),
                OptionGroup(
                    "Store and output",
                    .store(sets: \.store),
                    .json(each: "result", sets: \.printsJSON)),
            ]
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let content = try Content.open(beside: store, .readOnly)
            let query = try query.query(words.map(\.text), in: content)
            let page: ContentPage<ContentInstance>
            do { page = try content.searchBlocking(query) } catch {
                if case .invalidArgument(let text) = error { throw UsageError(text) }
                throw error
            }
            for notice in page.notices { note("magpie: \(notice.text.printable)\n") }
            if printsJSON {
                try StandardOutput().write(page.items.map { $0.json.encodedText + "\n" }.joined())
                return .done
            }
            if page.total == 0 {
                try StandardOutput().write("nothing found\n")
                return .done
            }
            let known = try content.modules()
            let columns = query.fields ?? ContentInstance.columns(of: page.items, known)
            let rows = page.items.map { item in
                [item.id.printable, item.module.printable] + columns.map { item.cell($0) }
            }
            let count = query.window == .all ? "" : " (page \(page.page) of \(page.pages))"
            try StandardOutput().write(
                aligned(["id", "module"] + columns.map(\.printable), rows)
                    + "\(Numbers.plural(page.total, "instance"))\(count)\n")
            return .done
        }
    }
}

extension ContentInstance {
    /// The first fields that the instances have, in the order of their modules.
    fileprivate static func columns(of items: [ContentInstance], _ modules: [ContentModule]) -> [String] {
        var columns: [String] = []
        for module in modules {
            let those = items.filter { $0.module == module.name }
            for field in module.fields where those.contains(where: { $0.values[field.name] != nil }) {
                if !columns.contains(field.name) { columns.append(field.name) }
            }
        }
        return Array(columns.prefix(5))
    }

    /// A value in one line of a table.
    fileprivate func cell(_ field: String) -> String {
        let value = values[field] ?? .null
        let text: String =
            switch value {
            case .null: "–"
            case .array(let values): values.map { $0.text ?? $0.encodedText }.joined(separator: "|")
            default: value.text ?? value.encodedText
            }
        return text.count > 40 ? String(text.prefix(39)).printable + "…" : text.printable
    }
}
