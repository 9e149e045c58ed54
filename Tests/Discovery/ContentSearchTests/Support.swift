import ContentSearch
import EngineTestSupport
import Foundation
import TestSupport
import Testing

/// A content file in a folder of its own, which goes with it.
final class TemporaryContent: Sendable {
    let folder: URL
    let path: String
    let store: ContentStore

    init(_ modules: [ContentModule] = [], _ instances: [ContentInstance] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "content-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "shop.content").path(percentEncoded: false)
        store = try ContentStore(path: path)
        try store.define(modules)
        try insert(instances)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func insert(_ instances: [ContentInstance]) throws {
        for result in try store.insertBlocking(instances) { try result.get() }
    }

    func file(_ name: String, _ text: String) throws -> String {
        let url = folder.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url.path(percentEncoded: false)
    }
}

extension ContentStore {
    func ids(_ query: ContentQuery) throws -> [String] { try searchBlocking(query).items.map(\.id) }
}

/// The first books and their authors, with the independent reading of queries on them.
struct Books: Sendable {
    let content: TemporaryContent
    let reference: ContentReference
    let instances: [ContentInstance]

    /// Nil where the data are missing.
    init?(_ count: Int) throws {
        guard let catalog = try BookCatalog(count: count) else { return nil }
        instances = catalog.instances
        content = try TemporaryContent(BookCatalog.modules, instances)
        reference = ContentReference(BookCatalog.modules, instances)
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }
}
