import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Look-alikes that a describer of the caller's judges", .timeLimit(.minutes(5)))
struct LookAlikesByModelTests {
    private let folder: DuplicateFolder

    init() throws { folder = try DuplicateFolder() }

    private func fill() throws {
        try folder.write(Pictures.scene(320, 240), to: "a.png")
        try folder.write(Pictures.scene(320, 240), to: "b.jpg", .jpeg(quality: 80))
        try folder.write(NumberedScenes.pixels(2), to: "c.png")
        try folder.write(Pictures.solid(64, 48, RGB(red: 200, green: 10, blue: 10)), to: "d.png")
        let ring = Pictures.draw(90, 60) { x, y in
            (x - 45) * (x - 45) + (y - 30) * (y - 30) < 300 ? (90, 90, 0) : (250, 0, 40)
        }
        try folder.write(ring, to: "e.png")
    }

    @Test("look-alikes are those of the describer, and copies are those of the pixels as without it")
    func judges() throws {
        try fill()
        let without = try folder.find { $0.leastSimilarity = 0.9 }
        #expect(folder.lines(without) == ["picture: a.png < b.jpg"])
        let found = try folder.find {
            $0.leastSimilarity = 0.9
            $0.describer = CoarseDescriber()
        }
        #expect(
            folder.lines(found) == ["picture: a.png < b.jpg", "alike: a.png < c.png", "alike: e.png < d.png"])
        let member = try #require(found.groups.last?.others.first)
        #expect(member.similarity == 1 && member.obstacle == .alike)
        // A describer that tells every content apart finds none.
        let none = try folder.find {
            $0.leastSimilarity = 0.9
            $0.describer = NervousDescriber()
        }
        #expect(folder.lines(none) == ["picture: a.png < b.jpg"])
    }

    @Test("the result is the same for any number of workers")
    func workers() throws {
        try fill()
        let all = try [1, 2, 5].map { workers in
            try folder.find {
                $0.workers = workers
                $0.leastSimilarity = 0.9
                $0.describer = CoarseDescriber()
            }
        }
        #expect(all[0] == all[1] && all[1] == all[2])
    }

    @Test("a describer without look-alikes to judge, and one that fails, are errors with the reason")
    func wrong() throws {
        try fill()
        let alone = #expect(throws: SearchError.self) { try folder.find { $0.describer = CoarseDescriber() } }
        #expect(alone?.description.contains("set leastSimilarity") == true)
        let failed = #expect(throws: SearchError.self) {
            try folder.find {
                $0.leastSimilarity = 0.9
                $0.describer = FailingDescriber()
            }
        }
        #expect(failed?.description.contains("the model is gone") == true)
    }

    @Test("vectors that a store has of an unchanged file are not made again")
    func known() throws {
        try fill()
        let bytes = try folder.files.map { try Array(Data(contentsOf: $0)) }
        var known: [Int: KnownPicture] = [:]
        for (place, file) in folder.files.enumerated() {
            let facts = try file.facts()
            let mark = Fingerprint(of: bytes[place], modified: facts.modified, stamp: facts.stamp)
            let prepared = try prepare(.bytes(bytes[place]), as: Recipe(.pixels(fitting: 256)))
            known[place] = KnownPicture(
                vector: try BuiltInDescriber.shared.describe(prepared.pixels()).vector, fingerprint: mark,
                look: try CoarseDescriber().describe(prepared.pixels()).vector)
        }
        var finder = DuplicateFinder()
        finder.leastSimilarity = 0.9
        finder.describer = FailingDescriber()
        let found = try finder.find(folder.files, known: known, cancellation: Cancellation(), progress: { _ in })
        #expect(
            folder.lines(found) == ["picture: a.png < b.jpg", "alike: a.png < c.png", "alike: e.png < d.png"])
        // One without the vector of the describer is described.
        known[2]?.look = nil
        #expect(throws: SearchError.self) {
            try finder.find(folder.files, known: known, cancellation: Cancellation(), progress: { _ in })
        }
    }
}

/// A model that cannot be run.
private struct FailingDescriber: Describer {
    let identity = "gone 1"
    let dimensions = 8
    let scale = 127

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        throw .failed(detail: "the model is gone")
    }
}
