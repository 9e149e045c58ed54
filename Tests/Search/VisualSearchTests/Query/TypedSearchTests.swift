import Foundation
import TestSupport
import Testing

@testable import VisualSearch

/// Searches within a product type, and the part of a picture that they use.
@Suite struct TypedSearchTests {
    let catalog: SampleCatalog

    init() throws { catalog = try SampleCatalog.shared.get() }

    private var engine: SearchEngine { catalog.engine }

    private func file(_ path: String) -> ImageInput { .file(catalog.folder.appending(path: path)) }

    private func isOf(_ type: String, _ hit: Hit) -> Bool {
        guard case .list(let types)? = hit.attributes["category"] else { return false }
        return types.contains(type)
    }

    @Test(
        "a product type of the detection is that of all hits, of the nearest and of the facets",
        arguments: [("mug", "Mugs"), ("Bags", "Bags"), ("tote", "Totes"), ("watches", "Watches")])
    func search(_ asked: String, _ type: String) throws {
        for scope in SearchRequest.Scope.allCases {
            let answer = try engine.searchBlocking(
                SearchRequest(
                    .init(example: .image(file("images/mug-003.jpg"))), limit: 100, facets: .init(["category"]),
                    detection: Detection(type: asked), scope: scope))
            #expect((answer.hits + answer.nearest).allSatisfy { isOf(type, $0) }, "\(scope)")
            if scope == .all {
                #expect(
                    answer.total == catalog.items.count { isOf(type, Hit(id: "", score: 0, attributes: $0.attributes)) }
                )
                #expect(answer.facets.first?.values.first { $0.value == type }?.count == answer.total)
            }
        }
    }

    @Test("with a region, with an item and with words, too, hits are of the type that is asked for")
    func otherQueries() throws {
        let box = Box(left: 51, top: 253, width: 291, height: 256)
        for query in [
            SearchRequest.Query(example: .image(file("scenes/scene-01.jpg"), .box(box))),
            SearchRequest.Query(example: .image(file("scenes/scene-01.jpg"), .point(Point(left: 200, top: 380)))),
            SearchRequest.Query(example: .item(id: "mug-009")), SearchRequest.Query(text: "red"),
        ] {
            let answer = try engine.searchBlocking(
                SearchRequest(query, detection: Detection(type: "bags"), scope: .all))
            #expect(!answer.hits.isEmpty && answer.hits.allSatisfy { isOf("Bags", $0) })
        }
    }

    @Test("discover finds items of the type that its objects are to have, and no others")
    func discover() throws {
        for path in ["scenes/scene-02.jpg", "scenes/scene-01.jpg"] {
            let answer = try engine.discoverBlocking(
                DiscoverRequest(
                    file(path), detection: Detection(type: "bag"), each: SearchRequest(.init(), scope: .all)))
            #expect(!answer.objects.isEmpty)
            for object in answer.objects {
                #expect(!object.answer.hits.isEmpty && object.answer.hits.allSatisfy { isOf("Bags", $0) })
            }
        }
    }

    @Test("a type that no item has leaves the search as it is, and is told with what may have been meant")
    func unknownType() throws {
        let query = SearchRequest.Query(example: .image(file("images/mug-003.jpg")))
        let plain = try engine.searchBlocking(SearchRequest(query))
        let answer = try engine.searchBlocking(SearchRequest(query, detection: Detection(type: "Muggs")))
        #expect(answer.hits == plain.hits && plain.notices.isEmpty)
        let notice = try #require(answer.notices.first)
        #expect(notice.kind == .unknownValue && notice.field == "category" && notice.suggestion == "Mugs")
        #expect(notice.text.contains("`Muggs`"))
    }

    @Test("beside a region, detection names the object there, and the hits are those without detection")
    func regions() throws {
        let picture = file("scenes/scene-01.jpg")
        let regions: [Region] = [
            .box(Box(left: 51, top: 253, width: 291, height: 256)), .point(Point(left: 550, top: 300)),
            .box(Box(left: 100, top: 300, width: 120, height: 90)),
        ]
        for region in regions {
            let query = SearchRequest.Query(example: .image(picture, region))
            let plain = try engine.searchBlocking(SearchRequest(query, scope: .all))
            let named = try engine.searchBlocking(SearchRequest(query, detection: Detection(), scope: .all))
            #expect(named.hits == plain.hits && named.queryBox == plain.queryBox)
            #expect(plain.objects.isEmpty && named.objects.count == 1)
            #expect(named.objects.first?.box == named.queryBox)
        }
    }

    @Test("where a small object is like nothing in the store, the whole picture is searched with")
    func smallObject() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("fields.magpie"), mode: .create)
        let (side, spot) = (400, 170..<230)
        func picture(_ isSpotted: Bool) throws -> PixelBuffer {
            var bytes: [UInt8] = []
            for row in 0..<side {
                for column in 0..<side {
                    if isSpotted, spot.contains(row), spot.contains(column) {
                        bytes += (row / 8 + column / 8) % 2 == 0 ? [240, 20, 230] : [250, 240, 40]
                    } else {
                        let isDark = (row + column) / 50 % 2 == 0
                        bytes += isDark ? [96, 140, 70] : [120, 160, 90]
                    }
                }
            }
            return try #require(PixelBuffer(size: Size(width: side, height: side), bytes: bytes))
        }
        let field = Entry(Item(id: "field"), image: .pixels(try picture(false)))
        for result in try engine.insertBlocking([field]) { try result.get() }
        let spotted = ImageInput.pixels(try picture(true))
        let object = try #require(try engine.discoverBlocking(DiscoverRequest(spotted)).objects.first)
        #expect(object.object.box.size.pixelCount < side * side / 5)
        #expect(object.answer.hits.map(\.id) == ["field"])

        let answer = try engine.searchBlocking(SearchRequest(.init(example: .image(spotted)), detection: Detection()))
        #expect(answer.hits.map(\.id) == ["field"])
        #expect(answer.queryBox == Box(left: 0, top: 0, width: side, height: side))
        #expect(answer.objects.map(\.box) == [object.object.box])
    }

    @Test("what has next to nothing in common with the query is not shown as the nearest")
    func farItems() throws {
        var noise = SplitMix(seed: 7)
        let bytes = (0..<(96 * 96 * 3)).map { _ in UInt8.random(in: 0...255, using: &noise) }
        let picture = try #require(PixelBuffer(size: Size(width: 96, height: 96), bytes: bytes))
        let query = SearchRequest.Query(example: .image(.pixels(picture)))
        let all = try engine.searchBlocking(SearchRequest(query, scope: .all))
        let answer = try engine.searchBlocking(SearchRequest(query))
        #expect(try #require(all.hits.first).score < 0.35)
        #expect(answer.total == 0 && answer.nearest.isEmpty)
        #expect(answer.notices.map(\.kind) == [.nothingRelevant])
    }
}
