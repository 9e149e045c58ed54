import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Content Credentials tell of the origin of a picture, and nobody trusts them")
struct ContentCredentialsTests {
    private static let generated = MadeCredentials.store(
        MadeCredentials.actions(MadeCredentials.address("trainedAlgorithmicMedia")))

    /// The store at its place in each format.
    static func files(_ store: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        let id: [UInt8] = [
            0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
        ]
        let head = id + [0, 0, 0, 0] + Array("manifest\0".utf8) + FileBlocks.big(0, 8)
        let extent = [UInt8(11)] + Array("C2PA_GIF".utf8) + [1, 0, 0]
        var pieces: [UInt8] = []
        for start in stride(from: 0, to: store.count, by: 255) {
            let piece = store[start..<min(start + 255, store.count)]
            pieces += [UInt8(piece.count)] + piece
        }
        let gif = HoldingsFiles.gif
        let start = 13 + (gif[10] & 0x80 != 0 ? 3 << Int(gif[10] & 7 + 1) : 0)
        return [
            ("jpg", HoldingsFiles.jpeg.adding(jumbf: store)),
            ("jpg in pieces", HoldingsFiles.jpeg.adding(jumbf: store, cut: 50)),
            ("png", HoldingsFiles.png.adding(chunk: "caBX", store)),
            ("webp", HoldingsFiles.webp.adding(riff: "C2PA", store, size: HoldingsFiles.size)),
            ("tif", HoldingsFiles.tiff.adding(tags: [.init(0xCD41, type: 7, store)])),
            ("avif", HoldingsFiles.avif.adding(box: "uuid", head + store)),
            ("gif", Array(gif.prefix(start)) + [0x21, 0xFF] + extent + pieces + [0] + gif.dropFirst(start)),
        ]
    }

    @Test("the type of the first action is read in every format")
    func formats() throws {
        for (name, bytes) in Self.files(Self.generated) {
            let rights = try PictureRights(bytes)
            #expect(rights.hasCredentials && rights.aiSourceType == "trainedAlgorithmicMedia", "\(name)")
            #expect(try HoldingsFiles.loss(bytes, bytes) == nil, "\(name)")
        }
    }

    @Test("the newest manifest counts, and one before it where that names no type")
    func manifests() throws {
        func type(_ manifests: String?...) throws -> String? {
            let items = manifests.map { MadeCredentials.actions($0) }
            let store =
                items.count == 1 ? MadeCredentials.store(items[0]) : MadeCredentials.store(items[0], items[1])
            let read = ContentCredentials(store.span)
            return try #require(read).sourceType
        }
        #expect(try type("trainedAlgorithmicMedia", "digitalCapture") == "digitalCapture")
        #expect(try type("trainedAlgorithmicMedia", nil) == "trainedAlgorithmicMedia")
        #expect(try type(nil, nil) == nil && type(nil) == nil)
    }

    @Test("all forms of CBOR are read: open lists and texts, tags, long lengths")
    func forms() throws {
        func found(_ actions: MadeCredentials.Item) -> String? {
            ContentCredentials(MadeCredentials.store(actions, label: "c2pa.actions").span)?.sourceType
        }
        let long = String(repeating: "x", count: 70_000)
        let action = MadeCredentials.Item.map([
            ("description", .text(long)), ("list", .list((0..<30).map { .number($0) })),
            ("digitalSourceType", .openText(["http://cv.iptc.org/newscodes/digitalsourcetype/", "digitalArt"])),
        ])
        #expect(found(.map([("actions", .openList([.tagged(action)]))])) == "digitalArt")
        #expect(found(.map([("actions", .number(1))])) == nil)
        #expect(found(.list([action])) == nil, "actions are named")
        var deep = MadeCredentials.Item.number(1)
        for _ in 0..<100 { deep = .list([deep]) }
        #expect(found(.map([("deep", deep), ("actions", .list([action]))])) == nil)
    }

    @Test("other boxes of JUMBF are no credentials")
    func others() throws {
        var other = Self.generated
        other.replaceSubrange(16..<20, with: Array("json".utf8))
        #expect(try !PictureRights(HoldingsFiles.jpeg.adding(jumbf: other)).hasCredentials)
        let nothing: [UInt8] = []
        let read = ContentCredentials(nothing.span)
        #expect(read == nil)
    }

    @Test("XMP and credentials that differ: the one that tells of a model counts")
    func both() throws {
        let packet = FileBlocks.xmp(attributes: "Iptc4xmpExt:DigitalSourceType=\"digitalCapture\"")
        let file = HoldingsFiles.jpeg.adding(jumbf: Self.generated).adding(xmp: packet)
        #expect(try PictureRights(file).sourceType == "trainedAlgorithmicMedia")
    }

    @Test("damaged stores end, and give a name or none")
    func damaged() {
        var random = SplitMix(seed: 9)
        for _ in 0..<Effort.inputs(4000, of: 40_000) {
            var bytes = Self.generated
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let value = [0, 1, 0x7F, 0x80, 0x9F, 0xBF, 0xFF, UInt8.random(in: 0...255, using: &random)]
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = value.randomElement(using: &random) ?? 0
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            let type = ContentCredentials(bytes.span)?.sourceType
            #expect(type?.utf8.count ?? 0 <= 64)
        }
    }
}
