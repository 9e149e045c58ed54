import Foundation
import Testing

@testable import magpie

@Suite("Completions and manual: the table of options")
struct CompletionTableTests {
    // Made once: each takes a second in a debug build.
    private static let (bash, zsh, fish) = (BashCompletions.script, ZshCompletions.script, FishCompletions.script)
    private static let pages = ManualPage.all

    @Test("every option of every command is in each script, in the part of its command")
    func scripts() {
        for command in subcommands { check(command) }
    }

    private func check<Command: Subcommand>(_ command: Command.Type) {
        let bash = part(of: Self.bash, from: "\n        \(command.name))\n", to: "\n            ;;")
        let zsh = part(of: Self.zsh, from: "\n        \(command.name))\n", to: "\n            ;;")
        let fish =
            Self.fish.split(separator: "\n").filter {
                $0.contains("'__magpie_in \(command.name)'") || $0.contains("'__magpie_in \(command.name); and not ")
            }.joined(separator: "\n") + "\n"
        let manual = Self.pages.first { $0.name == "magpie-\(command.name)" }?.text ?? ""
        for option in command.allDescriptions {
            for name in option.names {
                #expect(bash.contains(" \(name) ") || bash.contains("'\(name) ") || bash.contains(" \(name)'"))
                let hasName = ["[", "=[", "+[", "=-["].contains { zsh.contains(name + $0) }
                #expect(hasName, "\(command.name) \(name)")
                let letter = OptionDescription.letter(name)
                #expect(fish.contains(letter.map { " -s \($0) " } ?? " -l \(name.dropFirst(2)) "))
                #expect(manual.contains("\\fB\(Roff.text(name))\\fR"), "\(command.name) \(name)")
            }
            #expect(fish.contains(option.summary.replacing("'", with: "\\'")), "\(command.name) \(option.names)")
        }
        for nested in command.nested {
            #expect(bash.contains(nested.word) && zsh.contains("'\(nested.word):"), "\(command.name) \(nested.name)")
            #expect(Self.fish.contains("__magpie_after 2' -a \(nested.word) -d "))
            #expect(manual.contains("\n.SH \(nested.name.uppercased())\n"), "\(nested.name)")
        }
    }

    private func part(of text: String, from start: String, to end: String) -> String {
        guard let start = text.range(of: start), let end = text[start.upperBound...].range(of: end) else { return "" }
        return String(text[start.upperBound..<end.lowerBound]).replacing("(-h --help)", with: "")
    }

    @Test("a closed list, a number, a file and a folder say their kind")
    func kinds() {
        func kind<Command: Subcommand>(_ name: String, of command: Command.Type) -> ValueKind? {
            command.descriptions.first { $0.names.contains(name) }?.kind
        }
        #expect(kind("--format", of: Prep.self) == .words(["jpeg", "png", "webp", "avif", "jxl", "gif"]))
        #expect(kind("--output", of: Prep.self) == .folder)
        #expect(kind("--quality", of: Prep.self) == .number)
        #expect(kind("--enlarge", of: Prep.self) == nil)
        #expect(kind("--store", of: Search.self) == .file)
        #expect(kind("--strictness", of: Search.self) == .number)
        #expect(kind("--text", of: Search.self) == .text)
        #expect(kind("--prune", of: Index.self) == .words(["all"]))
        #expect(kind("--upload-folder", of: Serve.self) == .folder)
    }

    @Test("a shell without completions is an error with the nearest")
    func unknown() throws {
        let place = try Workplace()
        let ended = try place.magpie("completions", "bsh")
        #expect(ended.code == 1)
        #expect(ended.errors.hasPrefix("magpie: there are no completions for 'bsh'; did you mean bash?\n"))
        let far = try place.magpie("completions", "powershell")
        #expect(far.errors.contains("'powershell'; there are some for bash, zsh, fish\n"))
        #expect(try place.magpie("completions").errors.hasPrefix("magpie: missing shell: "))
        #expect(try place.magpie("completions", "bash", "zsh").code == 1)
    }
}
