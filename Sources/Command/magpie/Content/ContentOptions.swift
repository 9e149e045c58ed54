import ContentSearch
import Essentials

/// The options of a query for content.
struct ContentOptions: Hashable, Sendable {
    var filters: [String] = []
    var text: String?
    var picture: Path?
    var ids: [String] = []
    var relations: [String] = []
    var tags: [String] = []
    var needsAllTags = false
    var locale: String?
    var order: [SearchRequest.Sort] = []
    var fields: [String]?
    var population: [String]?
    var limit = 10
    var page = 1
    var showsEverything = false

    static var conditions: OptionGroup<ContentOptions> {
        OptionGroup(
            "Conditions",
            .repeated(
                "--filter", kind: .text("EXPRESSION", expected: "a filter such as rating:>=4"),
                help: "Condition: a value (language:fre), alternatives (language:fre|ger), any value (isbn:*), a "
                    + "range (rating:4,5), a comparison (rating:>=4), a part of a text (title~potter); joined by "
                    + "and, or, not and parentheses. Repeatable: all must hold.", add: { $0.filters.append($1) }),
            .value(
                "--text", kind: .text("WORDS", expected: "some words"),
                help: "Words to find; the best match comes first.", sets: \.text),
            .value(
                "--picture", kind: .path("FILE"), help: "Picture that pictures of instances resemble.", sets: \.picture),
            .repeated(
                "--ids", kind: .names.completed(as: .text), help: "Ids of the only instances to consider.",
                add: { $0.ids += $1 }),
            .repeated(
                "--related", kind: .text("FIELD[=ID,…]", expected: "a relation such as author=a-12"),
                help: "Relation to one of some instances, or to any. Repeatable: all must hold.",
                add: { $0.relations.append($1) }),
            .repeated(
                "--tag", kind: .text("NAME[=VALUE]", expected: "a tag such as brand=acme"),
                help: "Tag that instances carry. Repeatable: one of them is enough.", add: { $0.tags.append($1) }),
            .flag("--all-tags", help: "Instances carry all of the tags.", sets: \.needsAllTags))
    }

    static var answer: OptionGroup<ContentOptions> {
        OptionGroup(
            "Answer",
            .repeated(
                "--sort", kind: .sort.completed(as: .text),
                help: "Field to sort by. Repeatable: the next one decides among equals.", add: { $0.order.append($1) }),
            .value(
                "--fields", kind: .optionalNames.completed(as: .text), help: "Fields to show.",
                default: .clause("all in JSON, the first in the table"), sets: \.fields),
            .flag(
                "--populate",
                orValue: OptionValue("FIELD,…", expected: "names of relations") {
                    $0.split(separator: ",").map(String.init)
                },
                help: "Return relations as instances in place of ids: all, or those of FIELD.", sets: \.population),
            .value(
                "--locale", kind: .text("TAG", expected: "a language tag such as en-GB"),
                help: "Language of translated values.", default: .clause("all translations"), sets: \.locale),
            .value(
                "--limit", kind: .integer(in: ContentQuery.limits), help: "Instances per page.", default: "10",
                sets: \.limit),
            .value("--page", kind: .integer(in: 1 ... .max), help: "Page number.", default: "1", sets: \.page),
            .flag("--everything", help: "Return all matches at once.", sets: \.showsEverything))
    }

    /// The query over modules, with filters read by the kinds of their fields.
    func query(_ names: [String], in content: ContentStore) throws -> ContentQuery {
        var query = ContentQuery(modules: names)
        let types = try content.fieldTypes(of: names)
        for text in filters { query = query.where(try Filter(expression: text, fields: types)) }
        query.text = text
        if let picture {
            try NamedInput.require([picture])
            query.picture = .file(URL(filePath: picture.text, directoryHint: .notDirectory))
        }
        if !ids.isEmpty { query.ids = ids }
        for text in relations {
            let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
            let ids = sides.count > 1 ? sides[1].split(separator: ",").map(String.init) : nil
            query.relations.append(ContentQuery.Relation(sides.first ?? "", ids: ids))
        }
        if !tags.isEmpty {
            query.audience = ContentQuery.Audience(
                tags.map { ContentTag(written: $0) }, mode: needsAllTags ? .all : .any)
        }
        query.locale = locale
        query.order = order
        query.fields = fields
        if let population { query.population = population.isEmpty ? .all : .fields(population) }
        query.window = showsEverything ? .all : .page(page, limit: limit)
        return query
    }
}
