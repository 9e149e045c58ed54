import Foundation
import Testing

@testable import magpie

@Suite("Exit codes", .timeLimit(.minutes(10)))
struct ExitCodeTests {
    /// Calls whose input, folder or store is missing or of no use.
    private static let unusable: [String] = [
        "prep gone.jpg -o out", "prep in -o bad.csv", "colors gone.jpg", "read gone.jpg --models gone",
        "duplicates gone", "duplicates --undo gone", "duplicates --undo bad.json", "merge gone", "index gone.jpg",
        "index in --catalog gone.csv", "index in --store bad.magpie", "catalog gone.csv", "catalog bad.csv",
        "search gone.jpg", "search bad.jpg", "search --id none", "search in/a.jpg --store gone",
        "search in/a.jpg --store bad.magpie", "search --text a --rules bad.json", "search --text a --synonyms gone",
        "search --text a --synonyms bad.json", "suggest a --store gone", "suggest a --blocked gone",
        "discover gone.jpg", "discover in --store gone", "steps gone", "steps bad.magpie", "steps import gone -o new",
        "steps import bad.json -o new", "info gone", "info bad.magpie", "store check gone", "store check bad.magpie",
        "store repair gone", "store repair bad.magpie", "store backup gone new", "store copy gone new",
        "store compact gone", "store learn gone", "store export gone", "store import gone new",
        "store import bad.json new",
        "store merge gone -o new", "store describe gone", "store restore gone --list",
        "store restore catalog.magpie none", "model check gone", "model check in", "eval gone", "eval bad.csv",
        "rules import gone", "rules import bad.json", "rules import no-field.json", "rules import no-terms.json",
        "rules import one-place.json", "rules import in", "rules check gone", "rules check bad.json",
        "rules check no-field.json", "rules list gone", "rules export gone", "rules clear gone",
        "recommend --store gone --seed in/a.jpg", "recommend define gone", "recommend define bad.json",
        "recommend define no-kind.json", "recommend list gone", "content import gone", "content search --store gone",
        "content modules gone", "content define gone", "content define bad.json", "content export --store gone",
        "content remove a --store gone", "events gone", "events forget --store gone a", "consents list gone",
        "consents show --store gone a", "consents import gone", "consents import bad.json",
        "consents set --store gone a b yes", "serve --store bad.magpie --port 0", "serve --config gone", "man bad.jpg",
        "backup new --store gone", "backup new --store bad.magpie", "restore gone", "restore in",
    ]

    /// Calls that find nothing, which is an answer.
    private static let nothing = [
        "prep empty -o out", "colors empty", "duplicates empty", "index empty --store new.magpie", "search --text qqqq",
        "suggest qqqq", "rules list", "consents list", "consents show a", "duplicates in",
        "store restore catalog.magpie --list",
    ]

    /// Calls all of whose inputs are bad.
    private static let bad = [
        "prep bad.jpg -o out", "colors bad.jpg", "index bad.jpg", "discover bad.jpg --boxes-only", "duplicates bad.jpg",
        "content import bad.json", "catalog table.csv --strict",
    ]

    let place: Workplace

    init() throws {
        place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try place.folder("empty")
        _ = try place.magpie("index", "in", "-q")
        let rule = { (then: String) in #"{"rules":[{"name":"a","when":{},"then":"# + then + "}]}" }
        for (name, text) in [
            ("bad.magpie", "no store of any kind"), ("bad.jpg", "no picture"), ("bad.csv", "x"), ("bad.json", "{\n"),
            ("table.csv", "file,id,title\nin/a.jpg,1,Hat\n,2,Cap\n"),
            ("no-field.json", rule(#"{"hide":{"filter":"nofield:{{"}}"#)),
            ("no-terms.json", rule(#"{"synonyms":["a"]}"#)),
            ("one-place.json", rule(#"{"pins":[{"id":"a","place":1},{"id":"b","place":1}]}"#)),
            ("no-kind.json", #"{"a":{"kind":"nokind"}}"#),
        ] { try place.write(Array(text.utf8), to: name) }
    }

    /// The command of a call, and the code of the call as its help has it.
    private func run(_ call: String) throws -> (ended: Ended, help: [Int32]) {
        let words = call.split(separator: " ").map(String.init)
        let command = try Magpie.call(words.map { Path($0) }).command
        let codes = command.exitCodes.flatMap { $0.0.split(separator: ", ") }.compactMap { Int32($0) }
        return (try place.magpie(words), codes)
    }

    @Test("an input, folder or store that is missing or of no use gives 2, and no call of it is called invalid")
    func setup() throws {
        for call in Self.unusable {
            let (ended, help) = try run(call)
            #expect(ended.code == 2 && help.contains(2), "\(call): \(ended.code) \(ended.errors)")
            #expect(!(ended.errors + ended.text).isEmpty && !ended.errors.contains("Try 'magpie"), "\(call)")
        }
        let named = Set(Self.unusable.map { call in Self.command(call) })
        let all = allCommands.filter { !($0 is any ParentCommand.Type) }.map { $0.name }
        #expect(Set(all).subtracting(named) == ["completions", "version", "help", "doctor"])
    }

    @Test("an unknown option gives 1 in each command, and nothing is printed but the error")
    func usage() throws {
        for command in allCommands {
            let (ended, help) = try run("\(command.name) --no-such-option")
            #expect(ended.code == 1 && help.contains(1) && ended.output.isEmpty, "\(command.name): \(ended.code)")
            #expect(ended.errors.contains("Try 'magpie \(command.name) --help'"), "\(command.name): \(ended.errors)")
        }
        for call in ["version x", "serve nonsense", "serve nonsense --print-config", "completions nosh", "help nix"] {
            #expect(try run(call).ended.code == 1, "\(call)")
        }
    }

    @Test("what doctor is told to check and cannot find is a fault that it reports, with the code 4")
    func faults() throws {
        for call in ["doctor --store gone", "doctor --store bad.magpie", "doctor --config gone"] {
            let (ended, help) = try run(call)
            #expect(ended.code == 4 && help.contains(4) && ended.text.contains("1 fault"), "\(call): \(ended)")
        }
    }

    @Test("an answer that finds nothing is a success")
    func nothing() throws {
        for call in Self.nothing {
            let (ended, help) = try run(call)
            #expect(ended.code == 0 && help.contains(0), "\(call): \(ended.code) \(ended.errors)")
        }
    }

    @Test("bad inputs alone give 3, and each command with this code has it in its help")
    func badInputs() throws {
        for call in Self.bad {
            let (ended, help) = try run(call)
            #expect(ended.code == 3 && help.contains(3), "\(call): \(ended.code) \(ended.errors)")
        }
        let named = Set(Self.bad.map(Self.command))
        let all = allCommands.filter { $0.badInputsHelp != nil }.map { $0.name }
        // It needs models.
        #expect(Set(all).subtracting(named).subtracting(["read"]).isEmpty)
    }

    private static func command(_ call: String) -> String {
        let words = call.split(separator: " ").map { Path(String($0)) }
        return (try? Magpie.call(words).command.name) ?? call
    }
}
