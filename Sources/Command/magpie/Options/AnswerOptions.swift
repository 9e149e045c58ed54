import VisualSearch

/// The options for the content of an answer.
struct AnswerOptions: Hashable, Sendable {
    var limit = 12
    var page = 1
    var filters: [String] = []
    var facets: [String] = []
    var fields: [String]?
    var sort: SearchRequest.Sort?
    var grouping: SearchRequest.Grouping?
    var variants: SearchRequest.Variants?
    var diversity: SearchRequest.Diversity?
    var leavesOutCopies = false
    var showsAll = false
    var strictness: Double?
    var opensFacets = false
    var facetLimit = 10
    var countsBranches = false
    var lowestScore = 0.0
    var explains = false

    /// The similarity from which `--dedup` treats two pictures as copies.
    static let sameness = 0.95

    func request(_ query: SearchRequest.Query, filter: Filter) -> SearchRequest {
        // All of them for the table and the page; those that are named as well, so that a wrong name is refused.
        SearchRequest(
            query, filter: filter, page: page, limit: limit, fields: ["*"] + (fields ?? []), scores: lowestScore...1,
            facets: facets.isEmpty
                ? nil
                : SearchRequest.FacetRequest(
                    facets, limit: facetLimit, excludesOwnFilter: opensFacets, branches: countsBranches,
                    tree: countsBranches), sort: sort,
            grouping: grouping,
            dedup: leavesOutCopies ? Self.sameness : nil, explains: explains, scope: showsAll ? .all : .relevant,
            strictness: strictness ?? 0.5, variants: variants, diversity: diversity)
    }

    /// Refuses options that would have no effect.
    func checkCombinations() throws(UsageError) {
        if diversity != nil, sort != nil { throw UsageError("--sort replaces the score: leave out --diversity") }
        guard strictness != nil else { return }
        if showsAll { throw UsageError("--all returns every item: leave out --strictness") }
        if lowestScore > 0 { throw UsageError("--score-min replaces the test for relevance: leave out --strictness") }
    }

    /// Returns the conjunction of all filters, parsed with the types of the store's fields.
    func filter(in store: CatalogStore) throws(SearchError) -> Filter {
        var fields = try store.read { snapshot throws(SearchError) in try snapshot.fields() }
        let asksColors = filters.contains { $0.contains(Facet.pictureColors) }
        if fields[Facet.pictureColors] == nil, asksColors || !fields.isEmpty { fields[Facet.pictureColors] = .list }
        var all: [Filter] = []
        for text in filters { all.append(try Filter(expression: text, fields: fields)) }
        return all.isEmpty ? .all : .and(all)
    }

    static var group: OptionGroup<AnswerOptions> { group(limit: "Hits, or groups, per page.", default: "12") }

    /// `limit` is the help of --limit.
    static func group(limit: String, default standardLimit: DefaultValue) -> OptionGroup<AnswerOptions> {
        OptionGroup(
            "Results",
            .value(
                "--limit", kind: .integer(in: SearchRequest.limits), help: limit, default: standardLimit, sets: \.limit),
            .value(
                "--page", kind: .integer(in: 1...SearchRequest.window), help: "Page number; 1 has the best hits.",
                default: "1", sets: \.page),
            .repeated(
                "--filter", kind: .filter,
                help: "Condition on a field: a value (brand:Lumo), alternatives (brand:Lumo|Borgo), any value "
                    + "(brand:*), a range (price:10,50 or price:10..50) or a comparison (price:>=10); prefix ! negates "
                    + "(!brand:Lumo). A branch such as category:Bags has Bags > Handbags below it, a day, a month "
                    + "(taken:2024-08) and a year all of their moments. Text fields match if any word matches; < and > need numbers or dates. "
                    + "Repeatable: all conditions must hold.", add: { $0.filters.append($1) }),
            .repeated(
                "--facets", kind: .names,
                help: "Fields whose values are counted over all hits; picture_colors counts the colors that pictures "
                    + "show.", add: { $0.facets += $1 }),
            .value(
                "--facet-limit", kind: .integer(in: 1...10_000),
                help: "Values of each facet, most frequent first; the number of further ones follows.", default: "10",
                sets: \.facetLimit),
            .flag(
                "--facet-tree", help: "Count branches as well: Bags with all below it, such as Bags > Handbags.",
                sets: \.countsBranches),
            .flag(
                "--open-facets",
                help: "Count each facet without the filters on its own field, so that alternatives keep their "
                    + "counts.", sets: \.opensFacets),
            .value(
                "--fields", kind: .optionalNames, help: "Attributes to show.",
                default: .clause("the title in the table, all in JSON and on the page"), sets: \.fields),
            .value("--sort", kind: .sort, help: "Field to sort by, in place of the score.", sets: \.sort),
            .value(
                "--group-by", kind: .grouping,
                help: "Field to group hits by: brand, or brand:3 for up to three hits of each value.", sets: \.grouping),
            .value(
                "--variants", kind: .variants,
                help: "Field that variants of a product share, such as group_id: the best one is the hit, with up to "
                    + "24 others beside it, or N. Totals, pages and facets count products.", sets: \.variants),
            .value(
                "--diversity", kind: .diversity,
                help: "Show hits that differ from one another: 0 orders by score alone, 1 by differences alone. "
                    + "They differ in look, or in a field (0.3:brand), or in all fields (0.3:*).", sets: \.diversity),
            .flag(
                "--dedup", help: "Omit hits whose picture is nearly identical to that of a better one.",
                sets: \.leavesOutCopies),
            .flag(
                "--all", help: "Return every item.",
                default: .clause("only relevant items count, in totals, facets, the order and on every page"),
                sets: \.showsAll),
            .value(
                "--strictness", kind: .optionalShare,
                help: "Closeness to the picture that hits need: 0 shows nearly everything, 1 next to nothing.",
                default: "0.5", sets: \.strictness),
            .value(
                "--score-min", kind: .decimal("S", in: 0...1, expected: "a number from 0 to 1"),
                help: "Lowest score of a hit, in place of the test for relevance.", sets: \.lowestScore),
            .flag(
                "--explain", help: "Show the contribution of shape, color, pattern and words to each score.",
                sets: \.explains))
    }
}
