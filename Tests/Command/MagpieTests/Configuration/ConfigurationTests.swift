import Foundation
import Testing

@testable import magpie

@Suite("Configuration of magpie serve", .timeLimit(.minutes(5)))
struct ConfigurationTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// Runs `serve --print-config` with a file of these lines.
    private func shown(_ lines: String, _ words: String..., environment: [String: String] = [:]) throws -> Ended {
        try write(lines, to: "conf/magpie.conf")
        return try Running(
            magpieBinary, ["serve", "--config", "conf/magpie.conf", "--print-config"] + words, in: place.path,
            environment: environment
        ).wait()
    }

    private func write(_ text: String, to name: String) throws {
        try place.write(Array(text.utf8), to: name)
        try run("/bin/chmod", ["600", (place / name).text])
    }

    /// The lines without the blanks that align them.
    private func rows(_ ended: Ended) -> [String] { ended.lines.map { $0.replacing(#/ {2,}# /#, with: "  # ") } }

    @Test("the command line decides over the environment, and that over the file")
    func precedence() throws {
        let ended = try shown(
            "port = 1\nqueue = 2\njobs = 3\n", "--port", "21", environment: ["MAGPIE_PORT": "11", "MAGPIE_QUEUE": "12"])
        #expect(ended.code == 0 && ended.errors == "", "\(ended.errors)")
        #expect(rows(ended).contains("port = 21  # command line"))
        #expect(rows(ended).contains("queue = 12  # environment MAGPIE_QUEUE"))
        #expect(rows(ended).contains("jobs = 3  # file conf/magpie.conf, line 3"))
        #expect(rows(ended).contains("# host = 127.0.0.1  # default"))
        #expect(rows(ended).contains("# quiet = false  # default"))
        #expect(rows(ended).contains("# tls-cert is not set  # default"))
    }

    @Test("every option has a row, and what is printed is a file with the same settings")
    func rowsOfAll() throws {
        let ended = try shown(
            "quiet\nallow-origin = https://a.example\nallow-origin = https://b.example\nhost = \"::1\"\n")
        for option in Serve.options.flatMap(\.options).map(\.description) {
            let hasRow = ended.lines.contains {
                $0.contains(" \(option.plainName) ") || $0.hasPrefix("\(option.plainName) ")
            }
            #expect(hasRow == !["config", "print-config"].contains(option.plainName), "\(option.plainName)")
        }
        let again = try shown(ended.text)
        #expect(again.code == 0, "\(again.errors)")
        func settings(_ ended: Ended) -> [String] {
            rows(ended).map { String($0.prefix(upTo: $0.range(of: "  # ")?.lowerBound ?? $0.endIndex)) }
        }
        #expect(settings(again) == settings(ended))
        #expect(settings(again).filter { $0.hasPrefix("allow-origin = ") }.count == 2)
    }

    /// The settings of serve with a file of these lines.
    private func described(_ lines: String) throws -> String {
        try write(lines, to: "conf/defaults.conf")
        let parser = ArgumentParser(options: Serve.options.flatMap(\.options))
        var serve = Serve()
        try serve.apply(parser.read([Path("--config"), place / "conf/defaults.conf"]).settings)
        var text = ""
        dump(serve, to: &text)
        return text
    }

    @Test("every default line without its mark is accepted and changes nothing, alone and with all others")
    func defaultLines() throws {
        let lines = try shown("").lines.filter { $0.hasSuffix("# default") && $0.hasPrefix("# ") }
        let settings = lines.filter { $0.contains(" = ") }.map { String($0.dropFirst(2)) }
        #expect(settings.count > 30 && settings.contains { $0.hasPrefix("max-pixels = 100000000 ") })
        let standard = try described("")
        for line in settings + [settings.joined(separator: "\n")] {
            #expect(try described(line) == standard, "\(line)")
        }
        // A default that is no fixed value is a comment that nobody takes for a setting.
        #expect(try rows(shown("")).contains("# log is not set: standard error  # default"))
        for line in lines where !line.contains(" = ") {
            #expect(throws: UsageError.self, "\(line)") { try described(String(line.dropFirst(2))) }
        }
    }

    @Test("an operand is an error with --print-config as well")
    func operand() throws {
        let ended = try place.magpie("serve", "shop.magpie", "--print-config")
        #expect(ended.code == 1 && ended.text.isEmpty)
        #expect(ended.errors.hasPrefix("magpie: serve found no store 'shop.magpie'"))
    }

    @Test("every option of serve has a variable of its own that no other part of the program reads")
    func variables() throws {
        let options = Serve.options.flatMap(\.options).map(\.description)
        let variables = options.map(\.variable)
        #expect(Set(variables).count == options.count)
        #expect(variables.contains("MAGPIE_KEYS") && variables.contains("MAGPIE_BLOCKED"))
        #expect(!variables.contains("MAGPIE_ISA") && !variables.contains("MAGPIE_MILVUS_TOKEN"))
    }

    @Test("a repeatable option has the values of the strongest place, a line each in a variable")
    func repeated() throws {
        let origins = "allow-origin = https://file.example\n"
        let ended = try shown(origins, environment: ["MAGPIE_ALLOW_ORIGIN": "https://a.example\nhttps://b.example"])
        let found = rows(ended).filter { $0.contains("allow-origin") }
        let place = "# environment MAGPIE_ALLOW_ORIGIN"
        #expect(
            found == ["allow-origin = https://a.example  \(place)", "allow-origin = https://b.example  \(place)"])
    }

    @Test("a flag of a weaker place can be taken back")
    func flags() throws {
        func row(_ ended: Ended) -> String? { rows(ended).first { $0.contains("read-only") } }
        #expect(try row(shown("read-only\n")) == "read-only = true  # file conf/magpie.conf, line 1")
        #expect(
            try row(shown("read-only # for now\n", environment: ["MAGPIE_READ_ONLY": "0"]))
                == "read-only = false  # environment MAGPIE_READ_ONLY")
        #expect(try row(shown("read-only = true", "--read-only=false")) == "read-only = false  # command line")
        #expect(
            try row(shown("read-only = 1", environment: ["MAGPIE_READ_ONLY": ""]))
                == "read-only = true  # file conf/magpie.conf, line 1")
        let steps = try shown("steps-catalog = true").lines.first { $0.contains("steps-catalog ") }
        #expect(steps?.hasPrefix("steps-catalog = true ") == true)
    }

    @Test("secrets are set or not set, and never shown")
    func secrets() throws {
        let ended = try shown(
            "key = FILESECRET\ndescriber = http://me:HIDDEN@localhost:8080#clip\nstore = milvus://h:1/c\n")
        #expect(rows(ended).contains("# key is set  # file conf/magpie.conf, line 1"))
        #expect(ended.text.contains("describer = http://…@localhost:8080#clip"))
        #expect(ended.text.contains("store = milvus://h:1/c "))
        let variable = try shown("", "--port", "1", environment: ["MAGPIE_KEY": "ENVSECRET"])
        #expect(rows(variable).contains("# key is set  # environment MAGPIE_KEY"))
        let word = try shown("", "--key", "WORDSECRET")
        #expect(rows(word).contains("# key is set  # command line"))
        #expect(try rows(shown("")).contains("# key is not set  # default"))
        for text in [ended, variable, word].map({ $0.text + $0.errors }) {
            #expect(!text.contains("SECRET") && !text.contains("HIDDEN"))
        }
        try place.write(Array("key = K\n".utf8), to: "open.conf")
        let open = try place.magpie("serve", "--config", "open.conf", "--print-config")
        #expect(open.errors.contains("every user of this machine can read the keys in open.conf; run: chmod 600"))
        #expect(Serve.options.flatMap(\.options).filter(\.description.isSecret).map(\.names) == [["--key"]])
    }

    @Test("a path starts from the folder of the file, from that of credentials, or from the root")
    func paths() throws {
        let lines = """
            store = shop.magpie
            log = "a #1.log"  # quoted
            keys = $CREDENTIALS_DIRECTORY/keys
            tls-cert = ${CREDENTIALS_DIRECTORY}/cert.pem
            blocked = /etc/blocked
            """
        let ended = try shown(lines, environment: ["CREDENTIALS_DIRECTORY": "/run/credentials/x"])
        for row in [
            "store = conf/shop.magpie ", "log = \"conf/a #1.log\" ", "keys = /run/credentials/x/keys ",
            "tls-cert = /run/credentials/x/cert.pem ", "blocked = /etc/blocked ",
        ] { #expect(ended.lines.contains { $0.hasPrefix(row) }, "\(row)\n\(ended.text)") }
        let variable = try shown("", environment: ["MAGPIE_STORE": "here.magpie"])
        #expect(variable.lines.contains { $0.hasPrefix("store = here.magpie ") })
    }

    @Test(
        "an error in the file has its line and says what would be right",
        arguments: [
            ("# x\nprot = 1", 2, "there is no setting 'prot'; did you mean port?"),
            ("read_only", 1, "there is no setting 'read_only'; did you mean read-only?"),
            ("--port = 1", 1, "there is no setting '--port'; did you mean port?"),
            ("[serve]", 1, "there is no setting '[serve]'"), ("print-config", 1, "there is no setting 'print-config'"),
            ("config = x", 1, "a file of settings names no other one: leave out config"),
            ("port 80", 1, "there is no = after port; write name = value"),
            ("= 80", 1, "there is no name before ="), ("port", 1, "port needs a value: port = N"),
            ("port =", 1, "--port expects a whole number from 0 to 65535, not ''"),
            ("\n\nport = 65536", 3, "--port expects a whole number from 0 to 65535, not '65536'"),
            ("store = ''", 1, "--store expects a file name, not ''"),
            ("quiet = maybe", 1, "quiet is true or false, not 'maybe'"),
            ("port = 1\nport = 2", 2, "line 1 sets port as well; leave out one of the two"),
            ("log = ~/x", 1, "'~' is not replaced; only $CREDENTIALS_DIRECTORY is"),
            ("log = $HOME/x", 1, "'$HOME' is not replaced; only $CREDENTIALS_DIRECTORY is"),
            (
                "keys = $CREDENTIALS_DIRECTORY/k", 1,
                "CREDENTIALS_DIRECTORY is not set; systemd sets it with LoadCredential="
            ), ("log = \"x", 1, "the quote of log does not end"),
            ("log = 'x' y", 1, "words follow the quoted value of log"),
        ])
    func errors(lines: String, line: Int, message: String) throws {
        let ended = try shown(lines)
        #expect(ended.code == 1 && ended.text.isEmpty)
        #expect(ended.errors == "magpie: conf/magpie.conf:\(line): \(message)\nTry 'magpie serve --help'.\n")
    }

    @Test("a variable that is wrong is an error, and one that no option reads is noted with the nearest")
    func environmentErrors() throws {
        func errors(_ variable: String, _ value: String) throws -> String {
            try place.magpie("serve", "--print-config", environment: [variable: value]).errors
        }
        let expected = "--port expects a whole number from 0 to 65535, not 'x'"
        #expect(try errors("MAGPIE_PORT", "x").hasPrefix("magpie: MAGPIE_PORT: \(expected)\n"))
        #expect(try errors("MAGPIE_QUIET", "on").hasPrefix("magpie: MAGPIE_QUIET: quiet is true or false, not 'on'\n"))
        #expect(
            try errors("MAGPIE_PROT", "1")
                == "magpie: no option reads the variable MAGPIE_PROT; did you mean MAGPIE_PORT?\n")
        #expect(try errors("MAGPIE_MILVUS_TOKEN", "x") == "" && errors("MAGPIE_SERVICE_HOST", "10.0.0.1") == "")
        #expect(
            try errors("MAGPIE_PORT", "tcp://10.0.0.1:80")
                == "magpie: MAGPIE_PORT=tcp://10.0.0.1:80 comes from Kubernetes and is no port; it is ignored\n")
        let missing = try place.magpie("serve", environment: ["MAGPIE_CONFIG": "none.conf"])
        #expect(missing.code == 2 && missing.errors.contains("cannot read the settings in none.conf: "))
    }

    @Test("a server starts with the settings of the file, and the keys are those of a credential")
    func server() throws {
        try write("app search\n", to: "credentials/keys")
        try write("wrong", to: "credentials/token")
        try write(
            "store = ../shop.magpie\nport = 0\nquiet\nkeys = $CREDENTIALS_DIRECTORY/keys\nhost = 0.0.0.0\n",
            to: "conf/magpie.conf")
        let server = try place.start(
            "serve", "--config", "conf/magpie.conf",
            environment: ["CREDENTIALS_DIRECTORY": (place / "credentials").text])
        server.wait { !server.output.isEmpty }
        server.send(SIGTERM)
        let ended = try server.wait()
        #expect(ended.code == 0 && ended.text.contains("Serving conf/../shop.magpie (a new store) at http://0.0.0.0:"))
        try write("\n", to: "credentials/empty")
        let token = try place.magpie("serve", "--port", "0", "--milvus-token-file", "credentials/empty")
        #expect(token.code == 2 && token.errors == "magpie: credentials/empty: there is no token\n", "\(token.errors)")
    }
}
