import Essentials
import VisualSearch

/// `magpie search`.
struct Search: Subcommand {
    /// Up to so many queries read what they need of a large store; for more, all vectors are loaded.
    private static let shortRunLimit = 4

    static let name = "search"
    static let summary =
        "Finds items that look like a picture or an item, have a color, or match words."
    static let others = 0...Int.max
    static let synopsis = "magpie search [STORE] IMAGE… | --id ID | --color HEX | --text WORDS  [options]"
    static let details = """
        Prints a table, JSON or an HTML page. Scores range from 0 (unrelated) to 1 (the same picture). Items with
        too little similarity, too little of the color or too few of the words are not hits. Without hits, the
        nearest items are shown and marked as such (exit code 0); where words find nothing, a line says what the
        store can be asked. --all returns every item. The total, filters, facets and the order cover all hits, not
        only one page.

        In a store that 'index --read-text' has read, the words in the picture of an item that is searched with count:
        those that others have too make these more alike; numbers do not count. No item leaves the answer for them. With
        --read-text the same goes for a picture of yours.

        Each picture is searched for by itself; --together searches once, for what all pictures and items share.
        --json prints one object for each query, on a line of its own. A picture that cannot be used ends the
        command with exit code 2, after the other queries.
        """
    static let examples = [
        Example(
            purpose: "similar items, with an HTML report",
            line: "magpie search samples/images/bag-007.jpg --report hits.html"),
        Example(
            purpose: "within a price range, with counts of the brands",
            line: "magpie search samples/images/bag-007.jpg --filter price:50,90 --facets brand"),
        Example(
            purpose: "neither black nor white, and not of that brand",
            line: "magpie search samples/images/bag-007.jpg --filter '!color:black|white' --filter '!brand:Lumo'"),
        Example(
            purpose: "the photos in a screenshot or a collage",
            line: "magpie search samples/images/bag-007.jpg --copies"),
        Example(purpose: "items similar to an item", line: "magpie search --id shoe-001 --limit 24"),
        Example(
            purpose: "the same carton, by its look and by what is printed on it",
            line: "magpie search carton.jpg --read-text models/ppocr --store shelf.magpie"),
        Example(
            purpose: "like these two, and not like that one",
            line: "magpie search samples/images/bag-007.jpg --id bag-004 --together --unlike bag-001"),
        Example(
            purpose: "two colors, the first twice as important", line: "magpie search --color b8482a:2 --color ffffff"),
        Example(purpose: "words, the cheapest first", line: "magpie search --text 'red leather bag' --sort price:asc"),
        Example(purpose: "conditions in the words", line: "magpie search --text 'cheapest boots under 100, not black'"),
        Example(
            purpose: "for other programs", line: "magpie search x.jpg --json | jq -r '.hits[] | \"\\(.score) \\(.id)\"'"
        ),
    ]

