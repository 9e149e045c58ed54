import Essentials
import Recommendations
import SearchAPI
import SearchServer
import VisualSearch

/// `magpie recommend`.
struct Recommend: Subcommand {
    static let name = "recommend"
    static let summary = "Recommends items for an item or a customer, and says why."
    static let synopsis =
        "magpie recommend [--model NAME] [--seed ID[:WEIGHT]]… [--customer NAME]… | define FILE | list"
    static let nested = [
        NestedCommand(
            name: "define",
            help: """
                FILE: adds the models of a JSON file to the store, by name: one kind ("kind") or weights of several
                ("blend"), what follows ("then"), "filter", "boosts", "pins", at most N of a value
                ("most": {"brand": 2}), "diversity" from 0 to 1, "bought": true to let bought items come back, "days"
                that count for popular, or "variants" that share the customers. null removes a model.
                """, operands: .file),
        NestedCommand(name: "list", help: "shows the models"),
    ]
    static let details = """
        The model says how items are found. These exist without a definition:
        similar        looks like the seeds
        words          says the words of the seeds' titles and types
        together       seen, put in the cart or bought in the visits of the seeds
        complementary  bought with the seeds, or agrees with them in color and pattern; of another type
        popular        wanted most
        personal       goes with what the customer looked at
        recent         what the customer looked at, newest first
        newest         came into the store last

        A model that finds too few items is followed by others, so that new items and new customers get an answer
        too. Seeds never come back, nor does what the customer bought. Reads the events that a server keeps beside
        its store, in FILE.events, and works without them.

        \(nested.table)
        """
    static let examples = [
        Example(purpose: "items that look like one", line: "magpie recommend --seed bag-007 --size 8"),
        Example(
            purpose: "items that go with two, the first twice as important, as a page",
            line: "magpie recommend --model complementary --seed bag-007:2 --seed shoe-001 --report page.html"),
        Example(
            purpose: "for a customer, in stock, filled by chance",
            line: "magpie recommend --model personal --customer c-17 --filter in_stock:true --fill=1"),
        Example(purpose: "models of your own", line: "magpie recommend define models.json"),
        Example(
            purpose: "for other programs",
            line: "magpie recommend --seed bag-007 --json | jq -r '.items[] | \"\\(.id) \\(.engine)\"'"),
    ]

    private enum Verb: String, CaseIterable { case define, list }

    var store = StorePlace.standardName
    var describer = DescriberOptions()
    var typeField: String?
    var model = Model.Kind.similar.rawValue
    var seeds: [String] = []
    var customer: [String] = []
    var size = 10
    var filters: [String] = []
    var categories: [String] = []
    var fields: [String]?
    var fill: Fill?
    var report: Path?
    var printsJSON = false
    var limits = LimitOptions()

