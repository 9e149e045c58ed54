import Foundation
import TestSupport
import Testing

@Suite("Folders of the engine")
struct FolderOrderTests {
    /// The folders, lowest first; below them is `SQLite`, which a target of its own will have. Those of a set use each
    /// other.
    private static let layers: [Set<String>] = [
        ["Match"], ["Describe", "Detect"], ["Store", "Text", "Shared", "Merge"], ["Rules"],
        ["Query", "Learn", "Discover", "Duplicates"],
    ]

    /// The words of the code of a file by line, without comments and strings.
    private struct Source {
        let name: String
        let folder: String
        var lines: [(isIndented: Bool, words: [Substring])] = []

        init(_ file: URL, in folder: String) throws {
            name = file.lastPathComponent
            self.folder = folder
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let parts = line.components(separatedBy: "\"")
                let code = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined(separator: " ")
                let words = code[..<(code.range(of: "//")?.lowerBound ?? code.endIndex)]
                    .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                lines.append((line.hasPrefix(" "), words))
            }
        }

        /// The types that are declared, and whether the whole module sees them.
        var declared: [(name: String, isVisible: Bool)] {
            lines.flatMap { line in
                zip(line.words, line.words.dropFirst()).compactMap { keyword, name in
                    guard ["struct", "class", "enum", "protocol", "typealias"].contains(keyword) else { return nil }
                    return (String(name), !line.isIndented && !line.words.contains { $0.hasSuffix("private") })
                }
            }
        }

        var used: Set<String> { Set(lines.flatMap(\.words).filter { $0.first?.isUppercase == true }.map(String.init)) }
    }

    private static func sources() throws -> [Source] {
        let root = SharedData.package.appending(path: "Sources/Search/VisualSearch")
        return try layers.flatMap(\.self).flatMap { folder in
            let files = FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil)
            return try (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
                .map { try Source($0, in: folder) }
        }
    }

    @Test("no folder uses a type that is declared in a higher one")
    func order() throws {
        let sources = try Self.sources()
        #expect(sources.count > 150)
        let level = Dictionary(
            uniqueKeysWithValues: Self.layers.enumerated().flatMap { level, folders in folders.map { ($0, level) } })
        var home: [String: String] = [:]
        var declared: [String: Set<String>] = [:]
        for source in sources {
            for type in source.declared {
                declared[source.folder, default: []].insert(type.name)
                if type.isVisible { home[type.name] = source.folder }
            }
        }
        #expect(home["Snapshot"] == "Store" && home["VectorIndex"] == "Match" && home["SearchEngine"] == "Query")
        for source in sources {
            for name in source.used.subtracting(declared[source.folder] ?? []) {
                guard let folder = home[name], let used = level[folder], let user = level[source.folder] else {
                    continue
                }
                #expect(used <= user, "\(source.folder)/\(source.name) uses \(name) of \(folder)")
            }
        }
    }

    @Test("every folder has its place in the order")
    func folders() throws {
        let root = SharedData.package.appending(path: "Sources/Search/VisualSearch")
        let all = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.contains(".") }
        #expect(Set(all).subtracting(["SQLite"]) == Set(Self.layers.flatMap(\.self)))
    }
}
