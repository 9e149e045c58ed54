import Essentials
import SQLite

/// `magpie __complete FORM …`, which the scripts of the shells call at each press of the key. It is silent on any fault.
///
/// The first line is the kind of names that the shell adds and, after a tab, the part of the word before them. A line
/// for each word follows, in form `words` with a tab and a summary.
enum CompletionProcess {
    /// The first word of such a call.
    static let word = "__complete"
    /// The time in seconds after which nothing is proposed.
    private static let limit: UInt32 = 1

    /// - Parameter words: `words` and the words after the name of the program; or `bash`, the line up to the cursor and
    ///   the word that readline sees.
    static func run(_ words: [Path]) {
        signal(SIGALRM) { _ in _exit(0) }
        alarm(limit)
        let words = words.map(\.text)
        let lines: [String]
        if words.count == 3, words[0] == "bash" {
            let line = BashLine(words[1])
            let completion = Completion(of: Array(line.words.dropFirst()))
            lines = [completion.names.rawValue] + line.replacements(completion.proposals.map(\.word), of: words[2])
        } else {
            let completion = Completion(of: Array(words.dropFirst()))
            lines =
                ["\(completion.names.rawValue)\t\(completion.start)"]
                + completion.proposals.map { "\($0.word)\t\($0.summary)" }
        }
        try? StandardOutput().write(lines.joined(separator: "\n") + "\n")
        Database.closeAll()
    }
}
