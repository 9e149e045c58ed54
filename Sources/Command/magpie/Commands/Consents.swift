import Essentials
import Recommendations
import SearchAPI
import SearchServer
import WireFormat

/// `magpie consents import|list|show|set`.
struct Consents: Subcommand {
    static let name = "consents"
    static let summary = "Imports consent categories; shows and records the answers of customers."
    static let synopsis = "magpie consents import FILE | list | show CUSTOMER… | set CUSTOMER CATEGORY yes|no [options]"
    static let nested = [
        NestedCommand(
            name: "import",
            help: """
                adds the categories of a JSON file, each in place of the one with its id: a list of objects with id,
                legitimate_interest, sources and translations, or the answer of Bloomreach's consent/categories
                """, operands: .file),
        NestedCommand(name: "list", help: "prints the categories"),
        NestedCommand(
            name: "show",
            help: """
                prints the latest answer of a customer to each category; CUSTOMER is the name in the events, and
                several names are of one person
                """),
        NestedCommand(name: "set", help: "records an answer as of now; earlier answers remain as history"),
    ]
    static let details = """
        \(nested.table)

        Categories and answers are kept in FILE.events beside the store. The category 'personalization' decides whether
        the events of a customer lead to recommendations for that customer: where it is defined without legitimate
        interest, only with a valid consent. While it is not defined, recommendations are personal for everybody.
        Counts of items without names include all events.
        """
    static let examples = [
        Example(purpose: "define the categories", line: "magpie consents import categories.json --store shop.magpie"),
        Example(
            purpose: "record a consent that ends",
            line: "magpie consents set c-81 personalization yes --until 2027-12-31"),
        Example(purpose: "the answers of a person with two names", line: "magpie consents show a@example.org c-81"),
        Example(purpose: "everything the person ever answered", line: "magpie consents show c-81 --history --json"),
    ]

    private enum Verb: String, CaseIterable {
        case `import`, list, show, set
    }

    /// The largest file of categories, in bytes.
    private static let fileLimit = 10_000_000

    var store = StorePlace.standardName
    var until: Date?
    var source: String?
    var message: String?
    var showsHistory = false
    var printsJSON = false

