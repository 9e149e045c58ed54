import TestSupport
import Testing

@testable import VisualSearch

/// 1 TB is 1,024 GB on a phone and 1,000 GB on a disk; whoever types it may mean either.
@Suite("Amounts of storage")
struct StorageUnitTests {
    private static let sizes = ["512 GB", "1000 GB", "1 TB", "1024 GB", "2 TB", "2000 GB"]

    @Test(
        "are compared by both ways to count, in fields of texts and of numbers",
        arguments: [
            ("phone 1 TB", ["1000 GB", "1 TB", "1024 GB"]), ("phone under 1 TB", ["512 GB"]),
            ("phone up to 1 TB", ["512 GB", "1000 GB", "1 TB", "1024 GB"]), ("phone over 1 TB", ["2 TB", "2000 GB"]),
            ("phone at least 1 TB", ["1000 GB", "1 TB", "1024 GB", "2 TB", "2000 GB"]),
            ("phone at least 2 TB", ["2 TB", "2000 GB"]), ("phone 512 GB", ["512 GB"]), ("phone 0.5 TB", ["512 GB"]),
            ("phone between 1 TB and 1.5 TB", ["1000 GB", "1 TB", "1024 GB"]),
        ], [true, false])
    func both(_ asked: (text: String, sizes: [String]), isText: Bool) throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let items = Self.sizes.enumerated().map { number, size in
            let parts = size.split(separator: " ")
            let gigabytes = (Int(parts[0]) ?? 0) * (parts[1] == "TB" ? 1024 : 1)
            let value: [String: AttributeValue] = isText ? ["storage": .string(size)] : ["storage_gb": .int(gigabytes)]
            return StoredItem(size, value.merging(["title": .text("Phone \(number)")]) { $1 })
        }
        _ = try store.upsert(items)
        let found = try store.read { snapshot throws(SearchError) in
            let reading = try snapshot.phrases(in: asked.text, .english, ignoring: [])
            #expect(reading.phrases.count == 1, "\(reading.phrases)")
            var ids: Set<String> = []
            for slot in try snapshot.matching(reading.filter) { ids.insert(try snapshot.id(at: slot) ?? "?") }
            return ids
        }
        #expect(found == Set(asked.sizes), "\(asked.text)")
    }
}
