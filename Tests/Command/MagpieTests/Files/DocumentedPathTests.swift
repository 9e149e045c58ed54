import Foundation
import TestSupport
import Testing

/// The texts that lead through the repository name files; a file that moves takes its text along.
@Suite("Paths in texts")
struct DocumentedPathTests {
    private static let texts = others + articles

    /// All articles of all targets.
    private static let articles: [String] = {
        let sources = SharedData.package.appending(path: "Sources")
        let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" }
    }()

    private static let others = [
        "README.md", "Benchmarks/README.md", "Benchmarks/Learning/README.md", "Benchmarks/EndToEnd/Text/README.md",
        ".github/CONTRIBUTING.md", ".github/SECURITY.md", ".github/CHANGELOG.md", "Sources/Architecture.md",
        "Tests/Promises.md", "Tests/Coverage.md", "Tests/Reliability.md", "Tests/Runners/README.md",
    ]

    @Test("the articles are found")
    func found() {
        #expect(Self.articles.count > 15)
    }

    @Test("the architecture has a row for each target, with a reason and a limit")
    func targets() throws {
        let file = SharedData.package.appending(path: "Sources/Architecture.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let rows = text.split(separator: "\n").map { $0.split(separator: "|", omittingEmptySubsequences: false) }
        // Between the bars at both ends: name, reason, limit, imports.
        let names = rows.filter { $0.count == 6 && $0[2].count > 9 && $0[3].count > 3 }.map { $0[1] }
        let missing = SharedData.sources.keys.filter { target in !names.contains { $0.contains("`\(target)`") } }
        #expect(missing.isEmpty)
    }

    @Test("every path into the repository that a text names is there", arguments: texts)
    func paths(_ text: String) throws {
        let content = try String(contentsOf: SharedData.package.appending(path: text), encoding: .utf8)
        let named = content.matches(of: /`((?:Sources|Tests|Benchmarks|samples|\.ci|\.github)\/[^`\s]*)`/).map {
            String($0.1)
        }
        // A place for a name stands for any name.
        let paths = named.filter { !$0.contains("…") && !$0.contains("<") }
        let missing = paths.filter {
            !FileManager.default.fileExists(atPath: SharedData.package.appending(path: $0).path)
        }
        #expect(missing.isEmpty)
    }

    @Test("every link to a file of the repository leads to one", arguments: texts)
    func links(_ text: String) throws {
        let file = SharedData.package.appending(path: text)
        let content = try String(contentsOf: file, encoding: .utf8)
        let targets = content.matches(of: /\]\(([^)#]+)[^)]*\)/).map { String($0.1) }.filter { !$0.contains("://") }
        let missing = targets.filter {
            !FileManager.default.fileExists(
                atPath: file.deletingLastPathComponent().appending(path: $0).standardizedFileURL.path)
        }
        #expect(missing.isEmpty)
    }
}
