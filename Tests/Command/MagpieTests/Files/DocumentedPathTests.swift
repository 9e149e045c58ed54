import Foundation
import TestSupport
import Testing

/// The texts that lead through the repository name files; a file that moves takes its text along.
@Suite("Paths in texts")
struct DocumentedPathTests {
    private static let texts = [
        "README.md", "Benchmarks/README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md", ".github/CHANGELOG.md",
        "Sources/Pictures/Imaging/Imaging.docc/Imaging.md", "Sources/Pictures/Imaging/Imaging.docc/OrderOfStages.md",
        "Sources/Pictures/Imaging/Imaging.docc/LimitsAndSafety.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/VisualSearch.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/Architecture.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/Walks.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/StoreFormat.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/AddingADescriber.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/BatchesOnClusters.md", "Tests/Runners/README.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/FindingDuplicates.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/BloomreachCalls.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/DiscoverySystems.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/ViSearchWords.md",
        "Sources/Search/VisualSearch/VisualSearch.docc/Glossary.md",
        "Sources/Search/MilvusCatalog/MilvusCatalog.docc/MilvusCatalog.md",
        "Sources/Vendors/ViSearch/Client/ViSearchClient.docc/FromViSearchSDK.md",
    ]

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
