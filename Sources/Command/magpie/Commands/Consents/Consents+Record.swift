import Essentials
import Recommendations

extension Consents {
    /// `magpie consents set`.
    struct Record: Subcommand {
        static let name = "consents set"
        static let summary = "Records an answer as of now; earlier answers remain as history."
        static let synopsis = "magpie consents set [STORE] CUSTOMER CATEGORY yes|no [options]"
        static let others = 3...3
        static let storeOperand = StoreOperand.existing(or: "an answer has a customer, a category and yes or no")
        static let examples = [
            Example(
                purpose: "record a consent that ends",
                line: "magpie consents set c-81 personalization yes --until 2027-12-31")
        ]

        var store = StorePlace.standardName
        var until: Date?
        var source: String?
        var message: String?
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .store(sets: \.store),
                .value(
                    "--until", kind: .day, help: "End of a consent: the start of this day (UTC).", sets: \.until),
                .value(
                    "--source", kind: .text("NAME", expected: "the name of a source"),
                    help: "Origin of an answer, such as page or crm.", sets: \.source),
                .value(
                    "--message", kind: .text("TEXT", expected: "a text"),
                    help: "Words that the customer agreed to or sent.", sets: \.message),
                .json(each: "row", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let texts = words.map(\.text)
            guard texts.count == 3, let answer = ["yes": true, "no": false][texts[2]] else {
                throw UsageError("set needs a customer, a category and yes or no: set CUSTOMER CATEGORY yes|no")
            }
            if !answer, until != nil { throw UsageError("a refusal has no end; leave out --until") }
            let consent = Consent(
                category: texts[1], isGiven: answer, message: message, source: source,
                timestamp: Date.now.timeIntervalSince1970, until: until?.timeIntervalSince1970)
            try Consents.of(store).record(consent, of: texts[0])
            try StandardOutput().write(
                printsJSON
                    ? consent.line(isAllowed: nil)
                    : "recorded: \(texts[0].printable) \(answer ? "agrees to" : "refuses") \(texts[1].printable)\n")
            return .done
        }
    }
}
