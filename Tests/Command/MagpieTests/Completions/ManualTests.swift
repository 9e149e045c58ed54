import Foundation
import Testing

@testable import magpie

@Suite("magpie man", .timeLimit(.minutes(5)))
struct ManualTests {
    @Test("writes a page for the command and one for each subcommand, and replaces them whole")
    func pages() throws {
        let place = try Workplace()
        let old = String(repeating: "old\n", count: 100_000)
        try place.write(Array(old.utf8), to: "share/man1/magpie.1")
        let ended = try place.magpie("man", "share/man1")
        #expect(ended.code == 0 && ended.text == "\(subcommands.count + 1) pages in share/man1\n")
        let names = ["magpie.1"] + subcommands.map { "magpie-\($0.name).1" }
        #expect(place.names(in: "share/man1") == names.sorted())
        let first = place.files(in: "share/man1")
        #expect(try place.magpie("man", "share/man1").code == 0)
        #expect(place.files(in: "share/man1") == first)
        let whole = String(decoding: try #require(first[Path("magpie.1")]), as: UTF8.self)
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"] {
            #expect(whole.contains("\n.SH \(section)\n"))
        }
        #expect(whole.contains(Version.number) && whole.contains(Version.day))
    }

    @Test("says which folder is missing or cannot be made")
    func wrong() throws {
        let place = try Workplace()
        #expect(try place.magpie("man").errors == "magpie: missing folder: magpie man DIR\nTry 'magpie man --help'.\n")
        try place.write([], to: "file")
        let ended = try place.magpie("man", "file")
        #expect(ended.code == 2 && ended.errors == "magpie: cannot make the output folder file: Not a directory\n")
        #expect(try place.magpie("man", "a", "b").code == 1)
    }

    @Test("no word of a text is a macro, and letters that are not ASCII have numbers")
    func text() {
        #expect(Roff.text(".TH is 'x'") == "\\&.TH is \\(aqx\\(aq")
        #expect(Roff.text("'x") == "\\(aqx")
        #expect(Roff.text("a\\b --c …é") == "a\\eb \\-\\-c \\[u2026]\\[u00E9]")
        #expect(ManualPage.all.allSatisfy { $0.text.utf8.allSatisfy { $0 < 128 } })
    }

    @Test("mandoc has nothing to say against them", .enabled(if: Installed.mandoc != nil, "skipped: mandoc is missing"))
    func lint() throws {
        let place = try Workplace()
        try place.magpie("man", "man1")
        let pages = place.names(in: "man1").map { (place / "man1/\($0)").text }
        let ended = try run(try #require(Installed.mandoc), ["-T", "lint"] + pages)
        #expect(ended.code == 0 && ended.text.isEmpty, "\(ended.text.prefix(4000))")
    }

    @Test("man shows them without a warning", .enabled(if: Installed.man != nil, "skipped: man is missing"))
    func shown() throws {
        let place = try Workplace()
        try place.magpie("man", "man1")
        for name in place.names(in: "man1") {
            let ended = try Running(
                try #require(Installed.man), ["--warnings", "-l", "man1/\(name)"], in: place.path,
                environment: ["MANWIDTH": "80", "LC_ALL": "C.UTF-8", "PAGER": "cat", "MANPAGER": "cat"]
            ).wait()
            #expect(ended.code == 0 && ended.errors.isEmpty, "\(name): \(ended.errors.prefix(1000))")
            for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"] {
                #expect(ended.text.contains("\n\(title)\n"), "\(name) \(title)")
            }
        }
    }
}
