import Foundation
import Testing

@testable import magpie

@Suite("Completions and manual: the table of options")
struct CompletionTableTests {
    private func proposals(_ words: String...) -> [String] { Completion(of: words).proposals.map(\.word) }

    @Test("every option of every command is proposed in its command, and stands in its manual page")
    func options() {
        #expect(proposals("") == subcommands.map { $0.name } && proposals("--v") == ["--version"])
        for command in subcommands { check(command) }
    }

    private func check<Command: Subcommand>(_ command: Command.Type) {
        let manual = ManualPage.all.first { $0.name == "magpie-\(command.name)" }?.text ?? ""
        let proposed = Completion(of: [command.name, "-"]).proposals
        for option in command.descriptions {
            for name in option.names {
                #expect(proposed.contains(.init(word: name, summary: option.summary)), "\(command.name) \(name)")
                #expect(manual.contains("\\fB\(Roff.text(name))\\fR"), "\(command.name) \(name)")
            }
            #expect(!option.summary.isEmpty && !option.summary.hasSuffix("."), "\(command.name) \(option.names)")
        }
        #expect(proposed.count == command.descriptions.flatMap(\.names).count)
        for nested in CompletedCommand.all.first(where: { $0.name == command.name })?.nested ?? [] {
            #expect(proposals(command.name, nested.name).contains(nested.name))
            let own = proposals(command.name, nested.name, "-")
            #expect(own == nested.options.flatMap(\.names), "\(command.name) \(nested.name)")
            #expect(!nested.summary.isEmpty && nested.summary.count < 100, "\(nested.name): \(nested.summary)")
        }
    }

    @Test("a command knows the commands inside it by the names of its table, and no others")
    func nested() throws {
        let place = try Workplace()
        for command in CompletedCommand.all {
            for nested in command.nested {
                let ended = try place.magpie(command.name, nested.name, "--no-such-option")
                #expect(ended.errors.contains("unknown option"))
                let called = try place.magpie(command.name, nested.name, "--store", "missing.magpie")
                #expect(!called.errors.contains("unknown action"), "\(command.name) \(nested.name)")
            }
        }
    }

    @Test("a closed list, a number, a file and a folder say their kind")
    func kinds() {
        func kind<Command: Subcommand>(_ name: String, of command: Command.Type) -> ValueKind? {
            command.descriptions.first { $0.names.contains(name) }?.kind
        }
        #expect(kind("--format", of: Prep.self) == .list(["jpeg", "png", "webp", "avif", "jxl", "gif"]))
        #expect(kind("--output", of: Prep.self) == .folder)
        #expect(kind("--quality", of: Prep.self) == .number)
        #expect(kind("--enlarge", of: Prep.self) == nil)
        #expect(kind("--store", of: Search.self) == .file)
        #expect(kind("--strictness", of: Search.self) == .number)
        #expect(kind("--text", of: Search.self) == .text)
        #expect(kind("--prune", of: Index.self) == .words(["all"]))
        #expect(kind("--upload-folder", of: Serve.self) == .folder)
        #expect(kind("--sort", of: Search.self) == .field(["asc", "desc"]))
        #expect(kind("--sort", of: Content.Search.self) == .text)
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
