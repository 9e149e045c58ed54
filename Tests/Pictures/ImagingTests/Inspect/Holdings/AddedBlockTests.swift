import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Of two equal files the one with one more block is never given up")
struct AddedBlockTests {
    private typealias Change = (name: String, add: @Sendable (inout SplitMix) -> [UInt8])

    private static func bytes(_ count: ClosedRange<Int>, _ random: inout SplitMix) -> [UInt8] {
        let count = Int.random(in: count, using: &random)
        return [UInt8.random(in: 1...255, using: &random)]
            + (1..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private static func text(_ random: inout SplitMix) -> String {
        let words = ["attic", "Ada", "garden", "folder", "grün", "12", "seed", "sea", "box", "red"]
        return (0..<Int.random(in: 1...6, using: &random)).map { _ in words.randomElement(using: &random)! }
            .joined(separator: " ") + " \(UInt16.random(in: 0...UInt16.max, using: &random))"
    }

    private static func packet(_ random: inout SplitMix) -> [UInt8] {
        let value = text(&random)
        let names = [
            "dc:subject", "dc:title", "dc:creator", "dc:rights", "photoshop:Headline", "photoshop:Credit", "mine:note",
            "Iptc4xmpExt:DigitalSourceType", "Iptc4xmpExt:PersonInImage", "xmp:Label", "xmp:Nickname",
            "exif:UserComment",
            "exif:SubjectDistance", "tiff:Model", "GDepth:Data", "xmpMM:Manager",
        ]
        let name = names.randomElement(using: &random)!
        return Bool.random(using: &random)
            ? FileBlocks.xmp("<\(name)>\(value)</\(name)>") : FileBlocks.xmp(attributes: "\(name)=\"\(value)\"")
    }

    private static func exif(_ random: inout SplitMix) -> [UInt8] {
        let text = text(&random)
        let tags = [0x010E, 0x013B, 0x8298, 0x010F, 0x0110, 0x010D]
        let photo = [0xA430, 0xA431, 0xA433, 0xA434, 0xA420, 0x927C, 0x8830, 0xFDE8]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return FileBlocks.exif([.init(tags.randomElement(using: &random)!, text)])
        case 1: return FileBlocks.exif(photo: [.init(photo.randomElement(using: &random)!, type: 7, Array(text.utf8))])
        case 2: return FileBlocks.exif(photo: [.init(0x9286, type: 7, Array("ASCII\0\0\0".utf8) + Array(text.utf8))])
        case 3:
            return FileBlocks.exif([
                .init(
                    0x9C9B + Int.random(in: 0...4, using: &random), type: 1,
                    text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
            ])
        default: return FileBlocks.exif([.init(Int.random(in: 40_000...50_000, using: &random), text + " and more")])
        }
    }

    private static func iptc(_ random: inout SplitMix) -> [UInt8] {
        let number = [5, 15, 20, 25, 30, 40, 55, 80, 85, 90, 92, 95, 101, 105, 110, 115, 116, 118, 120, 122]
            .randomElement(using: &random)!
        return FileBlocks.iptc(
            number, number == 55 ? "20240\(Int.random(in: 100...999, using: &random))" : text(&random))
    }

    private static let changes: [Change] = jpeg + png + others

    private static let jpeg: [Change] = [
        ("comment", { HoldingsFiles.jpeg.adding(segment: 0xFE, text(&$0)) }),
        (
            "segment",
            {
                HoldingsFiles.jpeg.adding(
                    segment: [0xE0, 0xE1, 0xE2, 0xE3, 0xE5, 0xE9, 0xEA, 0xED, 0xEE, 0xEF].randomElement(using: &$0)!,
                    bytes(9...900, &$0))
            }
        ),
        ("xmp", { HoldingsFiles.jpeg.adding(xmp: packet(&$0)) }),
        ("exif", { HoldingsFiles.jpeg.adding(exif: exif(&$0)) }),
        ("iptc", { HoldingsFiles.jpeg.adding(iptc: iptc(&$0)) }),
        (
            "path",
            {
                HoldingsFiles.jpeg.adding(
                    segment: 0xED, "Photoshop 3.0\0", FileBlocks.resource(2000, bytes(26...52, &$0)))
            }
        ),
        (
            "second eye",
            {
                HoldingsFiles.jpeg.adding(
                    segment: 0xE1, "http://ns.adobe.com/xmp/extension/\0",
                    [UInt8](repeating: 65, count: 40) + bytes(9...2000, &$0))
            }
        ),
        ("heat", { HoldingsFiles.jpeg.adding(segment: 0xE1, "FLIR\0\u{1}\0\0", bytes(9...2000, &$0)) }),
        ("origin", { HoldingsFiles.jpeg.adding(segment: 0xEB, "JP\0\u{1}\0\0\0\u{1}", bytes(9...500, &$0)) }),
        (
            "rights",
            {
                HoldingsFiles.jpeg.adding(
                    segment: 0xEC,
                    Array("Ducky".utf8) + [0, 3]
                        + { [0, UInt8(4 + $0.count)] + FileBlocks.big($0.count / 2, 4) + $0 }(
                            text(&$0).utf16.flatMap { FileBlocks.big(Int($0), 2) }) + [0, 0])
            }
        ),
        (
            "late",
            {
                Array(HoldingsFiles.jpeg.dropLast(2)) + [0xFF, 0xE4]
                    + { FileBlocks.big($0.count + 2, 2) + $0 }(bytes(9...99, &$0)) + [0xFF, 0xD9]
            }
        ),
        (
            "between",
            {
                Array(HoldingsFiles.jpeg.prefix(2)) + bytes(9...99, &$0).map { $0 & 0x7F }
                    + HoldingsFiles.jpeg.dropFirst(2)
            }
        ),
        ("tail", { HoldingsFiles.jpeg + bytes(20...900, &$0) }),
    ]

    private static let png: [Change] = [
        (
            "text",
            {
                HoldingsFiles.png.adding(
                    chunk: "tEXt",
                    Array(
                        "\(["parameters", "Comment", "Author", "Source", "x"].randomElement(using: &$0)!)\0\(text(&$0))"
                            .utf8))
            }
        ),
        (
            "packed",
            {
                HoldingsFiles.png.adding(
                    lastChunk: "zTXt", Array("Raw profile type iptc\0\0".utf8) + bytes(9...99, &$0))
            }
        ),
        (
            "international",
            { HoldingsFiles.png.adding(lastChunk: "iTXt", Array("Title\0\0\0de\0Titel\0\(text(&$0))".utf8)) }
        ),
        ("xmp", { HoldingsFiles.png.adding(chunk: "iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet(&$0)) }),
        ("exif", { HoldingsFiles.png.adding(chunk: "eXIf", exif(&$0)) }),
        (
            "private",
            {
                HoldingsFiles.png.adding(
                    chunk: ["mkBT", "prVW", "vkBX", "npTc", "sPLT", "pCAL"].randomElement(using: &$0)!,
                    bytes(9...900, &$0))
            }
        ),
        ("origin", { HoldingsFiles.png.adding(chunk: "caBX", bytes(9...900, &$0)) }),
        ("frame", { HoldingsFiles.png.adding(lastChunk: "fdAT", bytes(9...900, &$0)) }),
        ("tail", { HoldingsFiles.png + bytes(9...900, &$0) }),
    ]

    private static let others: [Change] = [
        (
            "webp",
            {
                HoldingsFiles.webp.adding(
                    riff: ["ABCD", "C2PA", "JUNK", "META"].randomElement(using: &$0)!, bytes(9...900, &$0),
                    size: HoldingsFiles.size)
            }
        ),
        ("webp xmp", { HoldingsFiles.webp.adding(riff: "XMP ", packet(&$0), size: HoldingsFiles.size) }),
        ("webp exif", { HoldingsFiles.webp.adding(riff: "EXIF", exif(&$0), size: HoldingsFiles.size) }),
        ("webp tail", { HoldingsFiles.webp + bytes(9...900, &$0) }),
        ("gif comment", { HoldingsFiles.gif.adding(gifExtension: 0xFE, Array(text(&$0).utf8)) }),
        ("gif text", { HoldingsFiles.gif.adding(gifExtension: 1, bytes(13...300, &$0)) }),
        ("gif application", { HoldingsFiles.gif.adding(gifExtension: 0xFF, bytes(20...600, &$0)) }),
        ("gif tail", { HoldingsFiles.gif + bytes(9...900, &$0) }),
        (
            "tiff tag",
            {
                HoldingsFiles.tiff.adding(tags: [
                    .init(
                        [33550, 33922, 34735, 34737, 37724, 42112, 50839, 65000].randomElement(using: &$0)!, type: 7,
                        bytes(9...900, &$0))
                ])
            }
        ),
        (
            "tiff text",
            {
                HoldingsFiles.tiff.adding(tags: [
                    .init([269, 270, 271, 272, 285, 315, 33432].randomElement(using: &$0)!, text(&$0))
                ])
            }
        ),
        ("tiff xmp", { HoldingsFiles.tiff.adding(tags: [.init(700, type: 1, packet(&$0))]) }),
        ("tiff iptc", { HoldingsFiles.tiff.adding(tags: [.init(33723, type: 7, iptc(&$0))]) }),
        ("tiff tail", { HoldingsFiles.tiff + bytes(9...900, &$0) }),
        (
            "avif box",
            {
                HoldingsFiles.avif.adding(
                    box: ["mpvd", "uuid", "free", "skip", "sefd", "mdat", "c2pa"].randomElement(using: &$0)!,
                    bytes(9...900, &$0))
            }
        ),
    ]

    private static func bare(_ change: Int) -> [UInt8] {
        switch (change, changes[change].name) {
        case (..<jpeg.count, _): HoldingsFiles.jpeg
        case (..<(jpeg.count + png.count), _): HoldingsFiles.png
        case (_, let name) where name.hasPrefix("webp"): HoldingsFiles.webp
        case (_, let name) where name.hasPrefix("gif"): HoldingsFiles.gif
        case (_, let name) where name.hasPrefix("tiff"): HoldingsFiles.tiff
        default: HoldingsFiles.avif
        }
    }

    @Test("a block of any kind in one of two equal files keeps that file, and the same block in both keeps neither")
    func blocks() throws {
        var random = SplitMix(seed: 5)
        for number in 0..<Effort.inputs(400, of: 4000) {
            let change = number % Self.changes.count
            let bytes = Self.changes[change].add(&random)
            let (full, bare) = (try HoldingsFiles.holdings(bytes), try HoldingsFiles.holdings(Self.bare(change)))
            #expect(!full.isUnread && full.loss(to: bare) != nil, "\(Self.changes[change].name), draw \(number)")
            #expect(bare.loss(to: full) == nil && full.loss(to: full) == nil)
            // Another block beside it changes nothing in that.
            if change < Self.jpeg.count, Self.changes[change].name != "between" {
                let more = try HoldingsFiles.holdings(bytes.adding(segment: 0xFE, "another comment"))
                #expect(full.loss(to: more) == nil && more.loss(to: full) == .words, "\(number)")
            }
        }
    }

    @Test("damaged files never trap, and none of them holds less than it shows")
    func damage() throws {
        var random = SplitMix(seed: 6)
        for number in 0..<Effort.inputs(1000, of: 20_000) {
            var bytes = Self.changes[number % Self.changes.count].add(&random)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random)) }
            guard let header = try? inspect(bytes) else { continue }
            let holdings = PictureHoldings(header, in: bytes)
            #expect(holdings.loss(to: holdings) == nil)
        }
    }
}
