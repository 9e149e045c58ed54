import Essentials
import Imaging
import Models
import PictureText
import SQLite
import SearchAPI

/// Verbs that the help shows together.
struct CommandGroup {
    let title: String
    let commands: [any Subcommand.Type]

    /// All verbs of the command, each in one group.
    static var all: [CommandGroup] {
        [
            CommandGroup(
                title: "Pictures",
                commands: [Prep.self, Colors.self, ReadCommand.self, FindDuplicates.self, Merge.self]),
            CommandGroup(
                title: "Search",
                commands: [
                    Index.self, CatalogCommand.self, Search.self, Suggest.self, Discover.self, Steps.self, Info.self,
                    Store.self,
                    ModelCommand.self, Eval.self,
                ]),
            CommandGroup(
                title: "Shop",
                commands: [RulesCommand.self, Recommend.self, Content.self, Events.self, Consents.self]),
            CommandGroup(
                title: "Server", commands: [Serve.self, BackupCommand.self, RestoreCommand.self, Doctor.self]),
            CommandGroup(title: "Shell", commands: [Completions.self, Man.self, Version.self, Help.self]),
        ]
    }
}

/// The verbs of the command, in the order of the help.
var subcommands: [any Subcommand.Type] { CommandGroup.all.flatMap(\.commands) }

/// The verbs, each followed by the commands inside it.
var allCommands: [any Subcommand.Type] { subcommands.flatMap { [$0] + $0.nested } }

@main
struct Magpie {
    static func main() {
        // A reader that closes its end is an error of one write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // libvips would warn about odd files on standard error; the results already report the relevant warnings. Safe:
        // no other thread runs yet.
        unsafe setenv("VIPS_WARNING", "0", 0)
        let words = commandLine
        // Before the allocator is tuned for pictures: a run of a model asks for the same large buffers as the one before,
        // and would have them back from the system with each page to clear, a tenth of its time.
        if words.first?.text == TextReaderProcess.word {
            guard let work = TextReaderWork(words.dropFirst().map(\.text)) else { exit(ExitCode.usage.rawValue) }
            work.serve()
        }
        HostProcess.tuneAllocator()
        if words.first?.text == CompletionProcess.word {
            CompletionProcess.run(Array(words.dropFirst()))
            exit(ExitCode.done.rawValue)
        }
        if words.first?.text == DecoderProcess.argument {
            exit(DecoderProcess.serve(words.dropFirst().map(\.text)))
        }
        if words.first?.text == ModelSettings.Worker.word {
            guard let work = TowerWork(words.dropFirst().map(\.text)) else { exit(ExitCode.usage.rawValue) }
            work.serve()
        }
        DecoderProcess.offer()
        // A file that outgrows what the process may write is an error of that write, too.
        signal(SIGXFSZ, SIG_IGN)
        guard OpenFiles.isSufficient else {
            noteError(OpenFiles.shortage)
            exit(ExitCode.tryAgain.rawValue)
        }
        guard SpareThreads.isSufficient else {
            noteError(SpareThreads.shortage)
            exit(ExitCode.tryAgain.rawValue)
        }
        if let fault = InstructionSet.fault {
            noteError(fault)
            exit(ExitCode.setup.rawValue)
        }
        FileOwner.whenGiven { folder, owner in
            note("magpie: new files in \(folder.printable) belong to \(owner.printable), as that folder does\n")
        }
        let signals = CommandSignals()
        let code = run(words: words)
        // No log stays beside a file.
        Database.closeAll()
        withExtendedLifetime(signals) { exit(code.rawValue) }
    }

    private static func run(words: [Path]) -> ExitCode {
        var verb = "help"
        do {
            let (command, rest) = try call(words)
            if !command.name.hasPrefix("-") { verb = "\(command.name) --help" }
            return try command.main(rest)
        } catch let error as UsageError {
            noteError("\(error.message)\nTry 'magpie \(verb)'.")
            return .usage
        } catch let error as SetupError {
            noteError(error.message)
            return error.exitCode
        } catch let error as SearchError {
            noteError(error.sentence)
            return error.exitCode
        } catch let error as StandardOutput.Failure {
            if error.cause.code == EPIPE { return .signal(SIGPIPE) }
            noteError("cannot write the results: \(error.cause.text)")
            return error.cause.mayPass ? .tryAgain : .setup
        } catch let error as WriteFailure {
            noteError("cannot write \(error.what) \(error.path): \(error.cause.text)")
            return error.cause.mayPass ? .tryAgain : .setup
        } catch let error as SystemError {
            noteError(error.text)
            return error.mayPass ? .tryAgain : .setup
        } catch {
            noteError("\(error)")
            return SetupError("\(error)", because: error).exitCode
        }
    }

    /// The command that words call, and the words after its name.
    static func call(_ words: [Path]) throws(UsageError) -> (command: any Subcommand.Type, words: [Path]) {
        try subcommand(named: words.first?.text ?? "help").called(by: Array(words.dropFirst()))
    }

    /// `--help` and `--version`, and their short forms, also work instead of a subcommand.
    static func subcommand(named name: String) throws(UsageError) -> any Subcommand.Type {
        switch name {
        case "--help", "-h": return Help.self
        case "--version", "-v": return VersionFlag.self
        default: break
        }
        if let found = subcommands.first(where: { $0.name == name }) { return found }
        let hint = nearest(to: name, among: subcommands.map { $0.name }).map { "; did you mean \($0)?" } ?? ""
        throw UsageError("there is no subcommand '\(name.quoted)'\(hint)")
    }

    /// The words after the name of the command, byte for byte.
    private static var commandLine: [Path] {
        // Safe: argv holds argc pointers to NUL-terminated strings that live as long as the process.
        (1..<max(Int(CommandLine.argc), 1)).map { index in
            guard let word = unsafe CommandLine.unsafeArgv[index] else { return Path("") }
            return unsafe Path(bytes: UnsafeRawBufferPointer(start: word, count: strlen(word)))
        }
    }
}
