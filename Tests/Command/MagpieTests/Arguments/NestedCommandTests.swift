import Testing

@testable import magpie

/// Calls of commands inside commands, read but not run.
@Suite("Commands inside commands")
struct NestedCommandTests {
    private func call(_ line: String) throws -> (name: String, words: [String]) {
        let (command, words) = try Magpie.call(line.split(separator: " ").map { Path(String($0)) })
        return (command.name, words.map(\.text))
    }

    @Test(
        "the name of the inner command is the first word that is no option",
        arguments: [
            ("store check a", "store check", ["a"]),
            ("store --store check check", "store check", ["--store", "check"]),
            ("store -o x repair a", "store repair", ["-o", "x", "a"]),
            ("store -ox repair", "store repair", ["-ox"]),
            ("store --whole export", "store export", ["--whole"]), ("store -- check -x", "store check", ["--", "-x"]),
            ("content --json search books", "content search", ["--json", "books"]),
            ("content --populate export", "content export", ["--populate"]),
            ("events --json forget a", "events forget", ["--json", "a"]),
            ("events --by item", "events", ["--by", "item"]), ("events --item forget", "events", ["--item", "forget"]),
            ("steps import a -o b", "steps import", ["a", "-o", "b"]), ("steps a import", "steps", ["a", "import"]),
            ("recommend --seed list", "recommend", ["--seed", "list"]), ("store chek", "store", ["chek"]),
            ("store", "store", []), ("search check", "search", ["check"]),
            ("help store check", "help", ["store", "check"]),
        ])
    func named(line: String, name: String, words: [String]) throws {
        let called = try call(line)
        #expect(called.name == name && called.words == words)
    }

    @Test("each inner command is found by its name, and no two have the same")
    func all() throws {
        for command in allCommands {
            #expect(
                try Magpie.call(command.name.split(separator: " ").map { Path(String($0)) }).command.name
                    == command.name)
            #expect(Set(command.nested.map { $0.word }).count == command.nested.count)
        }
    }

    @Test(
        "an option of another command says whose it is, a wrong name what was probably meant",
        arguments: [
            ("store check --whole", "unknown option --whole; it is an option of store export"),
            ("store check -o x", "unknown option -o; it is an option of store repair and store merge"),
            ("store --whole", "unknown option --whole; it is an option of store export"),
            (
                "store merge --store a",
                "unknown option --store; it is an option of store check, store repair and others"
            ),
            ("store check --wohle", "unknown option --wohle"),
            ("store export --wohle", "unknown option --wohle; did you mean --whole?"),
            ("events forget x --by item", "unknown option --by; it is an option of events"),
            ("recommend define x --seed a", "unknown option --seed; it is an option of recommend"),
            ("steps x -o y", "unknown option -o; it is an option of steps import"),
            ("content import x --filter a:b", "unknown option --filter; it is an option of content search"),
            ("store chek", "unknown action 'chek'; did you mean check?"),
            ("store frobnicate", "unknown action 'frobnicate'"),
            (
                "store",
                "missing action: magpie store check|repair|compact|export|import|backup|copy|restore|learn|describe|merge …"
            ),
            ("rules imprt x", "unknown action 'imprt'; did you mean import?"),
            ("events forgt x", "unknown action 'forgt'; did you mean forget?"),
            ("recommend defin x", "unknown action 'defin'; did you mean define?"),
            ("steps imprt x", "unknown action 'imprt'; did you mean import?"),
        ])
    func wrong(line: String, message: String) {
        #expect(refusal(of: line.split(separator: " ").map(String.init)) == message)
    }
}
