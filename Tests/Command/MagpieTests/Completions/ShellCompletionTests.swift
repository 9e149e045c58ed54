import Foundation
import Testing

@testable import magpie

/// The places of programs that tests need and that may be missing.
enum Installed {
    static let (bash, zsh, fish) = (path("bash"), path("zsh"), path("fish"))
    static let (man, mandoc, setsid) = (path("man"), path("mandoc"), path("setsid"))

    private static func path(_ program: String) -> String? {
        ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// The scripts in the shells themselves.
@Suite("Completions in a shell", .timeLimit(.minutes(5)))
struct ShellCompletionTests {
    /// The folders of programs, first that of the command.
    private static let path = URL(filePath: magpieBinary).deletingLastPathComponent().path + ":/usr/bin:/bin"

    /// A folder with the three scripts, a picture, a folder and a store.
    private func prepared() throws -> Workplace {
        let place = try Workplace()
        for shell in Completions.Shell.allCases {
            let script = try place.magpie("completions", shell.rawValue)
            #expect(script.code == 0 && script.text == shell.script)
            try place.write(script.output, to: "scripts/\(shell)")
        }
        try place.write([], to: "photos/my photo.jpg")
        try place.writeShop()
        return place
    }

    /// The words that bash proposes after a line, by a call of the function that completes.
    private func bashProposals(_ words: [String], in place: Workplace) throws -> [String] {
        // As readline does, the last word is the part behind a sign, and a sign of its own is no part of it.
        let last = words.last ?? ""
        let script = """
            source scripts/bash; complete -p magpie >&2
            COMP_LINE=$1; COMP_POINT=${#1}
            _magpie magpie "$2"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let line = words.joined(separator: " ").replacing(" = ", with: "=").replacing(" =", with: "=")
        let ended = try Running(
            try #require(Installed.bash),
            ["--norc", "--noprofile", "-c", script, "bash", line, last == "=" ? "" : last], in: place.path,
            environment: ["PATH": Self.path]
        ).wait()
        #expect(ended.code == 0 && ended.errors == "complete -o default -F _magpie magpie\n", "\(ended.errors)")
        return ended.lines
    }

    @Test("bash proposes commands, options and words", .enabled(if: Installed.bash != nil, "skipped: bash is missing"))
    func bashWords() throws {
        let place = try prepared()
        #expect(try bashProposals(["magpie", "se"], in: place) == ["search", "serve"])
        #expect(try bashProposals(["magpie", ""], in: place) == subcommands.map { $0.name })
        #expect(try bashProposals(["magpie", "--v"], in: place) == ["--version"])
        #expect(try bashProposals(["magpie", "prep", "in", "--ex"], in: place) == ["--exact", "--exclude"])
        #expect(
            try bashProposals(["magpie", "prep", "--format", ""], in: place) == [
                "jpeg", "png", "webp", "avif", "jxl", "gif",
            ])
        #expect(try bashProposals(["magpie", "prep", "--format", "=", "p"], in: place) == ["png"])
        #expect(
            try bashProposals(["magpie", "prep", "--format", "="], in: place) == [
                "jpeg", "png", "webp", "avif", "jxl", "gif",
            ])
        #expect(try bashProposals(["magpie", "index", "--prune", "="], in: place) == ["all"])
        #expect(try bashProposals(["magpie", "index", "--prune", ""], in: place) == [])
        #expect(try bashProposals(["magpie", "store", "re"], in: place) == ["repair", "restore"])
        #expect(try bashProposals(["magpie", "store", "describe", "--without"], in: place) == ["--without-missing"])
        #expect(try bashProposals(["magpie", "store", "describe", "--j"], in: place) == ["--jobs", "--json"])
        #expect(try bashProposals(["magpie", "store", "check", "--"], in: place) == ["--store", "--help"])
        #expect(try bashProposals(["magpie", "help", "rec"], in: place) == ["recommend"])
        #expect(try bashProposals(["magpie", "completions", ""], in: place) == ["bash", "zsh", "fish"])
    }

    /// Types keys into a shell in a terminal, of which a tab completes, until it shows a line.
    private func type(
        _ keys: String, in shell: String, _ arguments: [String], at place: Workplace, until done: String
    ) throws {
        let terminal = try PseudoTerminal(columns: 200, rows: 40)
        let process = Process()
        process.executableURL = URL(filePath: try #require(Installed.setsid))
        process.arguments = ["--ctty", shell] + arguments
        process.currentDirectoryURL = URL(filePath: place.path.text)
        process.environment = [
            "PATH": Self.path, "TERM": "xterm", "HOME": place.path.text, "PS1": "ready> ", "LC_ALL": "C.UTF-8",
        ]
        process.standardInput = terminal.slave
        process.standardOutput = terminal.slave
        process.standardError = terminal.slave
        try process.run()
        defer { withExtendedLifetime(place) {} }
        // The shell is a child of setsid, and ends with the terminal: waiting here for it would never end.
        #expect(terminal.wait { $0.raw.contains("ready> ") }, "\(terminal.raw)")
        terminal.type("source scripts/\(URL(filePath: shell).lastPathComponent); echo lo''aded\n")
        #expect(terminal.wait { $0.raw.contains("loaded\r\n") }, "\(terminal.raw)")
        terminal.type(keys)
        let isDone = terminal.wait(seconds: 60) {
            $0.raw.replacing(#/\u{1b}\[[0-9;?]*[a-zA-Z]/#, with: "").contains(done)
        }
        #expect(isDone, "\(keys): \(terminal.raw)")
    }

    @Test(
        "bash completes files where files are, and folders where folders are",
        .enabled(if: Installed.bash != nil && Installed.setsid != nil, "skipped: bash or setsid is missing"),
        .serialized,
        arguments: [
            ("magpie prep --out\tph\t", "--output photos/"),
            ("magpie search photos/m\t", #"photos/my\ photo.jpg"#),
            ("magpie search --store sh\t", "--store shop.magpie "),
            ("magpie store desc\tsh\t", "store describe shop.magpie "),
            ("magpie prep -o sh\tX", "prep -o sh\u{7}X"),
            ("magpie search --text sh\tX", "--text sh\u{7}X"),
            ("magpie search --store shop.magpie --id mu\t", "--id mug-1 "),
            ("magpie search --store shop.magpie --filter br\tAl\t", #"--filter brand:Alder\ \&\ Finch "#),
            ("magpie search --store shop.magpie --filter 'brand:Al\t", "--filter 'brand:Alder & Finch' "),
        ])
    func bashFiles(keys: String, line: String) throws {
        try type(
            keys, in: try #require(Installed.bash), ["--norc", "--noprofile", "-i"], at: try prepared(), until: line)
    }

    @Test("zsh reads the script", .enabled(if: Installed.zsh != nil, "skipped: zsh is missing"))
    func zshSyntax() throws {
        let place = try prepared()
        let ended = try Running(try #require(Installed.zsh), ["-n", "scripts/zsh"], in: place.path).wait()
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
    }

    @Test("fish reads the script", .enabled(if: Installed.fish != nil, "skipped: fish is missing"))
    func fishSyntax() throws {
        let place = try prepared()
        let ended = try Running(try #require(Installed.fish), ["-n", "scripts/fish"], in: place.path).wait()
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
    }

    @Test(
        "zsh completes in a terminal",
        .enabled(if: Installed.zsh != nil && Installed.setsid != nil, "skipped: zsh or setsid is missing"),
        .serialized,
        arguments: [
            ("magpie colo\t", "colors "), ("magpie prep --format=p\t", "--format=png"),
            ("magpie prep -o ph\t", "-o photos/"), ("magpie search --store sh\t", "shop.magpie"),
            ("magpie store desc\t", "store describe "), ("magpie store repair --o\t", "repair --output"),
            ("magpie store check --s\t", "check --store"), ("magpie store check --f\tX", "check --f\u{7}X"),
            ("magpie store re\t", "Brings back removed items"),
            ("magpie se\t", "Serves a store over HTTP"),
            ("magpie prep --ex\t", "Exact size; the aspect ratio may change"),
            ("magpie consents import sh\t", "import shop.magpie"),
            ("magpie prep --output=ph\t", "--output=photos/"),
            ("magpie search --store shop.magpie --id mu\t", "--id mug-1 "),
            ("magpie search --store shop.magpie --filter br\tAl\t", #"--filter brand:Alder\ \&\ Finch "#),
        ])
    func zshTerminal(keys: String, line: String) throws {
        let place = try prepared()
        let start = "PS1='ready> '; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u\n"
        try place.write(Array(start.utf8), to: ".zshrc")
        try type(keys, in: try #require(Installed.zsh), ["-i"], at: place, until: line)
    }

    /// The lines that fish proposes after a line: a word, a tab and what it does.
    private func fishProposals(_ line: String, in place: Workplace) throws -> [String] {
        let ended = try Running(
            try #require(Installed.fish),
            ["--no-config", "-c", "source scripts/fish; complete -C \"$argv\"", line],
            in: place.path, environment: ["HOME": place.path.text, "PATH": Self.path]
        ).wait()
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
        return ended.lines
    }

    @Test(
        "fish proposes names with what they do, and values",
        .enabled(if: Installed.fish != nil, "skipped: fish is missing"))
    func fishWords() throws {
        let place = try prepared()
        #expect(try fishProposals("magpie colo", in: place) == ["colors\t\(Colors.summary)"])
        #expect(
            try fishProposals("magpie prep --format ", in: place)
                == ["avif", "gif", "jpeg", "jxl", "png", "webp"])
        #expect(
            try fishProposals("magpie prep --exa", in: place) == ["--exact\tExact size; the aspect ratio may change"])
        #expect(try fishProposals("magpie prep -o ", in: place).contains { $0.hasPrefix("photos/") })
        #expect(try !fishProposals("magpie prep -o ", in: place).contains { $0.hasPrefix("shop") })
        #expect(try fishProposals("magpie search --store sh", in: place).contains { $0.hasPrefix("shop.magpie") })
        #expect(try fishProposals("magpie store desc", in: place).map { $0.prefix(9) } == ["describe\t"])
        #expect(try fishProposals("magpie store check --f", in: place) == [])
        #expect(try fishProposals("magpie store restore --f", in: place).map { $0.prefix(7) } == ["--from\t"])
        #expect(try fishProposals("magpie store check sh", in: place) == ["shop.magpie"])
        #expect(try fishProposals("magpie search --text sh", in: place) == [])
        #expect(try fishProposals("magpie prep --output=ph", in: place).contains { $0.hasPrefix("--output=photos/") })
        let search = "magpie search --store shop.magpie"
        #expect(try fishProposals(search + " --id mu", in: place) == ["mug-1"])
        #expect(try fishProposals(search + " --sort pr", in: place) == ["price\tfloat"])
        #expect(try fishProposals(search + " --filter brand:A", in: place) == ["brand:Alder & Finch"])
        #expect(try fishProposals("magpie index --prune=", in: place).contains { $0.hasPrefix("--prune=all") })
    }
}
