import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("magpie index with products that a shop does not show", .timeLimit(.minutes(5)))
struct UnpublishedProductTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        for (seed, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() {
            try place.write(try picture(seed: seed), to: "in/\(name)")
        }
    }

    private static let head = "Handle,Title,Variant SKU,Image Src,Published,Status\n"
    /// Both have the picture b.jpg.
    private static let rows =
        "hat,Hat,1,a.jpg,true,active\nbag,Bag,2,b.jpg,true,draft\nbag,,3,c.jpg,,\ncap,Cap,4,b.jpg,true,active\n"

    private func index(_ rows: String, _ words: String...) throws -> Ended {
        try place.write(Array((Self.head + rows).utf8), to: "rows.csv")
        return try Running(
            magpieBinary, ["index", "in", "--catalog", "rows.csv", "--no-learning"] + words, in: place.path
        ).wait()
    }

    private func ids() throws -> Set<String> { Set(try place.magpie("store", "export").json().map(\.itemID)) }

    @Test func `A draft makes no item, nor do its pictures, and it is counted`() throws {
        let ended = try index(Self.rows, "--strict")
        #expect(ended.code == 0, "\(ended)")
        #expect(
            ended.text.contains(
                "2 of 4 rows used, 0 without an image, 2 of products that the shop does not show (bag, bag); 0 images"),
            "\(ended.text)")
        #expect(try ids() == ["hat", "cap"])
        let lines = try index(Self.rows, "--json").json()
        #expect(lines.filter { $0.action == "unpublished" }.map(\.itemID) == ["bag"], "\(lines)")
        #expect(try index(Self.rows, "--all").code == 0)
        #expect(try ids() == ["hat", "bag", "cap"])
    }

    @Test func `A product that becomes a draft is named, stays, and leaves with --prune`() throws {
        let sold = Self.rows.replacing("draft", with: "active")
        #expect(try index(sold).code == 0)
        #expect(try ids() == ["hat", "bag", "cap"])
        let ended = try index(Self.rows)
        #expect(
            ended.errors.contains(
                "1 item of the store is of a product that the shop does not show any more (bag); --prune removes them"),
            "\(ended.errors)")
        #expect(try ids() == ["hat", "bag", "cap"])
        let pruned = try index(Self.rows, "--prune")
        #expect(pruned.code == 0 && pruned.text.contains("removed: bag"), "\(pruned)")
        #expect(try ids() == ["hat", "cap"])
        #expect(!(try index(Self.rows).errors.contains("does not show")))
        #expect(try index(sold).code == 0)
        #expect(try ids() == ["hat", "bag", "cap"])
        #expect(try place.magpie("store", "check").code == 0)
    }

    @Test func `An export in which everything is a draft empties no store`() throws {
        let many = (0..<12).map { "p\($0),P,\($0),in/\($0).jpg,true,active\n" }.joined()
        for number in 0..<12 { try place.write(try picture(seed: 20 + number), to: "in/\(number).jpg") }
        #expect(try index(many).code == 0)
        let all = try ids()
        let ended = try index(many.replacing("active", with: "draft"), "--prune")
        #expect(ended.code == 2 && ended.errors.contains("12 of the"), "\(ended)")
        #expect(try ids() == all)
    }

    @Test(arguments: ["--all", "--only-rows"])
    func `The option goes with a catalog`(option: String) throws {
        let ended = try place.magpie("index", "in", option)
        #expect(ended.code == 1 && ended.errors.contains("\(option) goes with --catalog"))
    }

    private static let sold = "hat,Hat,1,a.jpg,true,active\nbag,Bag,2,b.jpg,true,active\ncap,Cap,4,b.jpg,true,active\n"

    @Test func `With --only-rows a product that has left the feed leaves with --prune, though its picture stays`()
        throws
    {
        #expect(try index(Self.sold, "--only-rows").code == 0)
        // No item of c.jpg, which no row names.
        #expect(try ids() == ["hat", "bag", "cap"])
        let without = "hat,Hat,1,a.jpg,true,active\ncap,Cap,4,b.jpg,true,active\n"
        // One of two rows that share a picture.
        let ended = try index(without, "--only-rows")
        #expect(ended.errors.contains("does not show any more (bag); --prune removes them"), "\(ended.errors)")
        #expect(ended.text.contains("2 of 2 rows used, 0 without an image; 1 image without a row (in/c.jpg)"))
        #expect(try ids() == ["hat", "bag", "cap"])
        #expect(try index(without, "--only-rows", "--prune").code == 0)
        #expect(try ids() == ["hat", "cap"])
        // The only row of a picture.
        let last = try index("cap,Cap,4,b.jpg,true,active\n", "--only-rows", "--prune")
        #expect(last.code == 0 && last.text.contains("removed: hat"), "\(last)")
        #expect(try ids() == ["cap"])
        let lines = try index("cap,Cap,4,b.jpg,true,active\n", "--only-rows", "--json").json()
        #expect(lines.filter { $0.action == "noRow" }.count == 2)
        // It comes back with its row.
        #expect(try index(Self.sold, "--only-rows").code == 0)
        #expect(try ids() == ["hat", "bag", "cap"])
        #expect(try place.magpie("store", "check").code == 0)
    }

    @Test func `Without --only-rows an image keeps its item when its row leaves, also with --prune`() throws {
        #expect(try index(Self.sold).code == 0)
        #expect(try ids() == ["hat", "bag", "cap", "c"])
        #expect(try index("cap,Cap,4,b.jpg,true,active\n", "--prune").code == 0)
        #expect(try ids() == ["hat", "bag", "cap", "c"])
    }

    @Test func `A feed that has lost most of its rows removes nothing`() throws {
        let many = (0..<20).map { "p\($0),P,\($0),in/\($0).jpg,true,active\n" }
        for number in 0..<20 { try place.write(try picture(seed: 20 + number), to: "in/\(number).jpg") }
        #expect(try index(many.joined(), "--only-rows").code == 0)
        let all = try ids()
        #expect(all.count == 20)
        let ended = try index(many.prefix(10).joined(), "--only-rows", "--prune")
        #expect(ended.code == 2 && ended.errors.contains("10 of the"), "\(ended)")
        #expect(try ids() == all)
        #expect(try index(many.prefix(10).joined(), "--only-rows", "--prune", "--max-removed", "10").code == 0)
        #expect(try ids().count == 10)
    }
}
