import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// A store of items that differ in their words alone. The file goes when the value does.
final class TextStore {
    let engine: SearchEngine
    private let folder: URL
    private let picture: DescribedImage

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "text-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        engine = try SearchEngine(path: folder.appending(path: "catalog.magpie").path, mode: .create)
        let sample = URL(filePath: #filePath).appending(path: "../../../samples/images/bag-001.jpg").standardized
        picture = try engine.describe(.file(sample))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func insert(_ items: [Item]) throws {
        for start in stride(from: 0, to: items.count, by: 4096) {
            let portion = items[start..<min(start + 4096, items.count)]
            for result in try engine.insertDescribed(portion.map { ($0, picture, nil) }) { try result.get() }
        }
    }

    /// The ids of the best hits, at most a thousand.
    func ids(_ text: String, limit: Int = SearchRequest.window) throws -> [String] {
        var ids: [String] = []
        for page in 1... {
            let request = SearchRequest(
                SearchRequest.Query(text: text), page: page, limit: min(limit, 100), scope: .all)
            let hits = try engine.searchBlocking(request).hits
            ids += hits.map(\.id)
            if hits.count < request.limit || ids.count >= limit { return ids }
        }
        return ids
    }
}
