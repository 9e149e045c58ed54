import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Copies whose texts were read", .timeLimit(.minutes(5)))
struct ReadWordsTests {
    private let folder: DuplicateFolder

    /// A drawn scene, a smaller copy of it, and one in other bytes.
    init() throws {
        folder = try DuplicateFolder()
        let scene = Pictures.scene(640, 480, seed: 3)
        try folder.write(scene, to: "a.png")
        try folder.write(scene, to: "b.jpg", .jpeg(quality: 92))
        try folder.write(scene, to: "c.webp", .webp(quality: 95))
    }

    /// - Parameter texts: By the place of the file; nil for one that nobody has read.
    private func found(_ texts: [String?], _ change: (inout DuplicateFinder) -> Void = { _ in }) throws -> Duplicates {
        var finder = DuplicateFinder()
        change(&finder)
        var known: [Int: KnownPicture] = [:]
        for (place, text) in texts.enumerated() {
            let file = folder.files[place]
            let facts = try file.facts()
            let bytes = try file.contents(limit: .max)
            let pixels = try prepare(.bytes(bytes), as: Recipe(.pixels(fitting: 256))).pixels()
            let vector = try BuiltInDescriber.shared.descriptor(of: pixels).vector
            let fingerprint = Fingerprint(of: bytes, modified: facts.modified, stamp: facts.stamp)
            known[place] = KnownPicture(vector: vector, fingerprint: fingerprint, text: text)
        }
        return try finder.find(folder.files, known: known, cancellation: Cancellation()) { _ in }
    }

    @Test("one word that differs keeps both, and says which, also beside true copies")
    func differs() throws {
        let plain = try folder.lines(found([nil, nil, nil]))
        #expect(plain.count == 1 && plain[0].hasPrefix("picture: a.png <"))
        // Case, signs and the order of lines make no other words.
        #expect(try folder.lines(found(["Invoice 2041", "INVOICE: 2041", "2041\nInvoice"])) == plain)
        let other = try found(["Invoice 2041", "Invoice 2047", "Invoice 2041"])
        #expect(folder.lines(other) == ["picture: a.png < c.webp", "alike: a.png < b.jpg"])
        let obstacle = try #require(other.groups.last?.others.first?.obstacle)
        #expect(obstacle == .text(here: "2047", kept: "2041") && obstacle.word == "text")
        #expect("\(obstacle)" == "says \"2047\" and the kept one \"2041\", as they were read")
        // The two that agree are copies of each other, although neither is one of the best file.
        let pair = try found(["Invoice 2041", "Invoice 2047", "Invoice 2047"])
        #expect(
            Set(folder.lines(pair)).isSuperset(of: ["picture: b.jpg < c.webp", "alike: a.png < b.jpg"]),
            "\(folder.lines(pair))")
        for (texts, obstacle) in [
            (["Not for sale", "for sale"], DuplicateObstacle.text(here: nil, kept: "not")),
            (["for sale", "Not for sale"], .text(here: "not", kept: nil)),
        ] {
            #expect(try found(texts + [nil]).groups.last?.others.first?.obstacle == obstacle)
            #expect("\(obstacle)".contains("\"not\""))
        }
    }

    @Test("a text of one of the two alone, of a file that has changed, or of a turned copy decides nothing")
    func unknown() throws {
        let plain = try folder.lines(found([nil, nil, nil]))
        #expect(try folder.lines(found(["Invoice 2041", nil, nil])) == plain)
        #expect(try folder.lines(found([nil, "Invoice 2041", "Invoice 2041"])) == plain)
        let scene = Pictures.scene(640, 480, seed: 3)
        let mirrored = Pictures.draw(640, 480) { x, y in
            let place = (y * 640 + 639 - x) * scene.channels
            return (scene.bytes[place], scene.bytes[place + 1], scene.bytes[place + 2])
        }
        try folder.write(mirrored, to: "d.png")
        let lines = try folder.lines(found([nil, nil, nil, "Other"]) { $0.findsTurned = true })
        #expect(lines.count == 1 && lines[0].contains("d.png") && lines[0].hasPrefix("picture"), "\(lines)")
        let texts = ["Word", "Word", "Word", "Other"]
        #expect(try folder.lines(found(texts) { $0.findsTurned = true }) == lines)
    }
}
