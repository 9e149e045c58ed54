import Recommendations
import WireFormat

extension Events {
    /// `magpie events forget`.
    struct Forget: Subcommand {
        static let name = "events forget"
        static let summary = "Removes all data of a person."
        static let synopsis = "magpie events forget [STORE] CUSTOMER… [--json]"
        static let details = """
            Removed from FILE.events are the events, the searches that they followed, shares in counts, and
            consents. Give every name of the person. The file is rewritten, so that no byte of the data remains;
            events that arrive meanwhile wait.
            """
        static let others = 1...Int.max
        static let examples = [
            Example(purpose: "forget a person with two names", line: "magpie events forget a@example.org cookie-81")
        ]

        var store = StorePlace.standardName
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(.store(sets: \.store), .flag("--json", help: "Print a line of JSON.", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let path = try Events.file(of: store)
            let names = words.map(\.text)
            if names.isEmpty || names.contains("") {
                throw UsageError("forget needs the names of a customer, as the events have them: forget CUSTOMER…")
            }
            let gone = try EventStore(path: path).forget(names)
            let console = StandardOutput()
            if printsJSON {
                let line = JSONWriter.line { json in
                    json.member("events", gone.events)
                    json.member("visits", gone.visits)
                    json.member("consents", gone.consents)
                    json.member("searches", gone.searches)
                    json.key("alsoInTheirSessions")
                    json.array(gone.others) { json, name in json.value(name) }
                }
                try console.write(line)
                return .done
            }
            let parts = [
                Numbers.plural(gone.events, "event"), Numbers.plural(gone.visits, "visit"),
                Numbers.plural(gone.consents, "answer") + " on consents",
                Numbers.plural(gone.searches, "search", "searches"),
            ]
            try console.write("forgotten: \(parts.joined(separator: ", "))\n")
            if !gone.others.isEmpty {
                note(
                    "magpie: the same sessions have events of \(gone.others.map(\.printable).joined(separator: ", ")); "
                        + "forget these names as well if they are of the same person\n")
            }
            return .done
        }
    }
}
