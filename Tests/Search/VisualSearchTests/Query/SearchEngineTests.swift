import EngineTestSupport
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite struct SearchEngineTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("catalog.magpie") }

    init() throws { folder = try TemporaryFolder() }

    @Test("an engine sees what another one wrote to the same file")
    func othersWrites() throws {
        let catalog = ContractCatalog(count: 12)
        let writer = try SearchEngine(path: path, mode: .create)
        let reader = try SearchEngine(path: path, mode: .readOnly)
        let color = SearchRequest.WeightedColor(RGB(hex: "#808040")!)
        func found() throws -> Set<String> {
            let look = try reader.searchBlocking(
                SearchRequest(.init(example: .image(.pixels(catalog.pictures[0]))), limit: 100, scope: .all))
            let colors = try reader.searchBlocking(SearchRequest(.init(colors: [color]), limit: 100, scope: .all))
            #expect(Set(look.hits.map(\.id)) == Set(colors.hits.map(\.id)))
            return Set(look.hits.map(\.id))
        }
        #expect(try found() == [])
        _ = try writer.insertBlocking(Array(catalog.entries.prefix(5)))
        #expect(try found() == Set(catalog.items.prefix(5).map(\.id)))
        _ = try writer.removeBlocking(["item-0", "item-4"])
        #expect(try found() == ["item-1", "item-2", "item-3"])
        _ = try writer.insertBlocking(Array(catalog.entries.suffix(7)))
        #expect(try found() == Set(["item-1", "item-2", "item-3"] + catalog.items.suffix(7).map(\.id)))
        _ = try writer.insertBlocking([Entry(Item(id: "item-2"), image: .pixels(catalog.pictures[0]))])
        let answer = try reader.searchBlocking(
            SearchRequest(.init(example: .image(.pixels(catalog.pictures[0]))), limit: 1, scope: .all))
        #expect(answer.hits.map(\.id) == ["item-2"])
        #expect(throws: SearchError.self) { try reader.removeBlocking(["item-1"]) }
    }

    @Test("a store stays with the describer that it was made with")
    func mismatch() throws {
        _ = try SearchEngine(path: path, mode: .create)
        #expect(throws: SearchError.self) { try SearchEngine(path: path, mode: .readWrite, describer: Mean()) }
        let error = #expect(throws: SearchError.self) {
            try SearchEngine(path: path, mode: .readWrite, describer: Mean())
        }
        guard case .describerMismatch = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("an outside describer is searched like the built-in one, colors included, but cannot weigh color")
    func outside() throws {
        let engine = try SearchEngine(path: path, mode: .create, describer: Mean())
        let pictures = ["#c02020", "#20a030", "#2030c0"].map { Pictures.solid(32, 32, RGB(hex: $0)!) }
        _ = try engine.insertBlocking(
            pictures.enumerated().map { Entry(Item(id: "\($0)"), image: .pixels($1)) })
        let look = SearchRequest.Example.image(.pixels(pictures[1]))
        let answer = try engine.searchBlocking(SearchRequest(.init(example: look), explains: true, scope: .all))
        #expect(answer.hits.first?.id == "1")
        #expect(answer.hits.first?.explanation?.pattern == 1 && answer.hits.first?.explanation?.text == 0)
        let colors = try engine.searchBlocking(SearchRequest(.init(colors: [.init(RGB(hex: "#2030c0")!)]), scope: .all))
        #expect(colors.hits.first?.id == "2")
        #expect(throws: SearchError.self) {
            try engine.searchBlocking(SearchRequest(.init(example: look, colorWeight: 0.8), scope: .all))
        }
    }

    @Test("a vector of another length than the describer says is an error of the describer, wherever it comes in")
    func shortVector() throws {
        let engine = try SearchEngine(path: path, mode: .create, describer: Odd { _ in Descriptor(vector: [90, 90]) })
        let image = ImageInput.pixels(Pictures.solid(32, 32, .black))
        let reason = SearchError.service("the describer odd gave a vector of 2 values, not of 3, as its dimensions say")
        #expect(try engine.insertBlocking([Entry(Item(id: "a"), image: image)])[0].failure == reason)
        #expect(throws: reason) { try engine.searchBlocking(SearchRequest(.init(example: .image(image)))) }
        #expect(throws: reason) { try engine.discoverBlocking(DiscoverRequest(image)) }
    }

    @Test("a picture that the describer has no descriptor for is a fault of the picture in every verb")
    func undescribable() throws {
        let engine = try SearchEngine(
            path: path, mode: .create,
            describer: Odd { _ throws(DescribeError) in throw .undescribable(detail: "it is blank") })
        let image = ImageInput.pixels(Pictures.solid(32, 32, .black))
        let reason = SearchError.invalidArgument("the picture could not be described: it is blank")
        #expect(try engine.insertBlocking([Entry(Item(id: "a"), image: image)])[0].failure == reason)
        #expect(throws: reason) { try engine.searchBlocking(SearchRequest(.init(example: .image(image)))) }
        #expect(throws: reason) { try engine.discoverBlocking(DiscoverRequest(image)) }
    }

    @Test("thumbnails are kept when asked for, from the same decode")
    func thumbnails() throws {
        var settings = SearchEngine.Settings()
        settings.thumbnailSide = 48
        let engine = try SearchEngine(path: path, settings: settings)
        _ = try engine.insertBlocking([Entry(Item(id: "a"), image: .pixels(Pictures.scene(100, 60)))])
        let bytes = try engine.store.read { snapshot throws(SearchError) in try snapshot.thumbnail(at: 0) }
        #expect(try inspect(try #require(bytes)).uprightSize == Size(width: 48, height: 29))
    }

    @Test("a grid of many equal pictures pages in the order of ids")
    func manyTies() throws {
        let engine = try SearchEngine(path: path, mode: .create)
        let image = try engine.describe(.pixels(Pictures.scene(64, 64)))
        let ids = (0..<1500).map { String($0 * 7919 % 1500 + 10000) }
        _ = try engine.insertDescribed(ids.map { (Item(id: $0), image, nil) })
        var found: [String] = []
        for page in 1...10 {
            let request = SearchRequest(
                .init(example: .image(.pixels(Pictures.scene(64, 64)))), page: page, limit: 100, scope: .all)
            found += try engine.searchBlocking(request).hits.map(\.id)
        }
        #expect(found == (10000..<11000).map(String.init))
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

/// Describes each picture as a test wants.
private struct Odd: Describer {
    let identity = "odd"
    let dimensions = 3
    let scale = 127
    let answer: @Sendable (PixelBuffer) throws(DescribeError) -> Descriptor

    init(_ answer: @escaping @Sendable (PixelBuffer) throws(DescribeError) -> Descriptor) { self.answer = answer }

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor { try answer(pixels) }
}

/// The mean color of a picture.
private struct Mean: Describer {
    let identity = "mean"
    let dimensions = 3
    let scale = 127

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        let sums = (0..<3).map { channel in
            stride(from: channel, to: pixels.bytes.count, by: pixels.channels).reduce(0) {
                $0 + Double(pixels.bytes[$1])
            }
        }
        let length = (sums.reduce(0) { $0 + $1 * $1 }).squareRoot()
        return Descriptor(vector: sums.map { Int8(($0 / max(length, 1) * 127).rounded()) })
    }
}
