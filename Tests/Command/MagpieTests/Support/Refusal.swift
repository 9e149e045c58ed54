@testable import magpie

/// The sentence with which a call is refused, read and run in this process; nil where it is no usage error. For calls that
/// are refused before they touch a file.
func refusal(of words: [String]) -> String? {
    func refusal<Command: Subcommand>(of type: Command.Type, _ words: [Path]) throws {
        var command = Command()
        let (settings, words) = try type.read(words)
        try command.apply(settings)
        _ = try command.run(words)
    }
    do {
        let (command, rest) = try Magpie.call(words.map { Path($0) })
        try refusal(of: command, rest)
        return nil
    } catch { return (error as? UsageError)?.message }
}
