import Foundation
import TestSupport
import Testing

@Suite("Folders of the engine")
struct FolderOrderTests {
    /// The folders, lowest first; below them is `SQLite`, which a target of its own will have. Those of a set use each other.
    private static let layers: [Set<String>] = [
        ["Match"], ["Describe", "Detect"], ["Store", "Text", "Shared", "Merge"],
        ["Query", "Learn", "Discover", "Duplicates"],
    ]

    /// The code of a file, without comments and strings.
    private struct Source {
        let name: String
        let folder: String
        let code: String
    }

    private static func sources() throws -> [Source] {
        let root = SharedData.package.appending(path: "Sources/Search/VisualSearch")
        let folders = try FileManager.default.contentsOfDirectory(
            at: root, includingPropertiesForKeys: [.isDirectoryKey]
        )
        .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true && $0.pathExtension.isEmpty }
        .filter { $0.lastPathComponent != "SQLite" }
        return try folders.flatMap { folder in
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
            return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
                let text = try String(contentsOf: file, encoding: .utf8)
                let code = text.replacing(#/\/\/.*/#, with: "").replacing(#/"(\\.|[^"\\\n])*"/#, with: "")
                return Source(name: file.lastPathComponent, folder: folder.lastPathComponent, code: code)
            }
        }
    }

    @Test("no folder uses a type that is declared in a higher one")
    func order() throws {
        let sources = try Self.sources()
        let level = Dictionary(
            uniqueKeysWithValues: Self.layers.enumerated().flatMap { level, folders in folders.map { ($0, level) } })
        #expect(Set(sources.map(\.folder)).isSubset(of: level.keys), "a folder has no place in the order")
        #expect(sources.count > 150)
        // Declared at the beginning of a line: visible in the whole module.
        var home: [String: String] = [:]
        var nested: [String: Set<String>] = [:]
        for source in sources {
            for match in source.code.matches(of: #/(?m)^(.*)\b(?:struct|class|enum|protocol|typealias) ([A-Z]\w*)/#) {
                nested[source.folder, default: []].insert(String(match.2))
                if match.1.hasPrefix(" ") || match.1.contains("private") { continue }
                home[String(match.2)] = source.folder
            }
        }
        #expect(home["Snapshot"] == "Store" && home["VectorIndex"] == "Match")
        for source in sources {
            let names = Set(source.code.matches(of: #/\b[A-Z]\w*/#).map { String($0.0) })
            for name in names.subtracting(nested[source.folder] ?? []) {
                guard let folder = home[name], let used = level[folder], let user = level[source.folder] else {
                    continue
                }
                #expect(used <= user, "\(source.folder)/\(source.name) uses \(name) of \(folder)")
            }
        }
    }
}
