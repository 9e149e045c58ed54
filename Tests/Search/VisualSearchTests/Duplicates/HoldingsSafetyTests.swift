import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The only file that holds what people or programs wrote stays", .timeLimit(.minutes(15)))
struct HoldingsSafetyTests {
    private static let scene = Pictures.scene(400, 300, seed: 61)
    private static let samples = scene.bytes.map { UInt16($0) }

    /// The obstacles of the files that are not kept, and whether the first file is removed or gone from the groups.
    private func judge(_ first: [UInt8], _ second: [UInt8]) throws -> (isLost: Bool, obstacles: [DuplicateObstacle?]) {
        let folder = try DuplicateFolder()
        try folder.write(first, to: "first")
        try folder.write(second, to: "second")
        let others = try folder.find { $0.givesUpUnclear = true }.groups.filter { $0.kind != .alike }.flatMap(\.others)
        return (others.contains { $0.file == 0 && $0.obstacle == nil }, others.map(\.obstacle))
    }

    private static func jpeg(_ quality: Int) throws -> [UInt8] { try encoded(scene, .jpeg(quality: quality)) }

    /// The files of a picture that a larger one would replace.
    private struct Small {
        let jpeg, png, webp, avif, tiff: [UInt8]

        init(_ scene: PixelBuffer) throws {
            jpeg = try encoded(scene, .jpeg(quality: 92), side: 700)
            png = try encoded(scene, .png, side: 700)
            webp = try encoded(scene, .webp(quality: 90), side: 700)
            avif = try encoded(scene, .avif(quality: 85), side: 700)
            let pixels = try resized(scene, to: Size(width: 700, height: 525), limits: Limits())
            tiff = Drawings.tiff(700, 525, channels: 3, pixels.bytes.map { UInt16($0) })
        }

        var all: [[UInt8]] { [jpeg, png, webp, avif, tiff] }

