import Essentials
import Recommendations
import SearchServer

/// `magpie events`.
struct Events: Subcommand {
    static let name = "events"
    static let summary = "Reports tracked events: clicks, purchases and views of results; forgets a customer."
    static let synopsis =
        "magpie events [STORE] [--by PROPERTY | --list] [--report FILE] [options] | forget CUSTOMER…"
    static var nested: [any Subcommand.Type] { [Forget.self] }
    static let details = """
        The server keeps events beside its store, in FILE.events. Without --by and --list, prints three tables: by
        action, by day (UTC, latest first) and by item, and the size of the counts for recommendations. The reqid of an answer identifies a search. Works while the
        server runs. Of a catalog in Milvus, reports what the servers on this machine have taken.

        With --by variant, counts for each variant of a recommendation model the views, clicks, carts and purchases
        among the events with its recommendation_variant_id. The rate is clicks per view, followed by the interval
        that holds the true rate with a probability of 95%.

        With --by query, rule or position, counts the searches that the server has answered, with the clicks, carts and
        purchases whose queryId is the reqid of the answer: each once for a search and an item that it showed. The
        click-through is the share of answers with hits that were clicked. A rule is compared with answers to the same
        queries in which it did not act. The places of further pages follow those of the first. --report writes a page
        for a browser: searches that found nothing, queries that are passed over, and all three tables.
        """
    static let examples = [
        Example(purpose: "all tables", line: "magpie events --store shop.magpie"),
        Example(purpose: "the most clicked items", line: "magpie events --by item --action product_click --limit 20"),
        Example(purpose: "the events after a search", line: "magpie events --list --search 7475934028431196171"),
        Example(purpose: "the variants of recommendation models", line: "magpie events --by variant"),
        Example(purpose: "the most frequent searches", line: "magpie events --by query --limit 20 --since 2026-11-01"),
        Example(
            purpose: "searches that found nothing, and all tables, as a page",
            line: "magpie events --report searches.html --limit 50"),
        Example(purpose: "the latest, for other programs", line: "magpie events --list --json | jq -r .action"),
    ]

    /// The property by which events are counted.
    enum Table: Hashable, Sendable {
        case counts(EventStore.Grouping)
        case variants
        case searches(SearchTable)
    }

    var store = StorePlace.standardName
    var table: Table?
    var choice = EventStore.Choice()
    var limit = 10
    var lists = false
    var printsJSON = false
    var report: Path?

    /// The file of the events of a store; of a shared catalog, that which a server on this machine keeps beside its copy.
    static func file(of store: Path) throws -> String {
        let path = SearchServer.events(of: store.isMilvus ? try store.engine(.readOnly).store.path : store.text)
        guard FileManager.default.fileExists(atPath: path) else {
            throw SetupError("no events of \(store); 'magpie serve' keeps them in \(path.printable)")
        }
        return path
    }

    func run(_ words: [Path]) throws -> ExitCode {
        if lists, table != nil { throw UsageError("give --by or --list, not both") }
        try checkSearchOptions()
        let path = try Self.file(of: store)
        if searchTable != nil || report != nil { return try reportSearches(searchTable, in: path) }
        let events = try EventStore(reading: path)
        let console = StandardOutput()
        if !printsJSON, try events.latest(1, of: choice).isEmpty {
            try console.write("no events\n")
            return .done
        }
        if lists {
            let latest = try events.latest(limit, of: choice)
            let table = TextTable(columns: [.name, .reason], rows: latest.map(\.cells))
            try console.write(printsJSON ? latest.map(\.line).joined() : table.text(to: console.columns))
            return .done
        }
        if table == .variants { return try printVariants(of: events) }
        var groupings: [EventStore.Grouping] = [.action, .day, .item]
        if case .counts(let one)? = table { groupings = [one] }
        for (index, grouping) in groupings.enumerated() {
            let counts = try events.counts(by: grouping, of: choice, limit: limit)
            if printsJSON {
                for count in counts {
                    let line = JSONWriter.line { json in
                        json.member("by", grouping.rawValue)
                        json.member("name", count.name)
                        json.member("events", count.events)
                        json.member("users", count.users)
                    }
                    try console.write(line)
                }
            } else {
                let rows = counts.map { [$0.name.printable, Numbers.count($0.events), Numbers.count($0.users)] }
                try console.write((index == 0 ? "" : "\n") + aligned([grouping.rawValue, "events", "users"], rows))
            }
        }
        if table == nil { try console.write(counted(EventCounts(path: path).report())) }
        return .done
    }
}

/// Rows of cells below their titles, the first column at the left and the others at the right, for the terminal of
/// standard output.
///
/// - Parameter first: The kind of the first column: one of names is never cut.
func aligned(_ header: [String], _ rows: [[String]], first: TextTable.Column = .name) -> String {
    let columns = [first] + header.dropFirst().map { _ in .number }
    return TextTable(columns: columns, header: header, rows: rows).text(to: StandardOutput().columns)
}

extension EventStore.Kept {
    fileprivate var time: String { received.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

    fileprivate var cells: [String] {
        let parts = [
            user.map { "user \($0)" }, item.map { "item \($0)" }, position.map { "place \($0)" },
            query.map { "search \($0)" }, value.map { "value \($0)" },
        ]
        return [time, ([action] + parts.compactMap { $0 }).map(\.printable).joined(separator: "  ")]
    }

    fileprivate var line: String {
        JSONWriter.line { json in
            json.member("received", time)
            json.member("action", action)
            for (name, text) in [("user", user), ("session", session), ("query", query), ("item", item)] {
                if let text { json.member(name, text) }
            }
            if let position { json.member("position", position) }
            if let value { json.member("value", value, places: 6) }
            let sent = (try? JSONDecoder().decode([String: String].self, from: Data(members.utf8))) ?? [:]
            json.member("sent") { json in
                for (name, text) in sent.sorted(by: { $0.key < $1.key }) { json.member(name, text) }
            }
        }
    }
}

extension Events {
    static var options: [OptionGroup<Events>] {
        .options(
            .store(sets: \.store),
            .value(
                "--by",
                kind: .word([
                    "action": .counts(.action), "day": .counts(.day), "item": .counts(.item),
                    "search": .counts(.search), "variant": .variants, "query": .searches(.query),
                    "rule": .searches(.rule), "position": .searches(.position),
                ]),
                help: "Property to count by: of events, or query, rule and position of the searches that "
                    + "they followed.", default: .clause("action, day and item"), sets: \.table),
            .value(
                "--action", kind: .text("NAME", expected: "an action"),
                help: "Only events with this action, such as product_click.", sets: \.choice.action),
            .value(
                "--item", kind: .id(expected: "the name of an item"), help: "Only events of this item.",
                sets: \.choice.item),
            .value(
                "--search", kind: .text("REQID", expected: "the reqid of an answer"),
                help: "Only events that followed this search.", sets: \.choice.search),
            .value(
                "--since", kind: .day, help: "Only events and searches of this day (UTC) or later.",
                sets: \.choice.since),
            .flag(
                "--list", help: "List the latest events instead of counting; with --json, all parameters as sent.",
                sets: \.lists),
            .value(
                "--limit", kind: .integer(in: 1...1_000_000), help: "Maximum number of rows in a table or list.",
                default: "10", sets: \.limit),
            .value(
                "--report", kind: .path("FILE"),
                help: "HTML page about the searches: those that found nothing, queries, rules, positions.",
                sets: \.report),
            .json(each: "row", sets: \.printsJSON))
    }
}
