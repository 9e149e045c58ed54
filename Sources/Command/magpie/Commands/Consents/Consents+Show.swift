import Essentials
import Recommendations

extension Consents {
    /// `magpie consents show`.
    struct Show: Subcommand {
        static let name = "consents show"
        static let summary = "Prints the latest answer of a customer to each category."
        static let synopsis = "magpie consents show [STORE] CUSTOMER… [options]"
        static let details = """
            CUSTOMER is the name in the events; several names are of one person.
            """
        static let others = 1...Int.max
        static let examples = [
            Example(purpose: "the answers of a person with two names", line: "magpie consents show a@example.org c-81"),
            Example(purpose: "everything the person ever answered", line: "magpie consents show c-81 --history --json"),
        ]

        var store = StorePlace.standardName
        var showsHistory = false
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .store(sets: \.store),
                .flag("--history", help: "Show all answers, latest first.", sets: \.showsHistory),
                .json(each: "row", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let customer = words.map(\.text)
            if customer.isEmpty { throw UsageError("show needs a customer: magpie consents show CUSTOMER…") }
            let consents = try Consents.of(store)
            let categories = try consents.categories()
            let answers = try showsHistory ? consents.history(of: customer) : consents.consents(of: customer)
            let now = Date.now.timeIntervalSince1970
            if printsJSON {
                let lines = answers.map { answer in
                    let isLegitimate = categories.first { $0.id == answer.category }?.hasLegitimateInterest ?? false
                    return answer.line(isAllowed: showsHistory ? nil : isLegitimate || answer.isValid(at: now))
                }
                try StandardOutput().write(lines.joined())
                return .done
            }
            if answers.isEmpty {
                try StandardOutput().write("no answers\n")
                return .done
            }
            let rows = answers.map { answer in
                [
                    answer.category.printable, answer.state(at: now), Self.day(answer.timestamp),
                    answer.until.map(Self.day) ?? "–", answer.source?.printable ?? "–",
                    answer.message?.printable ?? "–",
                ]
            }
            try StandardOutput().write(
                aligned(["category", "answer", "time", "until", "source", "message"], rows))
            return .done
        }

        private static func day(_ seconds: Double) -> String {
            Date(timeIntervalSince1970: seconds).formatted(Date.ISO8601FormatStyle())
        }
    }
}
