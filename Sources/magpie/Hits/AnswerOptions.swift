import SearchAPI
import VisualSearch

/// The options that say what an answer holds.
struct AnswerOptions: Hashable, Sendable {
    var limit = 12
    var page = 1
    var filters: [String] = []
    var facets: [String] = []
    var fields: [String]?
    var sort: SearchRequest.Sort?
    var grouping: SearchRequest.Grouping?
    var leavesOutCopies = false
    var showsAll = false
    var opensFacets = false
    var lowestScore = 0.0
    var explains = false

    /// Similarity from which `--dedup` takes two pictures for the same.
    static let sameness = 0.95

    func request(_ query: SearchRequest.Query, filter: Filter) -> SearchRequest {
        SearchRequest(
            query, filter: filter, page: page, limit: limit, fields: ["*"], scores: lowestScore...1,
            facets: facets.isEmpty
                ? nil : SearchRequest.FacetRequest(facets, excludesOwnFilter: opensFacets), sort: sort,
            grouping: grouping,
            dedup: leavesOutCopies ? Self.sameness : nil, explains: explains, scope: showsAll ? .all : .relevant)
    }

    /// What all of the filters let through; they are read by the kinds of the store's fields.
    func filter(in store: CatalogStore) throws(SearchError) -> Filter {
        let fields = try store.read { snapshot throws(SearchError) in try snapshot.fields() }
        var all: [Filter] = []
        for text in filters { all.append(try Filter(expression: text, fields: fields)) }
        return all.isEmpty ? .all : .and(all)
    }

    static var group: OptionGroup<AnswerOptions> { group(limit: "Hits, or groups, on a page. Default 12.") }

    /// `limit` is the help of --limit.
    static func group(limit: String) -> OptionGroup<AnswerOptions> {
        OptionGroup(
            title: "The answer",
            options: [
                .value("--limit", kind: .integer(in: 1...100), help: limit, sets: \.limit),
                .value("--page", kind: .integer(in: 1...1000), help: "Default 1, the best hits.", sets: \.page),
                .repeated(
                    "--filter", kind: .text("FIELD:VALUE", expected: "a filter such as brand:Lumo or price:10,50"),
                    help: "Keep items with this value (brand:Lumo), one of these (brand:Lumo|Borgo), any (brand:*), a "
                        + "number in this range (price:10,50) or beyond one (price:>=10); ! before it turns it round "
                        + "(!brand:Lumo). Texts hold with any of the words. Repeatable: all must hold.",
                    add: { $0.filters.append($1) }),
                .repeated(
                    "--facets", kind: .names, help: "Count the values of these fields over all hits.",
                    add: { $0.facets += $1 }),
                .flag(
                    "--open-facets",
                    help:
                        "Count each facet as if no filter spoke of its field, so that other choices keep their counts.",
                    sets: \.opensFacets),
                .value(
                    "--fields", kind: .optionalNames,
                    help: "Attributes to show. Default: the title in the table, all in JSON and on the page.",
                    sets: \.fields),
                .value("--sort", kind: .sort, help: "Order by a field in place of the score.", sets: \.sort),
                .value(
                    "--group-by", kind: .grouping,
                    help: "Put hits with the same value together: brand, or brand:3 for up to three of each.",
                    sets: \.grouping),
                .flag(
                    "--dedup", help: "Leave out hits whose picture is nearly that of a better one.",
                    sets: \.leavesOutCopies),
                .flag(
                    "--all",
                    help:
                        "Take every item for a hit. Otherwise only those count that are probably relevant: in the total, "
                        + "in facets, in the order and on every page.", sets: \.showsAll),
                .value(
                    "--score-min", kind: .decimal("S", in: 0...1, expected: "a number from 0 to 1"),
                    help: "Count the items with this score or a higher one, in place of the relevant ones.",
                    sets: \.lowestScore),
                .flag(
                    "--explain", help: "Say how much of each score came from shape, color, pattern and words.",
                    sets: \.explains),
            ])
    }
}

extension OptionValue<[String]> {
    fileprivate static var names: OptionValue {
        OptionValue("FIELD,…", expected: "names of fields, with commas between") { text in
            let names = text.split(separator: ",").map(String.init)
            return names.isEmpty ? nil : names
        }
    }
}

extension OptionValue<[String]?> {
    fileprivate static var optionalNames: OptionValue {
        let names = OptionValue<[String]>.names
        return OptionValue(names.valueName, expected: names.expected) { names.parse(Path($0)) }
    }
}

extension OptionValue<SearchRequest.Sort> {
    fileprivate static var sort: OptionValue {
        OptionValue("FIELD[:asc|desc]", expected: "a field, then :asc or :desc if wanted") { text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard !parts[0].isEmpty, parts.count <= 2, ["asc", "desc"].contains(parts.dropFirst().first ?? "asc")
            else { return nil }
            return SearchRequest.Sort(parts[0], ascending: parts.dropFirst().first != "desc")
        }
    }
}

extension OptionValue<SearchRequest.Grouping> {
    fileprivate static var grouping: OptionValue {
        OptionValue("FIELD[:N]", expected: "a field, then a number of hits for each of its values if wanted") { text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard !parts[0].isEmpty, parts.count <= 2 else { return nil }
            guard parts.count == 2 else { return SearchRequest.Grouping(parts[0]) }
            return Int(parts[1]).flatMap { (1...100).contains($0) ? SearchRequest.Grouping(parts[0], limit: $0) : nil }
        }
    }
}
