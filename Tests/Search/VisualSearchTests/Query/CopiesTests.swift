import EngineTestSupport
import Foundation
import Imaging
import PictureTestSupport
import SearchAPI
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Search for copies", .timeLimit(.minutes(5)))
struct CopiesTests {
    private let folder = try? DuplicateFolder()

    private func engine(thumbnails: Int?) throws -> SearchEngine {
        var settings = SearchEngine.Settings()
        settings.thumbnailSide = thumbnails
        let engine = try SearchEngine(
            path: #require(folder).url.appending(path: "shop.magpie").path, settings: settings)
        let entries = try (1...12).map { seed in
            Entry(
                Item(id: "item\(seed)", attributes: ["kind": .string(seed > 6 ? "late" : "early")]),
                image: .bytes(try encoded(Pictures.scene(480, 360, seed: UInt64(seed)), .jpeg(quality: 90))))
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
        return engine
    }

    @Test("turned and mirrored copies are found with their turn", arguments: PictureTurn.all)
    func turned(turn: PictureTurn) throws {
        let engine = try engine(thumbnails: 256)
        let copy = Pictures.scene(480, 360, seed: 5).turned(turn)
        let found = try engine.copiesBlocking(of: .bytes(encoded(copy, .jpeg(quality: 75))))
        #expect(found.copies.map(\.id) == ["item5"] && found.unseen == 0)
        let best = try #require(found.copies.first)
        #expect(best.relation == .whole && best.box == nil && best.agreement > 0.8)
        #expect(best.turn == (turn == .upright ? nil : turn.inverse))
    }

    @Test("the picture on a screen is found with its place, and what is filtered out is not")
    func screen() throws {
        let engine = try engine(thumbnails: 256)
        let part = Pictures.scene(480, 360, seed: 8)
        let screen = Pictures.draw(720, 800) { x, y in
            let (u, v) = (x - 120, y - 210)
            guard (0..<480).contains(u), (0..<360).contains(v) else { return y < 60 ? (30, 60, 120) : (245, 245, 245) }
            let at = (v * 480 + u) * 3
            return (part.bytes[at], part.bytes[at + 1], part.bytes[at + 2])
        }
        let input = ImageInput.bytes(try encoded(screen, .jpeg(quality: 75)))
        let best = try #require(try engine.copiesBlocking(of: input).copies.first)
        #expect(best.id == "item8" && best.relation == .contains && best.size == Size(width: 720, height: 800))
        #expect(try #require(best.box).overlap(Box(left: 120, top: 210, width: 480, height: 360)) > 0.9)
        let early = try Filter(expression: "kind:early", fields: ["kind": .string])
        #expect(try engine.copiesBlocking(of: input, filter: early).copies.isEmpty)
    }

    @Test("a cut-out finds the picture that it was cut from")
    func cutOut() throws {
        let engine = try engine(thumbnails: 256)
        let cut = try encoded(
            Pictures.scene(480, 360, seed: 2), .png, box: Box(left: 60, top: 40, width: 320, height: 260))
        let best = try #require(try engine.copiesBlocking(of: .bytes(cut)).copies.first)
        #expect(best.id == "item2" && best.relation == .part)
    }

    @Test("nothing is said of what only looks alike, and what cannot be looked at is counted")
    func strangers() throws {
        let engine = try engine(thumbnails: nil)
        let own = ImageInput.bytes(try encoded(Pictures.scene(480, 360, seed: 3), .jpeg(quality: 80)))
        let unseen = try engine.copiesBlocking(of: own, regions: [])
        #expect(unseen.copies.isEmpty && unseen.unseen > 0)
        let seen = try engine.copiesBlocking(of: own, regions: []) { item in
            let seed = UInt64(item.id.dropFirst(4)) ?? 0
            return (try? encoded(Pictures.scene(480, 360, seed: seed), .png)).map { .bytes($0) }
        }
        #expect(seen.copies.map(\.id) == ["item3"] && seen.unseen == 0)
        let stranger = ImageInput.bytes(try encoded(Pictures.scene(480, 360, seed: 99), .png))
        let other = try engine.copiesBlocking(of: stranger) { item in
            let seed = UInt64(item.id.dropFirst(4)) ?? 0
            return (try? encoded(Pictures.scene(480, 360, seed: seed), .png)).map { .bytes($0) }
        }
        #expect(other.copies.isEmpty && other.unseen == 0)
    }
}