    static var options: [OptionGroup<Consents>] {
        [
            OptionGroup(
                title: "Options",
                options: [
                    .store(sets: \.store),
                    .value(
                        "--until", kind: .day, help: "End of a consent: the start of this day (UTC).", sets: \.until),
                    .value(
                        "--source", kind: .text("NAME", expected: "the name of a source"),
                        help: "Origin of an answer, such as page or crm.", sets: \.source),
                    .value(
                        "--message", kind: .text("TEXT", expected: "a text"),
                        help: "Words that the customer agreed to or sent.", sets: \.message),
                    .flag("--history", help: "Show all answers, latest first.", sets: \.showsHistory),
                    .flag("--json", help: "Print a line of JSON for each row.", sets: \.printsJSON),
                ])
        ]
    }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let word = words.first else { throw UsageError("missing action: \(Self.synopsis)") }
        guard let verb = Verb(rawValue: word.text) else {
            let hint = nearest(to: word.text, among: Verb.allCases.map(\.rawValue))
            throw UsageError("unknown action '\(word)'" + (hint.map { "; did you mean \($0)?" } ?? ""))
        }
        if until != nil || source != nil || message != nil, verb != .set {
            throw UsageError("only set takes --until, --source and --message")
        }
        if showsHistory, verb != .show { throw UsageError("only show takes --history") }
        let rest = words.dropFirst().map(\.text)
        let consents = ConsentStore(path: SearchServer.events(of: store.text))
        switch verb {
        case .import:
            guard rest.count == 1 else { throw UsageError("import needs one file: magpie consents import FILE") }
            try importCategories(words[1], into: consents)
        case .list:
            if let more = rest.first { throw UsageError("list takes options only, not '\(more.printable)'") }
            try list(consents)
        case .show:
            if rest.isEmpty { throw UsageError("show needs a customer: magpie consents show CUSTOMER…") }
            try show(rest, consents)
        case .set:
            guard rest.count == 3, let answer = ["yes": true, "no": false][rest[2]] else {
                throw UsageError("set needs a customer, a category and yes or no: set CUSTOMER CATEGORY yes|no")
            }
            if !answer, until != nil { throw UsageError("a refusal has no end; leave out --until") }
            let consent = Consent(
                category: rest[1], isGiven: answer, message: message, source: source,
                timestamp: Date.now.timeIntervalSince1970, until: until?.timeIntervalSince1970)
            try consents.record(consent, of: rest[0])
            try StandardOutput().write(
                printsJSON
                    ? consent.line(isAllowed: nil)
                    : "recorded: \(rest[0].printable) \(answer ? "agrees to" : "refuses") \(rest[1].printable)\n")
        }
        return .done
    }

    private func importCategories(_ file: Path, into consents: ConsentStore) throws {
        // The events lie beside a store; without one, the name of the store is probably wrong.
        guard (try? FileStatus.of(store)) != nil else {
            throw SetupError("there is no store \(store); 'magpie index' creates one, --store names another")
        }
        let categories: [ConsentCategory]
        do {
            categories = try ConsentCategory.all(in: FileContents(file, limit: Self.fileLimit).bytes)
        } catch let error as MalformedJSON {
            throw SetupError("\(file) is no list of consent categories: \(error)")
        } catch let error as ImageError {
            throw SetupError("cannot import \(file): \(error)", because: error)
        }
        try consents.define(categories)
        let names = categories.map(\.id.printable).joined(separator: ", ")
        try StandardOutput().write(
            printsJSON
                ? JSONWriter.line { json in json.member("imported", categories.count) }
                : "imported \(Numbers.plural(categories.count, "category", "categories")): \(names)\n")
    }

    private func list(_ consents: ConsentStore) throws {
        let categories = try consents.categories()
        if printsJSON {
            try StandardOutput().write(categories.map { $0.json.encodedText + "\n" }.joined())
            return
        }
        if categories.isEmpty { return try StandardOutput().write("no consent categories\n") }
        let text = categories.map { category in
            let open = category.sources.filter(\.value).keys.sorted().joined(separator: ", ")
            let name = category.translations[""]?["name"].map { "  \($0.printable)" } ?? ""
            return "\(category.id.printable)\(name)\n"
                + "  legitimate interest: \(category.hasLegitimateInterest ? "yes" : "no")\n"
                + "  sources: \(open.isEmpty ? "–" : open.printable)\n"
                + "  languages: \(category.translations.keys.sorted().map { $0.isEmpty ? "default" : $0.printable }.joined(separator: ", "))\n"
        }
        try StandardOutput().write(text.joined())
    }

    private func show(_ customer: [String], _ consents: ConsentStore) throws {
        let categories = try consents.categories()
        let answers = try showsHistory ? consents.history(of: customer) : consents.consents(of: customer)
        let now = Date.now.timeIntervalSince1970
        if printsJSON {
            let lines = answers.map { answer in
                let isLegitimate = categories.first { $0.id == answer.category }?.hasLegitimateInterest ?? false
                return answer.line(isAllowed: showsHistory ? nil : isLegitimate || answer.isValid(at: now))
            }
            return try StandardOutput().write(lines.joined())
        }
        if answers.isEmpty { return try StandardOutput().write("no answers\n") }
        let rows = answers.map { answer in
            [
                answer.category.printable, answer.state(at: now), Self.day(answer.timestamp),
                answer.until.map(Self.day) ?? "–", answer.source?.printable ?? "–", answer.message?.printable ?? "–",
            ]
        }
        try StandardOutput().write(
            aligned([["category", "answer", "time", "until", "source", "message"]] + rows))
    }

    fileprivate static func day(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(Date.ISO8601FormatStyle())
    }
}

extension Consent {
    fileprivate func state(at moment: Double) -> String {
        isValid(at: moment) ? "agreed" : isGiven ? "ended" : "refused"
    }

    fileprivate func line(isAllowed: Bool?) -> String {
        JSONWriter.line { json in
            json.member("category", category)
            json.member("given", isGiven)
            json.member("valid", isValid(at: Date.now.timeIntervalSince1970))
            if let isAllowed { json.member("allowed", isAllowed) }
            if let message { json.member("message", message) }
            if let source { json.member("source", source) }
            json.member("timestamp", timestamp, places: 3)
            if let until { json.member("until", until, places: 3) }
        }
    }
}
