import Foundation
import Imaging
import PictureTestSupport
import SearchAPI
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Duplicates", .timeLimit(.minutes(5)))
struct DuplicateFinderTests {
    @Test("same bytes, same pictures and look-alikes are groups of their own")
    func classes() throws {
        let folder = try DuplicateFolder()
        let scene = Pictures.scene(640, 480, seed: 3)
        let large = try encoded(scene, .png)
        try folder.write(large, to: "a.png", age: 50)
        try folder.write(large, to: "b.png", age: 90)
        try folder.write(scene, to: "c.jpg", .jpeg(quality: 60))
        try folder.write(scene, to: "d.webp", .webp(quality: 70), side: 320)
        try folder.write(Pictures.scene(640, 480, seed: 4), to: "e.png")
        let found = try folder.find()
        #expect(folder.lines(found) == ["bytes: b.png < a.png", "picture: b.png < c.jpg d.webp"])
        #expect(found.groups.map(\.reason) == [.age, .quality])
        #expect(found.failures.isEmpty && found.files == 5)
        let alike = try folder.find { $0.leastSimilarity = 0.5 }
        #expect(folder.lines(alike).prefix(2) == ["bytes: b.png < a.png", "picture: b.png < c.jpg d.webp"])
        for group in alike.groups.dropFirst(2) {
            #expect(group.kind == .alike)
            // Copies stay out of the look-alikes of their kept file.
            let names = ([group.kept] + group.others).map { folder.files[$0.file].lastPathComponent }
            #expect(Set(names).isDisjoint(with: ["a.png", "c.jpg", "d.webp"]))
        }
    }

    @Test("the kept file has the most pixels, then the finest coding")
    func keeping() throws {
        let folder = try DuplicateFolder()
        let scene = Pictures.scene(600, 400, seed: 9)
        try folder.write(scene, to: "small.png", side: 300)
        try folder.write(scene, to: "strong.jpg", .jpeg(quality: 60))
        try folder.write(scene, to: "fine.jpg", .jpeg(quality: 95))
        let group = try #require(try folder.find().groups.first)
        #expect(folder.files[group.kept.file].lastPathComponent == "fine.jpg")
        #expect(group.others.map { folder.files[$0.file].lastPathComponent } == ["strong.jpg", "small.png"])
        #expect(group.kept.size == Size(width: 600, height: 400) && group.reason == .quality)
    }

    @Test("a slight crop is the same picture, another scene and an edit are not")
    func crops() throws {
        let folder = try DuplicateFolder()
        let scene = Pictures.scene(800, 600, seed: 21)
        try folder.write(scene, to: "whole.png")
        try folder.write(
            try encoded(scene, .jpeg(quality: 85), box: Box(left: 30, top: 10, width: 760, height: 570)), to: "crop.jpg"
        )
        let edited = scene.bytes.map { UInt8(min(255, Int($0) * 5 / 4)) }
        try folder.write(PixelBuffer(size: scene.size, bytes: edited)!, to: "edited.png")
        // A patch in one corner, as another person in the same scene.
        var patched = scene.bytes
        for y in 40..<130 {
            for x in 40..<130 { for c in 0..<3 { patched[3 * (y * 800 + x) + c] = c == 0 ? 220 : 40 } }
        }
        try folder.write(PixelBuffer(size: scene.size, bytes: patched)!, to: "patched.png")
        #expect(folder.lines(try folder.find()) == ["picture: whole.png < crop.jpg"])
    }

    @Test("a crop of a small picture is the same picture, and the same crop with a few other pixels is not")
    func smallCrops() throws {
        let folder = try DuplicateFolder()
        let scene = Pictures.scene(300, 112, seed: 21)
        let box = Box(left: 9, top: 3, width: 285, height: 106)
        try folder.write(scene, to: "whole.png")
        try folder.write(try encoded(scene, .jpeg(quality: 85), box: box), to: "crop.jpg")
        // As large as a letter of the smallest print.
        var changed = scene.bytes
        for y in 50..<57 {
            for x in 140..<146 { for c in 0..<3 { changed[3 * (y * 300 + x) + c] ^= 128 } }
        }
        let edited = PixelBuffer(size: scene.size, bytes: changed)!
        try folder.write(try encoded(edited, .jpeg(quality: 85), box: box), to: "edited.jpg")
        #expect(folder.lines(try folder.find()) == ["picture: whole.png < crop.jpg"])
    }

