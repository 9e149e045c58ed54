import EngineTestSupport
import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// Every object in the drawn scenes, against what was drawn.
@Suite struct DiscoverTests {
    private struct Drawn: Decodable {
        struct Object: Decodable {
            let id: String
            let box: [Int]

            var place: Box { Box(left: box[0], top: box[1], width: box[2] - box[0], height: box[3] - box[1]) }
        }
        let file: String
        let width: Int
        let height: Int
        let objects: [Object]
    }

    let catalog: SampleCatalog
    private let scenes: [Drawn]

    init() throws {
        catalog = try SampleCatalog.shared.get()
        let data = try Data(contentsOf: catalog.folder.appending(path: "scenes.json"))
        scenes = try JSONDecoder().decode([Drawn].self, from: data)
    }

    private var engine: SearchEngine { catalog.engine }
    private func file(_ scene: Drawn) -> ImageInput { .file(catalog.folder.appending(path: scene.file)) }

    @Test("objects of the drawn scenes are found, most with their item among the first ten and a type that it is of")
    func scenesAreFound() throws {
        var (drawn, found, first, named, typed, alone) = (0, 0, 0, 0, 0, 0)
        for scene in scenes.prefix(12) {
            let answer = try engine.discoverBlocking(
                DiscoverRequest(file(scene), detection: Detection(limit: 10, sensitivity: .high)))
            #expect(answer.uprightSize == Size(width: scene.width, height: scene.height))
            drawn += scene.objects.count
            for object in scene.objects {
                guard let thing = answer.objects.first(where: { $0.object.box.overlap(with: object.place) >= 0.5 })
                else { continue }
                found += 1
                alone += thing.answer.queryBox == thing.object.box ? 1 : 0
                first += thing.answer.hits.contains { $0.id == object.id } ? 1 : 0
                guard let type = thing.object.type else { continue }
                named += 1
                let item = catalog.items.first { $0.id == object.id }
                guard case .list(let types)? = item?.attributes["category"] else { continue }
                typed += types.contains(type) ? 1 : 0
            }
        }
        #expect(found * 10 >= drawn * 9, "\(found) of \(drawn)")
        // In a scene of several objects nearly each is compared alone.
        #expect(alone * 20 >= found * 19, "\(alone) of \(found)")
        #expect(first * 5 >= found * 4, "\(first) of \(found)")
        #expect(named * 2 >= found && typed * 5 >= named * 4, "\(typed) of \(named) of \(found)")
    }

    @Test("the answer is the same whatever the number of workers, and from many threads at once")
    func workers() throws {
        let request = DiscoverRequest(
            file(scenes[3]), detection: Detection(limit: 10), each: SearchRequest(.init(), fields: ["*"]))
        let alone = try engine.discoverBlocking(request, workers: 1)
        #expect(alone.objects.count > 3)
        for workers in [2, 3, 16] { #expect(try engine.discoverBlocking(request, workers: workers) == alone) }
        let engine = engine
        var beside: [Result<DiscoverAnswer, any Error>] = []
        Batch(checked: 6).run(
            0..<12, work: { _ in Result { try engine.discoverBlocking(request) } }, deliver: { beside.append($1) })
        for answer in beside { #expect(try answer.get() == alone) }
    }

    @Test(
        "a search with a box of an answer gives the hits of that answer, by each way, and a few pixels beside it as well"
    )
    func boxesOfAnswers() throws {
        let scene = scenes[3]
        let answer = try engine.discoverBlocking(DiscoverRequest(file(scene)))
        #expect(answer.objects.count >= 3)
        let boxes = answer.objects.map(\.object.box)
        let again = try engine.discoverBlocking(DiscoverRequest(file(scene), regions: boxes.map(Region.box)))
        #expect(again.objects.map(\.answer) == answer.objects.map(\.answer))
        #expect(again.objects.map(\.object.type) == answer.objects.map(\.object.type))
        for found in answer.objects {
            var box = found.object.box
            let search = { try engine.searchBlocking(SearchRequest(.init(example: .image(file(scene), .box(box))))) }
            #expect(try search().hits == found.answer.hits, "\(box)")
            (box.left, box.top, box.width) = (box.left + 1, box.top - 1, box.width + 1)
            #expect(try search().hits == found.answer.hits, "\(box)")
            // Half of it is another part of the picture, and is compared as it is.
            box.width /= 2
            let half = try engine.describe(file(scene), box: box).descriptor.vector
            #expect(
                try search().hits == engine.answer(SearchRequest(.init()), vector: half).hits, "\(box)")
        }
    }

    @Test("a picture stored in any of the eight orientations has the same objects at the same upright places")
    func orientations() throws {
        // Small enough to stay as it is, and without loss: then every pixel is the same.
        let upright = try #require(
            try prepare(file(scenes[2]), as: Recipe(.pixels(fitting: 500))).outputs[0].pixels)
        let expected = try Scene(.pixels(upright)).objects(Detection(limit: 10))
        #expect(expected.count >= 3)
        for orientation in 1...8 {
            let stored = upright.stored(orientation: orientation)
            let output = Output(.fit(1024), encoding: .png)
            let bytes = try prepare(.pixels(stored), as: Recipe(output)).outputs[0].bytes
            let scene = try Scene(.bytes(bytes.taggingPNG(orientation: orientation)))
            #expect(scene.uprightSize == upright.size)
            #expect(try scene.objects(Detection(limit: 10)) == expected, "\(orientation)")
        }
    }

