import BenchmarkKit
import CatalogFile
import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// A store of many items: the pictures of `samples/` with their attributes, and again and again vectors near theirs.
/// The file goes when the value does.
final class LargeCatalog {
    let engine: SearchEngine
    private let folder: URL

    /// - Parameter noise: The largest difference of a value from that of the sample.
    init(of samples: URL, items count: Int, noise most: Int = 10) throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "catalog-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        engine = try SearchEngine(path: folder.appending(path: "catalog.magpie").path, mode: .create)
        let table = try AttributeTable(path: samples.appending(path: "catalog.csv").path)
        var known: [(item: Item, picture: DescribedImage)] = []
        for row in table.rows {
            guard let id = row.id, let file = row.file else { continue }
            let picture = try engine.describe(.file(samples.appending(path: file)))
            known.append((Item(id: id, source: file, attributes: row.attributes), picture))
        }
        var random: UInt64 = 1
        var made = 0
        while made < count {
            let portion = min(4096, count - made)
            let entries = (made..<made + portion).map { index -> (Item, DescribedImage?, Fingerprint?) in
                var (item, picture) = known[index % known.count]
                if index >= known.count {
                    item.id += "-\(index)"
                    let vector = picture.descriptor.vector.map { value -> Int8 in
                        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        let noise = Int(random >> 33) % (2 * most + 1) - most
                        return Int8(clamping: Int(value) * 4 / 5 + noise)
                    }
                    picture.descriptor = Descriptor(vector: vector)
                }
                return (item, picture, nil)
            }
            for result in try engine.insertDescribed(entries) { try result.get() }
            made += portion
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