    @Test("an outline keeps what a picture of few pixels has, and a plain picture has none")
    func outlines() throws {
        func outline(_ pixels: PixelBuffer) -> [Int8]? { Miniature(pixels, side: Miniature.side).outline }
        func likeness(_ first: [Int8], _ second: [Int8]) -> Double {
            Double(zip(first, second).reduce(0) { $0 + Int($1.0) * Int($1.1) }) / (127 * 127)
        }
        let scene = Pictures.scene(320, 256, seed: 7)
        let small = try #require(
            try prepare(.pixels(scene), as: Recipe(.pixels(fitting: 40))).outputs[0].pixels.flatMap(outline))
        let large = try #require(outline(scene))
        let other = try #require(outline(Pictures.scene(320, 256, seed: 8)))
        #expect(likeness(small, large) > Double(CandidateLimits.outlines.floor))
        #expect(likeness(small, other) < 0.9)
        #expect(outline(Pictures.solid(320, 256, RGB.white)) == nil)
    }

    @Test("plain pictures are the same only by their bytes")
    func plain() throws {
        let folder = try DuplicateFolder()
        try folder.write(Pictures.solid(400, 300, RGB.white), to: "a.png")
        try folder.write(Pictures.solid(300, 225, RGB.white), to: "b.png")
        try folder.write(Pictures.solid(300, 225, RGB.white), to: "c.png")
        #expect(folder.lines(try folder.find()) == ["bytes: b.png < c.png"])
    }

    @Test("turned and mirrored copies are found on request, each with its turn")
    func turns() throws {
        let folder = try DuplicateFolder()
        let scene = Pictures.scene(600, 400, seed: 5)
        try folder.write(scene, to: "upright.png")
        for turn in PictureTurn.all.dropFirst() {
            try folder.write(scene.turned(turn), to: "turn\(turn.rawValue).jpg", .jpeg(quality: 90))
        }
        #expect(try folder.find().groups.isEmpty)
        let found = try folder.find { $0.findsTurned = true }
        let group = try #require(found.groups.first)
        #expect(found.groups.count == 1 && group.others.count == 7)
        for member in group.others {
            let name = folder.files[member.file].deletingPathExtension().lastPathComponent
            let made = PictureTurn(rawValue: Int(name.suffix(1)) ?? 0)
            // The reported turn brings the copy back.
            #expect(member.turn == made.inverse, "\(name)")
        }
    }

    @Test("files that cannot be used are reported, and their bytes still compared")
    func failures() throws {
        let folder = try DuplicateFolder()
        try folder.write(Pictures.scene(300, 200), to: "good.png")
        try folder.write(Array("no picture at all".utf8), to: "bad.jpg", age: 5)
        try folder.write(Array("no picture at all".utf8), to: "bad too.jpg")
        try folder.write([], to: "empty.jpg")
        let found = try folder.find()
        #expect(
            found.failures.map { folder.files[$0.file].lastPathComponent } == ["bad.jpg", "bad too.jpg", "empty.jpg"])
        #expect(folder.lines(found) == ["bytes: bad.jpg < bad too.jpg"] && found.files == 1)
    }

    @Test("a chain of crops joins nothing that was not compared with the kept picture")
    func chains() {
        var stars = DuplicateStars(order: [0, 1, 2, 3])
        for center in 0...3 {
            stars.add(
                center,
                [center - 1, center + 1].map { Candidate(content: $0, turn: .upright, score: 1) })
        }
        #expect(stars.stars.map { [$0.center] + $0.others.map(\.content) } == [[0, 1], [2, 3]])
    }

    @Test("the result does not depend on the workers, nor on the memory for miniatures")
    func workers() throws {
        let folder = try DuplicateFolder()
        for seed in 0..<12 {
            let scene = Pictures.scene(320, 240, seed: UInt64(seed / 3 + 1))
            try folder.write(scene, to: "\(seed).jpg", .jpeg(quality: 60 + seed), side: 320 - seed * 4)
        }
        let one = try folder.find { $0.workers = 1 }
        #expect(one == (try folder.find { $0.workers = 7 }))
        #expect(one == (try folder.find { $0.miniatureBytes = 0 }))
        #expect(one.groups.count == 4)
    }

    @Test("a cancelled search ends with its error")
    func cancellation() async throws {
        let folder = try DuplicateFolder()
        for seed in 0..<4 { try folder.write(Pictures.scene(300, 200, seed: UInt64(seed + 1)), to: "\(seed).png") }
        let flag = Cancellation()
        flag.cancel()
        #expect(throws: SearchError.cancelled) {
            try DuplicateFinder().findBlocking(in: folder.files, cancellation: flag)
        }
        let found = try await DuplicateFinder().find(in: folder.files)
        #expect(found.groups.isEmpty && found.files == 4)
    }
}

extension PixelBuffer {
    /// The picture in another position, pixel by pixel.
    fileprivate func turned(_ turn: PictureTurn) -> PixelBuffer {
        let turnedSize = turn.swapsAxes ? size.transposed : size
        return Pictures.draw(turnedSize.width, turnedSize.height) { x, y in
            let u = turn.rawValue & 1 != 0 ? turnedSize.width - 1 - x : x
            let v = turn.rawValue & 2 != 0 ? turnedSize.height - 1 - y : y
            let from = 3 * (turn.swapsAxes ? u * size.width + v : v * size.width + u)
            return (bytes[from], bytes[from + 1], bytes[from + 2])
        }
    }
}
