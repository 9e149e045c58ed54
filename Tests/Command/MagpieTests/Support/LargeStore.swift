import Foundation
import Imaging
import SQLite
import VisualSearch

@testable import magpie

/// A store of so many items that commands leave lists behind: a little more than 50,000.
struct LargeStore {
    static let size = 50_020
    let place: Workplace

    /// A copy of one that is made once.
    init() throws {
        let made = try Self.made.get()
        place = try Workplace()
        try FileManager.default.copyItem(
            atPath: (made.place / "large.magpie").text, toPath: (place / "large.magpie").text)
    }

    private static let made = Result { try LargeStore(in: Workplace()) }

    private init(in place: Workplace) throws {
        self.place = place
        let describer = BuiltInDescriber.shared
        let identity = DescriberIdentity(
            name: describer.identity, dimensions: describer.dimensions, colors: SearchEngine.paletteBytes)
        let store = try CatalogStore(path: (place / "large.magpie").text, describer: identity, mode: .create)
        var random = SplitMix(seed: 1)
        let pool = (0..<1 << 16).map { _ in Int8(truncatingIfNeeded: random.next()) }
        for first in stride(from: 0, to: Self.size, by: 5000) {
            let items = (first..<min(first + 5000, Self.size)).map { number in
                let start = Int.random(in: 0..<pool.count - describer.dimensions, using: &random)
                return StoredItem(
                    Item(id: "\(number)"),
                    picture: StoredPicture(vector: Array(pool[start..<start + describer.dimensions])))
            }
            _ = try store.upsert(items)
        }
    }

    private func database(_ name: String) throws -> Database {
        try Database(path: (place / name).text, access: .read)
    }

    /// The number of items in a store of the folder.
    func count(_ name: String) throws -> Int { try database(name).integer("SELECT items FROM state") }

    /// True where a store of the folder keeps lists.
    func hasLists(_ name: String = "large.magpie") throws -> Bool {
        try database(name).integer("SELECT count(*) FROM lists") > 3
    }
}
