internal import Foundation

/// Texts of the repository whose code stands in tests as well, so that it compiles and runs.
public enum Readme {
    /// True if a text has the lines of a test between two comments, word for word, but for the indentation of a
    /// function's body.
    ///
    /// - Parameter imported: The modules whose imports stand above the lines, with a blank line between.
    public static func hasLines(
        in text: String = "README.md", importing imported: String..., of file: String = #filePath,
        from begin: String = "README begins", to end: String = "README ends"
    ) throws -> Bool {
        let text = try String(contentsOf: SharedData.package.appending(path: text), encoding: .utf8)
        let source = try String(contentsOfFile: file, encoding: .utf8)
        let lines = source.components(separatedBy: "// \(begin)\n")[1].components(separatedBy: "        // \(end)\n")[0]
            .split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(8) }
        let imports = imported.map { "import \($0)\n" }.joined() + (imported.isEmpty ? "" : "\n")
        return text.contains(imports + lines.joined(separator: "\n"))
    }
}
