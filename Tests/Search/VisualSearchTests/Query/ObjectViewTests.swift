import Imaging
import TestSupport
import Testing

@testable import VisualSearch

@Suite("An object is compared alone or with its picture", .timeLimit(.minutes(5)))
struct ObjectViewTests {
    /// A drawn object with its surroundings: a share of its sides more on each of them.
    private func cut(_ box: Box, _ share: Double, of pixels: PixelBuffer) throws -> [UInt8] {
        let (across, down) = (Int(Double(box.width) * share), Int(Double(box.height) * share))
        let (left, top) = (max(box.left - across, 0), max(box.top - down, 0))
        let around = Box(
            left: left, top: top, width: min(box.left + box.width + across, pixels.size.width) - left,
            height: min(box.top + box.height + down, pixels.size.height) - top)
        return try prepare(.pixels(pixels), as: Recipe(Output(.fit(512), encoding: .png), box: around)).outputs[0].bytes
    }

    @Test(
        "where the catalog has a thing in its surroundings it is found by these, and by itself where somebody points at it"
    )
    func surrounded() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("used.magpie"))
        let things = try DrawnScene.all().prefix(4).flatMap { scene in
            scene.boxes.enumerated().map { (id: "\(scene.name) \($0)", box: $1, pixels: scene.pixels) }
        }
        try engine.insert(pictures: things.map { ($0.id, try cut($0.box, 0.5, of: $0.pixels)) })
        var withSurroundings = 0
        for thing in things {
            let picture = ImageInput.bytes(try cut(thing.box, 0.4, of: thing.pixels))
            let answer = try engine.discoverBlocking(DiscoverRequest(picture))
            let first = try #require(answer.objects.first)
            #expect(first.answer.hits.first?.id == thing.id)
            if first.answer.queryBox != first.object.box {
                #expect(first.answer.queryBox == Box(covering: answer.uprightSize))
                withSurroundings += 1
            }
            // Whoever points at it asks for it alone.
            let pointed = try engine.searchBlocking(
                SearchRequest(.init(example: .image(picture, .box(first.object.box)))))
            #expect(pointed.queryBox == first.object.box)
        }
        #expect(withSurroundings * 2 > things.count, "\(withSurroundings) of \(things.count)")
    }

    @Test(
        "a picture of several objects that is the picture of an item finds that item by all of it, however it was made smaller"
    )
    func itself() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("scenes.magpie"))
        let scenes = try DrawnScene.all().filter { $0.boxes.count > 1 }.prefix(6)
        func picture(_ scene: DrawnScene, _ output: Output) throws -> [UInt8] {
            try prepare(.pixels(scene.pixels), as: Recipe(output)).outputs[0].bytes
        }
        let parts = try scenes.flatMap { scene in
            try scene.boxes.enumerated().map { ("\(scene.name) \($0)", try cut($1, 0.05, of: scene.pixels)) }
        }
        try engine.insert(pictures: parts)
        try engine.insert(
            pictures: try scenes.map { ($0.name, try picture($0, Output(.fit(1600), encoding: .png))) })
        for scene in scenes {
            let sent = ImageInput.bytes(try picture(scene, .fit(400, quality: 88)))
            let answer = try engine.searchBlocking(SearchRequest(.init(example: .image(sent)), detection: Detection()))
            #expect(answer.hits.first?.id == scene.name)
            #expect(answer.hits.first?.score ?? 0 > 0.97, "\(scene.name): \(answer.hits.first?.score ?? 0)")
            #expect(answer.objects.count > 1, "its objects can be chosen")
        }
    }

    @Test("the further objects of a picture are counted as detection finds them by default, whatever is asked for")
    func others() throws {
        let scene = try #require(try DrawnScene.all().first { $0.boxes.count > 2 })
        let detector = ObjectDetector.shared
        let usual = detector.found(in: scene.pixels, Detection())
        #expect(usual.usual == usual.objects.count && usual.usual > 1)
        for detection in [Detection(limit: 1), Detection(limit: 30, sensitivity: .high), Detection(minimumScore: 0.99)]
        {
            #expect(detector.found(in: scene.pixels, detection).usual == usual.usual)
        }
    }
}
