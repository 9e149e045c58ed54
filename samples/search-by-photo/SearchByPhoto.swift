import Foundation
import VisualSearch

/// The five pictures of a folder that look most like a photo.
///
///     swift run -c release search-by-photo samples/images samples/images/bag-007.jpg out/bags.magpie
@main
enum SearchByPhoto {
    static func main() async throws {
        guard CommandLine.arguments.count == 4 else {
            print("usage: search-by-photo FOLDER PHOTO STORE")
            exit(1)
        }
        let folder = URL(filePath: CommandLine.arguments[1])
        let photo = URL(filePath: CommandLine.arguments[2])
        // The store is one file, made if it is missing.
        let engine = try SearchEngine(path: CommandLine.arguments[3])

        let entries = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension.lowercased() == "jpg" }
            .map { Entry(Item(id: $0.deletingPathExtension().lastPathComponent, source: $0.path), image: .file($0)) }
        // When insert returns, what succeeded is on disk; each entry has a result of its own.
        for (entry, result) in zip(entries, try await engine.insert(entries)) {
            if case .failure(let error) = result { print("\(entry.item.id): \(error)") }
        }

        let answer = try await engine.search(.image(.file(photo)), limit: 5)
        for hit in answer.hits { print(hit.id, hit.score) }
        // A person should know, for example, that nothing in the store is really alike.
        for notice in answer.notices { print("note: \(notice.text)") }
    }
}
