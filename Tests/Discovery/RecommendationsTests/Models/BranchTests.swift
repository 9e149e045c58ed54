import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import Recommendations
@testable import VisualSearch

/// The items that go with one of the drawn sample pictures, by the shape of the tree of types.
@Suite(.timeLimit(.minutes(5)))
struct BranchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let kinds: [(name: String, path: [String], leaves: [String])] = [
        ("shoe", ["Fashion", "Shoes"], ["Sneakers", "Boots", "Pumps"]),
        ("bag", ["Fashion", "Bags"], ["Totes", "Clutches"]),
        ("mug", ["Home", "Mugs"], ["Cups", "Tall mugs"]), ("lamp", ["Home", "Lamps"], ["Table lamps", "Floor lamps"]),
    ]

    /// The companions of the first shoe, by kind, where types are written as `type` does.
    private func kinds(
        _ type: ([String], String) -> [String], attributes: [String: AttributeValue] = [:]
    ) throws -> [String] {
        let engine = try SearchEngine(
            path: folder.url.appending(path: "\(UUID().uuidString).magpie").path, mode: .create)
        var entries: [Entry] = []
        for (name, path, leaves) in Self.kinds {
            for number in 1...6 {
                var item = Item(id: "\(name)-00\(number)")
                item.attributes["category"] = .string(
                    type(path, leaves[number % leaves.count]).joined(separator: " > "))
                if item.id == "shoe-001" { item.attributes.merge(attributes) { _, new in new } }
                let file = SharedData.package.appending(path: "samples/images/\(item.id).jpg")
                entries.append(Entry(item, image: .file(file)))
            }
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
        let answer = try Recommender(engine: engine, events: folder.url.appending(path: "none.events").path)
            .recommendBlocking(
                RecommendationRequest(model: "complementary", limit: 6, seeds: ["shoe-001": 1]))
        let complementary = answer.items.filter { $0.engine == "complementary" }
        return complementary.map { item in String(item.id.prefix { $0 != "-" }) }
    }

    private static func areOthers(_ kinds: [String]) -> Bool { !kinds.isEmpty && !kinds.contains("shoe") }

    @Test("subtypes of one product do not go with each other, however deep and however general the tree is")
    func subtypes() throws {
        #expect(try Set(kinds { $0 + [$1] }) == ["bag"])
        #expect(try Self.areOthers(kinds { [$0[1], $1] }))
        #expect(try Self.areOthers(kinds { ["Shop"] + $0 + [$1] }))
    }

    @Test("the types of a department go with each other, and those without a tree")
    func departments() throws {
        #expect(try Set(kinds { path, _ in path }) == ["bag"])
        #expect(try Self.areOthers(kinds { path, _ in [path[1]] }))
    }

    @Test("a subtype that the catalog itself names as going along comes first")
    func named() throws {
        let kinds = try kinds({ $0 + [$1] }, attributes: ["related": .list(["shoe-002"])])
        #expect(kinds.first == "shoe")
    }
}