        /// Each with one block, and the reason that it has to give.
        func holders() -> [(name: String, bytes: [UInt8], obstacle: DuplicateObstacle)] {
            let xmp = FileBlocks.xmp(FileBlocks.list("dc:subject", "Grandma"), attributes: "xmp:Rating=\"5\"")
            let place = FileBlocks.xmp(
                attributes: "tiff:Make=\"Acme\" exif:DateTimeOriginal=\"2024-01-02T03:04:05\" "
                    + "exif:GPSLatitude=\"51,30N\" exif:GPSLongitude=\"7,15W\"")
            let source = FileBlocks.xmp(
                "<Iptc4xmpExt:DigitalSourceType>trainedAlgorithmicMedia</Iptc4xmpExt:DigitalSourceType>")
            let comment = FileBlocks.Tag(0x9286, type: 7, Array("ASCII\0\0\0the last photo of Ada".utf8))
            let origin = Array("....jumb manifest".utf8)
            let packed = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)
            let large = [UInt8](repeating: 65, count: 9000)
            func exif(_ tag: Int) -> [UInt8] { jpeg.adding(exif: FileBlocks.exif([.init(tag, "Ada, 3 years")])) }
            return [
                ("XMP in JPEG", jpeg.adding(xmp: xmp), .words),
                ("XMP in WebP", webp.adding(riff: "XMP ", xmp, size: (700, 525)), .words),
                ("XMP in PNG", png.adding(chunk: "iTXt", packed + source), .words),
                ("XMP in TIFF", tiff.adding(tags: [.init(700, type: 1, xmp)]), .words),
                ("caption of IPTC", jpeg.adding(iptc: FileBlocks.iptc(120, "The last photo of Ada")), .words),
                ("keyword of IPTC", jpeg.adding(iptc: FileBlocks.iptc(25, "Ada")), .words),
                ("name of IPTC", jpeg.adding(iptc: FileBlocks.iptc(80, "Ada")), .words),
                ("description", exif(0x010E), .words), ("artist", exif(0x013B), .words),
                ("rights", exif(0x8298), .words),
                ("comment of a photo", jpeg.adding(exif: FileBlocks.exif(photo: [comment])), .words),
                ("comment", jpeg.adding(segment: 0xFE, "Serial 4711, see folder 12"), .words),
                ("prompt", png.adding(chunk: "tEXt", Array("parameters\0a red fox, seed 4711".utf8)), .words),
                ("camera in XMP", jpeg.adding(xmp: place), .camera),
                ("credentials in JPEG", jpeg.adding(segment: 0xEB, "JP\0\u{1}\0\0\0\u{1}", origin), .credentials),
                ("credentials in PNG", png.adding(chunk: "caBX", origin), .credentials),
                ("credentials in WebP", webp.adding(riff: "C2PA", origin, size: (700, 525)), .credentials),
                ("credentials in AVIF", avif.adding(box: "uuid", [0xD8, 0xFE, 0xC3, 0xD6] + origin), .credentials),
                ("film", avif.adding(box: "mpvd", large), .film),
                ("depth", jpeg.adding(segment: 0xE1, "http://ns.adobe.com/xmp/extension/\0", large), .more),
                ("layers of TIFF", tiff.adding(tags: [.init(37724, type: 7, large)]), .more),
                ("scale of a map", tiff.adding(tags: [.init(33550, type: 12, Array(large[..<24]))]), .blocks),
                ("points of a map", tiff.adding(tags: [.init(33922, type: 12, Array(large[..<48]))]), .blocks),
                ("keys of a map", tiff.adding(tags: [.init(34735, type: 3, Array(large[..<16]))]), .blocks),
                ("layers of PNG", png.adding(lastChunk: "mkBT", large), .blocks),
                ("file behind a PNG", png + Array("PK\u{3}\u{4} an archive".utf8), .blocks),
                ("heat", jpeg.adding(segment: 0xE1, "FLIR\0\u{1}\0\u{3}", large), .blocks),
            ]
        }
    }

    @Test("a file with a block that the kept one lacks is never given up, and the reason says which")
    func table() throws {
        let scene = Pictures.scene(800, 600, seed: 61)
        let (small, kept) = (try Small(scene), try encoded(scene, .png))
        // Without the block each of them goes.
        for (place, bytes) in small.all.enumerated() { #expect(try judge(bytes, kept).isLost, "\(place)") }
        for (name, bytes, obstacle) in small.holders() {
            #expect(try judge(bytes, kept).obstacles == [obstacle], "\(name)")
        }
    }

    @Test("of two files with one scan the larger one without words goes")
    func scans() throws {
        let jpeg = try Self.jpeg(95)
        let filled = jpeg.adding(segment: 0xE0, "JFXX\0", [UInt8](repeating: 1, count: 60_000))
        let camera = FileBlocks.Tag(0x010F, "Acme")
        let comment = FileBlocks.Tag(0x9286, type: 7, Array("ASCII\0\0\0hello".utf8))
        for (holder, bare) in [
            (jpeg.adding(xmp: FileBlocks.xmp(attributes: "xmp:Rating=\"5\"")), filled),
            (
                jpeg.adding(exif: FileBlocks.exif([camera], photo: [comment])),
                filled.adding(exif: FileBlocks.exif([camera]))
            ),
        ] {
            let found = try judge(holder, bare)
            #expect(!found.isLost && found.obstacles == [nil])
        }
    }

    @Test("a larger file without the words takes no place of a smaller one with them")
    func smaller() throws {
        let large = try encoded(Pictures.scene(800, 600, seed: 61), .png)
        let small = try encoded(Pictures.scene(800, 600, seed: 61), .jpeg(quality: 92), side: 700)
        for (bytes, obstacle) in [
            (small.adding(segment: 0xFE, "Serial 4711"), DuplicateObstacle.words),
            (small.adding(segment: 0xEB, "JP\0\u{1}\0\0\0\u{1}", Array("....jumb manifest".utf8)), .credentials),
            (small.adding(segment: 0xE5, "maker", [UInt8](repeating: 3, count: 90)), .blocks),
        ] {
            let found = try judge(bytes, large)
            #expect(found.obstacles == [obstacle])
        }
        #expect(try judge(small, large).isLost)
        // Which holds the same words, in its own form.
        let held = large.adding(chunk: "tEXt", Array("Comment\0Serial 4711".utf8))
        #expect(try judge(small.adding(segment: 0xFE, "Serial 4711"), held).isLost)
    }

    @Test("words count before the quality of the coding")
    func order() throws {
        let folder = try DuplicateFolder()
        try folder.write(try Self.jpeg(95).adding(segment: 0xFE, "Serial 4711"), to: "words.jpg")
        try folder.write(try Self.jpeg(96), to: "plain.jpg")
        let group = try #require(try folder.find().groups.first)
        #expect(group.kept.file == 0 && group.reason == .words && group.others[0].obstacle == nil)
    }

    @Test("a file of a wider space is never given up for its copy in sRGB", arguments: ["P3", "Adobe RGB"])
    func spaces(name: String) throws {
        let profile = name == "P3" ? FileBlocks.displayP3 : FileBlocks.adobeRGB
        func wide(_ bytes: [UInt8]) -> [UInt8] { bytes.adding(segment: 0xE2, "ICC_PROFILE\0\u{1}\u{1}", profile) }
        let jpeg = wide(try Self.jpeg(92))
        let copy = try prepare(.bytes(jpeg), as: Recipe(Output(.fit(400), encoding: .png))).outputs[0].bytes
        #expect(try judge(jpeg, copy).isLost == false)
        let tiff = Drawings.tiff(400, 300, channels: 3, Self.samples).adding(tags: [.init(34675, type: 7, profile)])
        let flat = try prepare(.bytes(tiff), as: Recipe(Output(.fit(400), encoding: .png))).outputs[0].bytes
        let found = try judge(tiff, flat)
        #expect(!found.isLost && found.obstacles == [nil])
        // A copy of more pixels is kept, and the original beside it.
        let large = wide(try encoded(Pictures.scene(800, 600, seed: 61), .jpeg(quality: 92), side: 700))
        let plain = try prepare(
            .bytes(wide(try encoded(Pictures.scene(800, 600, seed: 61), .jpeg(quality: 97)))),
            as: Recipe(Output(.fit(800), encoding: .png))
        ).outputs[0].bytes
        #expect(try judge(large, plain).obstacles == [.colors])
        // Of two in the same space the smaller one goes.
        #expect(try judge(large, wide(try encoded(Pictures.scene(800, 600, seed: 61), .jpeg(quality: 95)))).isLost)
    }

    @Test("a file in inks is never given up for its copy in sRGB")
    func inks() throws {
        let inks = (0..<400 * 300).flatMap { pixel -> [UInt16] in
            let (r, g, b) = (Self.samples[3 * pixel], Self.samples[3 * pixel + 1], Self.samples[3 * pixel + 2])
            return [255 - r, 255 - g, 255 - b, 0]
        }
        var tiff = Drawings.tiff(400, 300, channels: 4, inks)
        // The meaning of the samples: separations, and no alpha among them.
        let places = tiff.indices.filter { tiff[$0...].starts(with: [6, 1, 3, 0, 1, 0, 0, 0, 2, 0]) }
        tiff[places[0] + 8] = 5
        let alpha = tiff.indices.filter { tiff[$0...].starts(with: [0x52, 1, 3, 0, 1, 0, 0, 0, 2, 0]) }
        tiff.replaceSubrange(alpha[0]..<alpha[0] + 2, with: [0x4C, 1])
        tiff[alpha[0] + 8] = 1
        let copy = try prepare(.bytes(tiff), as: Recipe(Output(.fit(400), encoding: .png))).outputs[0].bytes
        let found = try judge(tiff, copy)
        #expect(!found.isLost && !found.obstacles.isEmpty)
    }

    @Test("colors that differ where both are transparent keep both files, and plain ones do not")
    func hidden() throws {
        func drawing(_ hidden: (Int) -> [UInt16]) -> [UInt8] {
            Drawings.tiff(
                400, 300, channels: 4,
                (0..<400 * 300).flatMap { pixel -> [UInt16] in
                    let isClear = (80..<160).contains(pixel / 400) && (100..<250).contains(pixel % 400)
                    return isClear ? hidden(pixel) + [0] : Array(Self.samples[3 * pixel..<3 * pixel + 3]) + [255]
                })
        }
        let texture = drawing { Array(Self.samples[3 * $0..<3 * $0 + 3]) }
        let (black, white) = (drawing { _ in [0, 0, 0] }, drawing { _ in [255, 255, 255] })
        #expect(try judge(texture, black).obstacles == [nil])
        #expect(try !judge(texture, black + [0]).isLost && !judge(texture, white + [0, 0]).isLost)
        #expect(try judge(texture, black + [0]).obstacles == [.hidden])
        #expect(try judge(black, white + [0]).isLost)
        #expect(try judge(texture, texture + [0]).isLost)
    }

    @Test("mild copies of a photo with its EXIF block go as before")
    func copies() throws {
        let block = FileBlocks.exif(
            [.init(0x010F, "Acme"), .init(0x0110, "X 1")],
            photo: [.init(0x9003, "2024:01:02 03:04:05"), .init(0x829A, type: 5, [0, 0, 0, 1, 0, 0, 0, 100])])
        let original = try encoded(Pictures.scene(800, 600, seed: 61), .jpeg(quality: 96)).adding(exif: block)
        let copy = try encoded(Pictures.scene(800, 600, seed: 61), .jpeg(quality: 92), side: 700)
        #expect(try judge(copy, original).isLost)
        #expect(try judge(copy.adding(exif: block), original).isLost)
        let program = FileBlocks.xmp(attributes: "xmp:CreatorTool=\"P\" xmpMM:InstanceID=\"1\" xmp:ModifyDate=\"2025\"")
        #expect(try judge(copy.adding(exif: block).adding(xmp: program), original).isLost)
    }
}