    var store = StorePlace.standardName
    var describer = DescriberOptions()
    var report: Path?
    var printsJSON = false
    var findsCopies = false
    var query = QueryOptions()
    var answer = AnswerOptions()
    var words = WordOptions()
    var rules = RuleOptions()
    var limits = LimitOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        try answer.checkCombinations()
        let queries = try query.queries(words)
        for word in words where (try? FileStatus.of(word))?.kind == .folder {
            throw UsageError(
                "\(word) is a folder; name its pictures to search with them, or add them to a store to search in it: "
                    + "magpie index \(word)")
        }
        if report != nil, queries.count > 1 {
            throw UsageError("--report takes one query, but \(queries.count) were given")
        }
        if findsCopies { try checkCopies(queries) }
        try NamedInput.require(words)
        var settings = try self.words.settings()
        // So few searches that caches do not pay.
        settings.readsOnDemand = queries.count <= Self.shortRunLimit
        let engine = try store.engine(.readOnly, describer, settings)
        let place = StorePlace(store)
        let filter = try answer.filter(in: engine.store)
        let rules = try rules.rules()
        let items = try engine.store.read { snapshot in snapshot.count }
        let texts = try query.textModels.map { folder throws(SetupError) in
            try PictureTexts(folder, runtime: describer.runtime, jobs: 1)
        }
        defer { texts?.end() }
        let console = StandardOutput()
        let table = HitsTable(isStyled: console.isStyled, fields: answer.fields, columns: console.columns)
        var code = ExitCode.done
        for query in queries {
            do {
                if findsCopies {
                    let found = try copies(of: query, filter, in: engine, place, items: items)
                    let heading = queries.count > 1 ? "\(query.name)\n" : ""
                    try console.write(printsJSON ? found.line(place: place) : heading + found.text)
                    continue
                }
                let answered = try search(query, filter, rules, texts, in: engine, items: items)
                if printsJSON {
                    try console.write(answered.line(place: place, fields: answer.fields))
                } else {
                    let heading = queries.count > 1 ? "\(query.name)\n" : ""
                    try console.write(heading + table.text(answered) + (queries.count > 1 ? "\n" : ""))
                }
                if let report {
                    try write(answered, engine, place, to: report)
                    if !printsJSON { try console.write(nameOf: report) }
                }
            } catch let error as SearchError {
                guard case .image(let cause) = error else { throw error }
                if code != .tryAgain { code = error.exitCode }
                if printsJSON {
                    try console.write(query.line(cause))
                } else {
                    noteError("\(query.name): \(error.sentence)")
                }
            }
        }
        return code
    }

    private func search(
        _ query: PictureQuery, _ filter: Filter, _ rules: SearchRequest.Rules, _ texts: PictureTexts?,
        in engine: SearchEngine, items: Int
    ) throws -> AnsweredQuery {
        let start = ContinuousClock.now
        let wanted = try query.query(limits: limits.limits, texts: texts) { path, reason in
            note("magpie: the text of \(path.text.printable) could not be read: \(reason)\n")
        }
        var request = answer.request(wanted, filter: filter)
        request.explains = request.explains || report != nil
        request.rules = rules
        let result = try engine.searchBlocking(request, limits: limits.limits)
        return AnsweredQuery(
            query: query, answer: result, milliseconds: start.duration(to: .now) / .milliseconds(1), items: items)
    }

    private func copies(
        of query: PictureQuery, _ filter: Filter, in engine: SearchEngine, _ place: StorePlace, items: Int
    ) throws -> CopiesOfPicture {
        let start = ContinuousClock.now
        guard case .image(let input, _) = try query.query(limits: limits.limits).example else {
            throw UsageError("--copies needs a picture")
        }
        let limit = limits.limits.inputBytes
        let found = try engine.copiesBlocking(of: input, filter: filter, limits: limits.limits) { item in
            place.file(of: item.source).flatMap { try? FileContents($0, limit: limit) }.map { .bytes($0.bytes) }
        }
        return CopiesOfPicture(
            query: query, answer: found, limit: answer.limit, items: items,
            milliseconds: start.duration(to: .now) / .milliseconds(1))
    }

    /// Copies are proven or not: what ranks look-alikes has no place beside them.
    private func checkCopies(_ queries: [PictureQuery]) throws(UsageError) {
        guard queries.allSatisfy({ $0.picture != nil }) else { throw UsageError("--copies needs a picture") }
        var others = AnswerOptions()
        (others.limit, others.filters) = (answer.limit, answer.filters)
        guard others == answer, query == QueryOptions(), rules == RuleOptions(), report == nil else {
            throw UsageError("--copies takes pictures, --filter, --limit, --store and --json, nothing else")
        }
    }

    private func write(_ answered: AnsweredQuery, _ engine: SearchEngine, _ place: StorePlace, to report: Path) throws {
        let pictures = HitPictures(
            store: engine.store, place: place, limits: limits.limits, link: PageLink(page: report),
            fields: answer.fields)
        try AtomicFile.write(HitsPage(answered: answered, options: answer, pictures: pictures).html, to: report)
    }
}

extension Search {
    static var options: [OptionGroup<Search>] {
        [
            QueryOptions.group.inside(\.query),
            WordOptions.group.inside(\.words),
            AnswerOptions.group.inside(\.answer),
            RuleOptions.group.inside(\.rules),
            OptionGroup(
                "Copies",
                .flag(
                    "--copies",
                    help: "Find copies of the picture instead: turned or mirrored, inside it, or with it inside. "
                        + "Describes up to 43 parts and turns and proves each answer by pixels, which takes about half a "
                        + "second of a core. Needs the files of the items, or their small pictures in the store.",
                    sets: \.findsCopies)),
            OptionGroup(
                "Store and output",
                .store(sets: \.store), .model(sets: \.describer.folder), .runtime(sets: \.describer.runtime),
                .describer(sets: \.describer.named),
                .flag("--json", help: "Print one JSON object for each query.", sets: \.printsJSON),
                .value(
                    "--report", kind: .path("FILE"),
                    help: "HTML page with the query, the hits as pictures, facets and timing.", sets: \.report)),
            LimitOptions.group.inside(\.limits),
        ]
    }
}