    /// The seed of `--fill`; nil for another one each time.
    struct Fill: Hashable { var seed: UInt64? }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let word = words.first else { return try recommend() }
        guard let verb = Verb(rawValue: word.text) else {
            let hint = nearest(to: word.text, among: Verb.allCases.map(\.rawValue)).map { "; did you mean \($0)?" }
            throw UsageError(
                "recommend takes options, define or list, not '\(word.text.quoted)'"
                    + (hint ?? "; --seed ID names an item"))
        }
        if report != nil || !seeds.isEmpty || !customer.isEmpty {
            throw UsageError("\(verb) recommends nothing: leave out --seed, --customer and --report")
        }
        switch verb {
        case .define:
            guard words.count == 2 else { throw UsageError("define needs one file: magpie recommend define FILE") }
            return try define(words[1])
        case .list:
            if words.count > 1 { throw UsageError("list takes no file, but was given '\(words[1].text.quoted)'") }
            return try list()
        }
    }

    private func recommender(_ mode: CatalogStore.Mode) throws -> Recommender {
        let engine = try store.engine(mode, EngineSettings(describer: describer, typeField: typeField))
        return try Recommender(engine: engine, events: SearchServer.events(of: engine.store.path))
    }

    private func recommend() throws -> ExitCode {
        let recommender = try recommender(.readOnly)
        let catalog = recommender.engine.store
        var request = RecommendationRequest(
            model: model, limit: size, customer: customer, categories: categories, recordsImpressions: false)
        request.filter = try AnswerOptions(filters: filters).filter(in: catalog)
        if let fill { request.fill = .random(seed: fill.seed) }
        for text in seeds {
            let (id, weight) = try seed(text, in: catalog)
            request.seeds[id] = weight
        }
        if let fields {
            let known = try catalog.read { snapshot throws(SearchError) in try snapshot.fields() }
            for name in fields where known[name] == nil { throw SearchError.unknownField(name, known: known.keys) }
        }
        try recommender.engine.warmUpBlocking()
        let start = ContinuousClock.now
        let answer = try recommender.recommendBlocking(request)
        let recommended = Recommended(
            request: request, answer: answer, milliseconds: start.duration(to: .now) / .milliseconds(1))
        let place = StorePlace(store)
        let console = StandardOutput()
        if printsJSON {
            try console.write(recommended.line(place: place, fields: fields))
        } else {
            try console.write(recommended.table(fields: fields))
        }
        if let report {
            let pictures = HitPictures(
                store: catalog, place: place, limits: limits.limits, link: PageLink(page: report), fields: fields)
            let page = RecommendPage(recommended: recommended, filters: filters, pictures: pictures)
            try AtomicFile.write(page.html, to: report)
            if !printsJSON { try console.write(nameOf: report) }
        }
        return .done
    }

    /// The id, and the weight after its last colon, unless an item has the whole text as its id.
    private func seed(_ text: String, in store: CatalogStore) throws -> (String, Double) {
        let isItem = try store.read { snapshot throws(SearchError) in try snapshot.slot(of: text) != nil }
        guard !isItem, let colon = text.lastIndex(of: ":") else { return (text, 1) }
        let (id, end) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
        guard let weight = Double(end), weight > 0, weight.isFinite else {
            throw UsageError("--seed expects an id, and a weight above 0 after a colon if wanted, not '\(text.quoted)'")
        }
        return (id, weight)
    }

    private func define(_ file: Path) throws -> ExitCode {
        let contents: FileContents
        do { contents = try FileContents(file, limit: 1_000_000) } catch {
            throw SetupError("cannot read the models in \(file): \(error)")
        }
        let models = try recommender(.readWrite).define(contents.bytes)
        let kept = models.filter { $0.value != nil }.keys.sorted()
        let removed = models.filter { $0.value == nil }.keys.sorted()
        var text = "\(store.text.printable): \(Numbers.plural(kept.count, "model")) defined"
        text += kept.isEmpty ? "" : ": \(kept.joined(separator: ", "))"
        text += removed.isEmpty ? "" : "; removed: \(removed.joined(separator: ", "))"
        try StandardOutput().write(text + "\n")
        return .done
    }

    private func list() throws -> ExitCode {
        let models = try recommender(.readOnly).definitions()
        let console = StandardOutput()
        for kind in Model.Kind.allCases where models[kind.rawValue] == nil {
            try console.write(ModelLine(name: kind.rawValue, model: Model(kind), isDefined: false).text(printsJSON))
        }
        for (name, model) in models.sorted(by: { $0.key < $1.key }) {
            try console.write(ModelLine(name: name, model: model, isDefined: true).text(printsJSON))
        }
        return .done
    }
}

extension Recommend {
    static var options: [OptionGroup<Recommend>] {
        [
            OptionGroup(
                title: "Question",
                options: [
                    .value(
                        "--model", kind: .text("NAME", expected: "the name of a model"),
                        help: "Model of the store, or one of the kinds above. Default similar.", sets: \.model),
                    .repeated(
                        "--seed", kind: .text("ID[:WEIGHT]", expected: "the id of an item"),
                        help: "Item to start from; the number after a colon is its weight. Repeatable.",
                        add: { $0.seeds.append($1) }),
                    .repeated(
                        "--customer", kind: .text("NAME", expected: "the name of a customer"),
                        help: "Name under which the events of the customer came (uid). Repeatable: all of them are "
                            + "one person.",
                        add: { $0.customer.append($1) }),
                    .value(
                        "--size", kind: .integer(in: RecommendationRequest.limits), help: "Items. Default 10.",
                        sets: \.size),
                    .repeated(
                        "--filter", kind: .text("FIELD:VALUE", expected: "a filter such as brand:Lumo or price:10,50"),
                        help: "Condition on a field, as in 'magpie search'. Repeatable: all conditions must hold.",
                        add: { $0.filters.append($1) }),
                    .repeated(
                        "--category", kind: .text("TYPE", expected: "a product type"),
                        help: "Product type of the items, as the store spells it. Repeatable: one of them.",
                        add: { $0.categories.append($1) }),
                    .flag(
                        "--fill", orValue: .fill,
                        help: "Fill places that stay empty with random items, marked as such; the same seed draws the "
                            + "same.", sets: \.fill),
                ]),
            OptionGroup(
                title: "Store and output",
                options: [
                    .store(sets: \.store), .runtime(sets: \.describer.runtime),
                    .describer(sets: \.describer.server), .typeField(sets: \.typeField),
                    .value(
                        "--fields", kind: .optionalNames,
                        help: "Attributes to show. Default: the title in the table, all in JSON and on the page.",
                        sets: \.fields),
                    .flag("--json", help: "Print JSON: one object, or for list one a line.", sets: \.printsJSON),
                    .value(
                        "--report", kind: .path("FILE"),
                        help: "HTML page with the seeds, the items as pictures and the reasons.", sets: \.report),
                ]),
            LimitOptions.group.inside(\.limits),
        ]
    }
}

extension OptionValue<Recommend.Fill> {
    /// A seed, or none.
    fileprivate static var fill: OptionValue {
        OptionValue("SEED", expected: "to stand alone or with a whole number from 0, such as --fill=1") { text in
            if text.isEmpty { return Recommend.Fill() }
            return UInt64(text).map { Recommend.Fill(seed: $0) }
        }
    }
}
