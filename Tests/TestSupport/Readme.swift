internal import Foundation

/// The README, whose code stands in tests as well, so that it compiles and runs.
public enum Readme {
    /// Whether the README has the lines of a test between two comments, word for word, but for the indentation of a
    /// function's body.
    public static func hasLines(
        of file: String = #filePath, from begin: String = "README begins", to end: String = "README ends"
    ) throws -> Bool {
        let readme = try String(contentsOf: SharedData.package.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOfFile: file, encoding: .utf8)
        let lines = source.components(separatedBy: "// \(begin)\n")[1].components(separatedBy: "        // \(end)\n")[0]
            .split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(8) }
        return readme.contains(lines.joined(separator: "\n"))
    }
}
