import CBuildCommit
import SQLite
import VisualSearch
import WireFormat

/// `magpie version`.
struct Version: Subcommand {
    static let name = "version"
    static let summary = "Prints the versions of the command and of its libraries."
    static let synopsis = "magpie version [--json]"

    /// The version of the command. Shards of one job must agree in it.
    static let number = "0.3.0"
    /// The day of this version, for the manual pages.
    static let day = "2026-11-30"

    /// The commit of the checkout that the command was built in; nil for a build from other sources, or on another branch
    /// than `main`.
    static var commit: String? {
        // Safe: a constant that ends with NUL.
        let digits = unsafe String(cString: cbc_commit()).prefix { $0.isHexDigit }
        return digits.isEmpty ? nil : String(digits)
    }

    /// The version of the compiler, as far as it tells it.
    static var compiler: String {
        #if compiler(>=6.5)
            "6.5 or later"
        #elseif compiler(>=6.4)
            "6.4"
        #else
            "6.3"
        #endif
    }

    var printsJSON = false

    static var options: [OptionGroup<Version>] { jsonOption(\.printsJSON) }

    func run(_ inputs: [Path]) throws -> ExitCode {
        if let word = inputs.first { throw UsageError("version takes no input, but was given '\(word)'") }
        let libvips = HostProcess.libvipsVersion
        let decoders = HEIFLibraries.versions
        try StandardOutput().write(
            printsJSON
                ? Self.line(opened: (libvips.map { [("libvips", $0)] } ?? []) + decoders)
                : Self.text(opened: [("libvips", libvips ?? "– (it cannot be opened)")] + decoders))
        return .done
    }

    fileprivate static func jsonOption<Command>(_ flag: WritableKeyPath<Command, Bool>) -> [OptionGroup<Command>] {
        .options(.flag("--json", help: "Print one JSON object.", sets: flag))
    }

    fileprivate static func text(opened: [(name: String, version: String)]) -> String {
        """
        magpie \(number)\(commit.map { " (\($0.prefix(12)))" } ?? "")\(opened.map { "\n\($0) \($1)" }.joined())
        SQLite \(Database.libraryVersion)
        Swift \(compiler)

        """
    }

    fileprivate static func line(opened: [(name: String, version: String)]) -> String {
        JSONWriter.line { json in
            json.member("version", number)
            if let commit { json.member("commit", commit) }
            for (name, version) in opened { json.member(name, version) }
            json.member("sqlite", Database.libraryVersion)
            json.member("swift", compiler)
        }
    }
}

/// `magpie --version`: the same at once, without libvips, which takes ten times as long to open as all else.
struct VersionFlag: Subcommand {
    static let name = "--version"
    static let summary = "Prints the version at once; 'magpie version' opens libvips too."
    static let synopsis = "magpie --version [--json]"

    var printsJSON = false

    static var options: [OptionGroup<VersionFlag>] { Version.jsonOption(\.printsJSON) }

    func run(_ inputs: [Path]) throws -> ExitCode {
        try StandardOutput().write(printsJSON ? Version.line(opened: []) : Version.text(opened: []))
        return .done
    }
}
