/// `magpie version`.
struct Version: Subcommand {
    static let name = "version"
    static let summary = "Prints the version."
    static let synopsis = "magpie version"

    /// The version of the command. Shards of one job must agree in it.
    static let number = "0.1.0"

    func run(_ inputs: [Path]) throws -> ExitCode {
        try StandardOutput().write("magpie \(Version.number)\n")
        return .done
    }
}
