import Essentials
import Recommendations
import SearchServer

/// `magpie recommend`.
struct Recommend: Subcommand {
    static let name = "recommend"
    static let summary = "Recommends items for an item or a customer, and says why."
    static let synopsis =
        "magpie recommend [STORE] [--model NAME] [--seed ID[:WEIGHT]]… [--customer NAME]… | define FILE | list"
    static var nested: [any Subcommand.Type] { [Define.self, List.self] }
    static let storeOperand = StoreOperand.existing(or: "--seed ID names an item")
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
        """
    static let examples = [
        Example(purpose: "items that look like one", line: "magpie recommend --seed bag-007 --size 8"),
        Example(
            purpose: "items that go with two, the first twice as important, as a page",
            line: "magpie recommend --model complementary --seed bag-007:2 --seed shoe-001 --report page.html"),
        Example(
            purpose: "for a customer, in stock, filled by chance",
            line: "magpie recommend --model personal --customer c-17 --filter in_stock:true --fill=1"),
        Example(
            purpose: "for other programs",
            line: "magpie recommend --seed bag-007 --json | jq -r '.items[] | \"\\(.id) \\(.engine)\"'"),
    ]

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

    /// Opens a store with the events beside it.
    static func recommender(
        _ store: Path, _ mode: CatalogStore.Mode, _ describer: DescriberOptions, _ typeField: String?
    ) throws -> Recommender {
        var settings = SearchEngine.Settings()
        settings.typeField = typeField
        let engine = try store.engine(mode, describer, settings)
        return try Recommender(engine: engine, events: SearchServer.events(of: engine.store.path))
    }

    func run(_ words: [Path]) throws -> ExitCode {
        let recommender = try Self.recommender(store, .readOnly, describer, typeField)
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
            try console.write(recommended.table(fields: fields, columns: console.columns))
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
}

extension Recommend {
    static var options: [OptionGroup<Recommend>] {
        [
            OptionGroup(
                "Question",
                .value(
                    "--model", kind: .text("NAME", expected: "the name of a model"),
                    help: "Model of the store, or one of the kinds above.", default: "similar", sets: \.model),
                .repeated(
                    "--seed", kind: .id("ID[:WEIGHT]", expected: "the id of an item"),
                    help: "Item to start from; the number after a colon is its weight. Repeatable.",
                    add: { $0.seeds.append($1) }),
                .repeated(
                    "--customer", kind: .text("NAME", expected: "the name of a customer"),
                    help: "Name under which the events of the customer came (uid). Repeatable: all of them are "
                        + "one person.", add: { $0.customer.append($1) }),
                .value(
                    "--size", kind: .integer(in: RecommendationRequest.limits), help: "Items.", default: "10",
                    sets: \.size),
                .repeated(
                    "--filter", kind: .filter,
                    help: "Condition on a field, as in 'magpie search'. Repeatable: all conditions must hold.",
                    add: { $0.filters.append($1) }),
                .repeated(
                    "--category", kind: .text("TYPE", expected: "a product type"),
                    help: "Product type of the items, as the store spells it. Repeatable: one of them.",
                    add: { $0.categories.append($1) }),
                .flag(
                    "--fill", orValue: .fill,
                    help: "Fill places that stay empty with random items, marked as such; the same seed draws the "
                        + "same.", sets: \.fill)),
            OptionGroup(
                "Store and output",
                .store(sets: \.store), .runtime(sets: \.describer.runtime),
                .describer(sets: \.describer.named), .typeField(sets: \.typeField),
                .value(
                    "--fields", kind: .optionalNames, help: "Attributes to show.",
                    default: .clause("the title in the table, all in JSON and on the page"), sets: \.fields),
                .flag("--json", help: "Print one JSON object.", sets: \.printsJSON),
                .value(
                    "--report", kind: .path("FILE"),
                    help: "HTML page with the seeds, the items as pictures and the reasons.", sets: \.report)),
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
