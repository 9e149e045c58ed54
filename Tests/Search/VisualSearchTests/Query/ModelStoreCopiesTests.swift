import Foundation
import Imaging
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Copies in a store of a model", .timeLimit(.minutes(5)))
struct ModelStoreCopiesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Six scenes, each as a fine and as a coarse JPEG.
    private func engine(_ describer: any Describer) throws -> SearchEngine {
        var settings = SearchEngine.Settings(describer: describer)
        settings.thumbnailSide = 256
        let engine = try SearchEngine(path: folder.path("catalog.magpie"), settings: settings)
        try engine.insert(
            pictures: (1...6).flatMap { number in
                [
                    ("fine \(number)", try NumberedScenes.bytes(number)),
                    ("coarse \(number)", try NumberedScenes.bytes(number, quality: 60)),
                ]
            })
        return engine
    }

    /// The distinct pictures, the nearest to the first scene before others.
    private func distinct() throws -> SearchRequest {
        SearchRequest(.init(example: .image(.bytes(try NumberedScenes.bytes(1)))), dedup: 0.9, scope: .all)
    }

    private func scenes(_ answer: SearchAnswer) -> [Character] { answer.hits.compactMap(\.id.last).sorted() }

    @Test("the drawings are distinct to the built-in describer, and their copies are not")
    func drawings() throws {
        let fine = try (1...9).map { try NumberedScenes.vector($0) }
        for first in fine.indices {
            let coarse = try NumberedScenes.vector(first + 1, quality: 60)
            #expect(NumberedScenes.similarity(fine[first], coarse) > 0.9, "\(first + 1)")
            for second in fine.indices where second != first {
                let similarity = NumberedScenes.similarity(fine[first], fine[second])
                // 2 is an item to be unlike, with which all from 0.75 on leave.
                #expect(similarity < (first == 1 ? 0.75 : 0.85), "\(first + 1) \(second + 1)")
            }
        }
    }

    @Test("dedup does not merge pictures that the model cannot tell apart, and merges the copies of each")
    func coarse() throws {
        let engine = try engine(CoarseDescriber())
        let request = try distinct()
        let answer = try engine.searchBlocking(request)
        #expect(scenes(answer) == ["1", "2", "3", "4", "5", "6"] && answer.total == 6)
        var off = request
        off.dedup = nil
        #expect(try engine.searchBlocking(off).total == 12)
    }

    @Test("dedup merges copies that the model takes for different pictures")
    func nervous() throws {
        let engine = try engine(NervousDescriber())
        let request = try distinct()
        #expect(try scenes(engine.searchBlocking(request)) == ["1", "2", "3", "4", "5", "6"])
    }

    @Test("of pictures without a second vector the model decides, beside pictures that have one")
    func mixed() throws {
        var without = CoarseDescriber()
        without.keepsBuiltInVectors = false
        let old = try SearchEngine(path: folder.path("catalog.magpie"), describer: without)
        try old.insert(pictures: (7...9).map { ("old \($0)", try NumberedScenes.bytes($0)) })
        let engine = try engine(CoarseDescriber())
        let request = try distinct()
        let answer = try engine.searchBlocking(request)
        // The model takes all of them for one picture, so that at most one of the old ones stays beside the others.
        #expect(answer.hits.count { $0.id.hasPrefix("old") } <= 1 && answer.total <= 7)
    }

    @Test("only the copies of an item to be unlike leave with it, also after the store has changed")
    func unlike() throws {
        let engine = try engine(CoarseDescriber())
        var request = SearchRequest(.init(example: .image(.bytes(try NumberedScenes.bytes(1))), unlike: ["fine 2"]))
        request.scope = .all
        #expect(try scenes(engine.searchBlocking(request)) == ["1", "1", "3", "3", "4", "4", "5", "5", "6", "6"])
        try engine.insert(pictures: [("late 2", try NumberedScenes.bytes(2, quality: 75))])
        _ = try engine.removeBlocking(["coarse 3"])
        #expect(try scenes(engine.searchBlocking(request)) == ["1", "1", "3", "4", "4", "5", "5", "6", "6"])
        #expect(engine.memoryCounts.first.map { $0.bytes() > 0 } == true)
    }

    @Test("a turned copy is found by its pixels, whatever the model makes of it")
    func turned() throws {
        let engine = try engine(NervousDescriber())
        let copy = NumberedScenes.pixels(4).turned(PictureTurn.all[1])
        let found = try engine.copiesBlocking(of: .bytes(encoded(copy, .jpeg(quality: 75))))
        #expect(Set(found.copies.map(\.id)) == ["fine 4", "coarse 4"])
    }
}
