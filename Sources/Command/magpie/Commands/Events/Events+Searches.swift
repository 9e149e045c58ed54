import Recommendations
import WireFormat

extension Events {
    /// A table of searches.
    enum SearchTable: String, Hashable, Sendable {
        case query, rule, position
    }

    /// `magpie events --by query|rule|position`, and the page of `--report`.
    func reportSearches(_ table: SearchTable?, in path: String) throws -> ExitCode {
        let console = StandardOutput()
        guard let counted = try EventStore(reading: path).searchReport(since: choice.since) else {
            throw SetupError(
                "\(path.printable) is of an earlier version and has no searches; 'magpie serve' records them from its next "
                    + "start on")
        }
        if let table {
            switch table {
            case .query: try write(counted.queries.prefix(limit).map(SearchRow.init), by: table, to: console)
            case .rule: try write(counted.rules.prefix(limit).map(SearchRow.init), by: table, to: console)
            case .position: try write(counted.positions.prefix(limit).map(SearchRow.init), by: table, to: console)
            }
            try console.write(printsJSON ? counted.totalLine : counted.remarks)
        }
        if let report {
            try AtomicFile.write(SearchesPage(report: counted, limit: limit, store: store.text).html, to: report)
            if !printsJSON { try console.write(nameOf: report) }
        }
        return .done
    }

    private func write(_ rows: [SearchRow], by table: SearchTable, to console: StandardOutput) throws {
        if printsJSON {
            for row in rows { try console.write(row.line(by: table.rawValue)) }
        } else if rows.isEmpty {
            try console.write(table == .query ? "no searches\n" : table == .rule ? "no rule acted\n" : "no hits\n")
        } else {
            let header = [table.rawValue] + (rows.first?.header ?? [])
            try console.write(aligned(header, rows.map { [$0.cut] + $0.cells }, first: .text))
        }
    }

    /// Throws where options were given that a report of searches does not follow.
    func checkSearchOptions() throws {
        guard searchTable != nil || report != nil else { return }
        if lists { throw UsageError("--list shows events, and --report and --by query searches; give one of them") }
        if let table, searchTable == nil {
            let given =
                switch table {
                case .counts(let grouping): grouping.rawValue
                case .variants: "variant"
                case .searches(let table): table.rawValue
                }
            throw UsageError("--report is about searches: give it with --by query, rule or position, not --by \(given)")
        }
        for (option, isGiven) in [
            ("--action", choice.action != nil), ("--item", choice.item != nil), ("--search", choice.search != nil),
        ] where isGiven {
            throw UsageError("a report of searches counts all that followed them; leave out \(option)")
        }
    }

    /// The table of searches that is asked for; nil for another one.
    var searchTable: SearchTable? {
        if case .searches(let table)? = table { table } else { nil }
    }
}

extension SearchReport {
    /// The totals, and the counts of events that are in no row.
    var remarks: String {
        let parts = [
            (apart.unknownSearch, "of unrecorded searches"),
            (apart.notShown, "on items that the answer did not show"),
            (apart.repeated, "reported again for the same search and item"),
            (apart.withoutSearch, "without the id of a search"), (apart.earlier, "after an earlier search"),
        ]
        let told = parts.filter { $0.0 > 0 }.map { "\(Numbers.count($0)) \($1)" }
        var text = "\nall: \(Numbers.plural(total.searches, "search", "searches"))"
        text += ", \(Numbers.count(total.empty)) with nothing found; \(Numbers.plural(total.clicks, "click"))"
        if let rate = total.rate { text += ", click-through \(rate.text)" }
        text += "\n"
        if !told.isEmpty { text += "events not counted: \(told.joined(separator: ", "))\n" }
        if dropped > 0 {
            let lost = Numbers.plural(dropped, "search was", "searches were")
            text += "\(lost) not recorded: too many at once, or a full disk\n"
        }
        return text
    }

    fileprivate var totalLine: String {
        JSONWriter.line { json in
            json.member("by", "searches")
            SearchRow.write(total, to: &json)
            json.member("unknownSearch", apart.unknownSearch)
            json.member("notShown", apart.notShown)
            json.member("repeated", apart.repeated)
            json.member("withoutSearch", apart.withoutSearch)
            json.member("earlier", apart.earlier)
            json.member("dropped", dropped)
        }
    }
}