    @Test("thirty objects are found when so many are asked for, tiny and border-touching ones among them")
    func thirty() throws {
        let size = Size(width: 660, height: 560)
        let boxes = (0..<30).map { index in
            let side = index == 7 ? 18 : 62
            let left = index % 6 * 112 + (index % 6 == 0 ? 0 : 18)
            return Box(left: left, top: index / 6 * 112 + 12, width: side, height: side)
        }
        let colors = ["#c03030", "#2060b0", "#20904a", "#8040a0", "#b07818"].map { RGB(hex: $0)! }
        let picture = Pictures.draw(size.width, size.height) { x, y in
            for (index, box) in boxes.enumerated()
            where (box.left..<box.right).contains(x) && (box.top..<box.bottom).contains(y) {
                let color = colors[index % colors.count]
                return (x + y) % 16 < 4 ? (250, 250, 240) : (color.red, color.green, color.blue)
            }
            return (236, 238, 240)
        }
        let answer = try engine.discoverBlocking(
            DiscoverRequest(.pixels(picture), detection: Detection(limit: 30, sensitivity: .high)))
        #expect(answer.objects.count == 30)
        let hit = boxes.count { box in answer.objects.contains { $0.object.box.overlap(with: box) >= 0.5 } }
        #expect(hit >= 28, "\(hit)")
        #expect(try engine.discoverBlocking(DiscoverRequest(.pixels(picture))).objects.count == 5)
        // Thirty points, each answered as if it were alone.
        let scene = try Scene(.pixels(picture))
        let points = boxes.map { Region.point($0.middle) }
        let together = try scene.objects(at: points)
        for index in [0, 7, 29] {
            #expect(try scene.objects(at: [points[index]]) == [together[index]], "\(index)")
        }
    }

    @Test("a point selects the object under it, or the nearest one between and outside of objects")
    func points() throws {
        let boxes = [Box(left: 60, top: 80, width: 120, height: 100), Box(left: 300, top: 60, width: 90, height: 140)]
        let picture = Pictures.draw(480, 300) { x, y in
            for (index, box) in boxes.enumerated()
            where (box.left..<box.right).contains(x) && (box.top..<box.bottom).contains(y) {
                return index == 0 ? (190, 40, 30) : (30, 70, 160)
            }
            return (240, 240, 238)
        }
        let scene = try Scene(.pixels(picture))
        for (x, y, index) in [
            (61, 81, 0), (120, 130, 0), (345, 100, 1), (200, 130, 0), (280, 130, 1), (0, 0, 0), (479, 299, 1),
            (-50, 130, 0), (5000, 100, 1), (.max, .min, 1),
        ] {
            let found = try scene.objects(at: [.point(Point(left: x, top: y))])
            #expect(found.count == 1)
            #expect(found[0].box.overlap(with: boxes[index]) > 0.8, "\(x),\(y): \(found[0].box)")
        }
        let blank = try Scene(.pixels(Pictures.solid(100, 80, .white)))
        #expect(try blank.objects(at: [.point(boxes[0].middle)]).map(\.isWholePicture) == [true])
        let outside = Box(left: 600, top: 0, width: 10, height: 10)
        #expect(throws: ImageError.self) { try scene.objects(at: [.box(outside)]) }
        let across = try scene.objects(at: [.box(Box(left: 400, top: 200, width: 1000, height: 1000))])
        #expect(across.map(\.box) == [Box(left: 400, top: 200, width: 80, height: 100)])
    }

    @Test("a place is described from the pixels that a scene keeps: in a larger picture it must be larger")
    func smallBoxes() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("catalog.magpie"), mode: .create)
        let picture = Pictures.scene(2048, 1536)
        func discover(_ side: Int) throws {
            let box = Box(left: 100, top: 100, width: side, height: side)
            _ = try engine.discoverBlocking(
                DiscoverRequest(.pixels(picture), regions: [.box(box)], each: SearchRequest(.init())))
        }
        let box = Box(left: 100, top: 100, width: 11, height: 11)
        #expect(throws: SearchError.image(.boxTooSmall(box: box, least: Size(width: 12, height: 12)))) {
            try discover(11)
        }
        try discover(12)
        // Nothing is described here.
        #expect(try Scene(.pixels(picture)).objects(at: [.box(box)]).map(\.box) == [box])
        #expect(throws: SearchError.self) {
            try engine.discoverBlocking(DiscoverRequest(.pixels(picture), detection: Detection(limit: 31)))
        }
        #expect(throws: SearchError.self) {
            try engine.describe(.pixels(picture), box: Box(left: 0, top: 0, width: 5, height: 9))
        }
    }
}

@Suite struct SceneTests {
    @Test(
        "a limit or a score out of its range is refused without a store, too",
        arguments: [
            Detection(limit: 0), Detection(limit: 31), Detection(minimumScore: 1.5), Detection(minimumScore: .nan),
        ])
    func ranges(_ detection: Detection) throws {
        let scene = try Scene(.pixels(Pictures.scene(64, 48)))
        let error = #expect(throws: ImageError.self) { try scene.objects(detection) }
        #expect(error?.code == "invalidRecipe")
    }
}

extension [UInt8] {
    /// A PNG with an EXIF block that says how it is stored, right behind its header.
    fileprivate func taggingPNG(orientation: Int) -> [UInt8] {
        func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let entry: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0]
        let body = Array("eXIfII".utf8) + [42, 0, 8, 0, 0, 0, 1, 0] + entry + [0, 0, 0, 0]
        let sum = body.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Array(self[..<33]) + bytes(UInt32(body.count - 4)) + body + bytes(~sum) + Array(self[33...])
    }
}
