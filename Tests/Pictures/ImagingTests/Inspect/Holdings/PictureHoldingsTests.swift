import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("A file holds words and facts beside its pixels, in one normal form")
struct PictureHoldingsTests {
    private let bare = HoldingsFiles.jpeg

    @Test("files as encoders write them hold nothing beside the pixels")
    func plain() throws {
        for (name, bytes) in [
            ("jpg", bare), ("png", HoldingsFiles.png), ("webp", HoldingsFiles.webp), ("gif", HoldingsFiles.gif),
            ("avif", HoldingsFiles.avif), ("tif", HoldingsFiles.tiff),
        ] {
            let holdings = try HoldingsFiles.holdings(bytes)
            #expect(PictureHoldings.Kind.allCases.allSatisfy { holdings.count($0) == 0 }, "\(name)")
            #expect(!holdings.isUnread, "\(name)")
        }
    }

    @Test("the same packet is the same in every format")
    func packets() throws {
        let packet = FileBlocks.xmp(
            FileBlocks.list("dc:subject", "Grandma", "garden &amp; sea"), attributes: "xmp:Rating=\"5\"")
        let files = HoldingsFiles.all(with: packet)
        for (name, bytes) in files {
            #expect(try HoldingsFiles.holdings(bytes).count(.words) == 3, "\(name)")
            #expect(try HoldingsFiles.loss(bytes, bare) == .words, "\(name)")
            for other in files { #expect(try HoldingsFiles.loss(bytes, other.bytes) == nil, "\(name) \(other.name)") }
        }
    }

    @Test("prefixes, notations, order and filling of a packet make no difference")
    func notations() throws {
        let first = bare.adding(
            xmp: FileBlocks.xmp(FileBlocks.list("dc:subject", "a", "b"), attributes: "xmp:Rating='5' mine:x=\"&#x41;\"")
        )
        let second = bare.adding(
            xmp: Array(
                """
                <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><!-- <a> --><r:Description r:about="">
                <m:x xmlns:m="http://example.com/mine/"><![CDATA[A]]></m:x>
                <k:Rating xmlns:k="http://ns.adobe.com/xap/1.0/">5 </k:Rating><subject xmlns="http://purl.org/dc/elements/1.1/"><r:Seq><r:li xml:lang="x-default">b</r:li>
                <r:li> a </r:li></r:Seq></subject></r:Description></r:RDF>    
                """.utf8))
        #expect(try HoldingsFiles.loss(first, second) == nil)
        #expect(try HoldingsFiles.loss(second, first) == nil)
    }

    @Test("a caption is the same in EXIF, XMP, IPTC and the text of PNG")
    func captions() throws {
        let files = [
            bare.adding(exif: FileBlocks.exif([.init(0x010E, "Ada, 3 years")])),
            bare.adding(
                xmp: FileBlocks.xmp(
                    "<dc:description><rdf:Alt><rdf:li xml:lang='x-default'>Ada, 3 years</rdf:li></rdf:Alt></dc:description>"
                )),
            bare.adding(iptc: FileBlocks.iptc(120, "Ada, 3  years")),
            HoldingsFiles.png.adding(chunk: "tEXt", Array("Description\0Ada, 3 years\n".utf8)),
            HoldingsFiles.tiff.adding(tags: [.init(0x010E, "Ada, 3 years")]),
        ]
        for one in files { for other in files { #expect(try HoldingsFiles.loss(one, other) == nil) } }
        #expect(try HoldingsFiles.loss(files[0], bare.adding(iptc: FileBlocks.iptc(120, "Ada, 4 years"))) == .words)
    }

    @Test("camera, time and place are the same in EXIF and in XMP")
    func facts() throws {
        func fractions(_ values: Int...) -> [UInt8] { values.flatMap { FileBlocks.big($0, 4) } }
        let exif = bare.adding(
            exif: FileBlocks.exif(
                [.init(0x010F, "Acme"), .init(0x0131, "Program 3")], photo: [.init(0x9003, "2024:01:02 03:04:05")],
                place: [
                    .init(0, type: 1, [2, 3, 0, 0]), .init(1, "N"), .init(2, type: 5, fractions(51, 1, 30, 1, 0, 1)),
                    .init(3, "W"), .init(4, type: 5, fractions(7, 1, 1500, 100, 0, 1)),
                ]))
        let xmp = bare.adding(
            xmp: FileBlocks.xmp(
                attributes: "tiff:Make=\"Acme\" exif:DateTimeOriginal=\"2024-01-02T03:04:05+02:00\" "
                    + "exif:GPSLatitude=\"51,30.0N\" exif:GPSLongitude=\"7,15,0W\" xmp:ModifyDate=\"2025-01-01\""))
        #expect(try HoldingsFiles.loss(exif, xmp) == nil)
        #expect(try HoldingsFiles.loss(xmp, exif) == nil)
        #expect(try HoldingsFiles.holdings(exif).count(.camera, .time, .place) == 3)
        #expect(try HoldingsFiles.loss(xmp, bare) == .camera)
    }

    @Test("the order of bytes and the notation of fractions make no difference in EXIF")
    func numbers() throws {
        func block(_ fraction: [Int], isLittle: Bool) -> [UInt8] {
            let photo = 8 + 2 + 12 + 4
            let entry = Made.tiff([.init(tag: 0x8769, type: 4, value: photo)], isLittle: isLittle)
            func number(_ value: Int, _ width: Int) -> [UInt8] { isLittle ? little(value, width) : big(value, width) }
            return entry + number(1, 2) + number(0x829A, 2) + number(5, 2) + number(1, 4) + number(photo + 18, 4)
                + number(0, 4) + fraction.flatMap { number($0, 4) }
        }
        let one = bare.adding(exif: block([1, 100], isLittle: true))
        let other = bare.adding(exif: block([10, 1000], isLittle: false))
        #expect(try HoldingsFiles.holdings(one).count(.camera) == 1)
        #expect(try HoldingsFiles.loss(one, other) == nil)
    }

    @Test("what programs write by themselves does not count")
    func programs() throws {
        let ids = "xmpMM:InstanceID=\"xmp.iid:1\" xmpMM:DocumentID=\"1\" xmp:MetadataDate=\"2024-01-01\" "
        for (number, bytes) in [
            bare.adding(xmp: FileBlocks.xmp(attributes: ids + "xmp:CreatorTool=\"Program\" xmp:Rating=\"0\"")),
            bare.adding(segment: 0xFE, "CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90\n"),
            bare.adding(segment: 0xFE, "Lavc58.54.100"), bare.adding(segment: 0xFE, "Created with GIMP"),
            bare.adding(segment: 0xFE, "File written by Adobe Photoshop\u{A8} 5.2"),
            bare.adding(segment: 0xEE, "Adobe", [0, 100, 0, 0, 0, 0, 1]), bare.adding(segment: 0xE7, "short"),
            bare.adding(
                exif: FileBlocks.exif([.init(0x0112, type: 3, [0, 1]), .init(0x0131, "P"), .init(0x0132, "2024")])),
            HoldingsFiles.png.adding(chunk: "pHYs", [UInt8](repeating: 1, count: 9)),
            HoldingsFiles.png.adding(chunk: "tEXt", Array("Software\0Program 7".utf8)),
            HoldingsFiles.png.adding(chunk: "tIME", [7, 230, 1, 1, 1, 1, 1]), bare + [0, 0, 10, 13],
        ].enumerated() {
            #expect(try HoldingsFiles.loss(bytes, bare) == nil, "\(number)")
            #expect(try !HoldingsFiles.holdings(bytes).isUnread, "\(number)")
        }
    }

    @Test("a comment with more than the name of an encoder counts")
    func comments() throws {
        for text in ["Lavc, see folder 12", "Created with GIMP by Ada", "Serial 4711"] {
            #expect(try HoldingsFiles.loss(bare.adding(segment: 0xFE, text), bare) == .words, "\(text)")
        }
    }

    @Test("a file whose blocks cannot be read to the end is unread")
    func damaged() throws {
        for (number, bytes) in [
            Array(bare.dropLast(2)), Array(bare.dropLast(2)) + [0xFF, 0xE5, 0xFF, 0xFF, 1],
            Array(HoldingsFiles.png.dropLast(12)), HoldingsFiles.avif + [0, 0, 1, 0, 1, 2],
            HoldingsFiles.gif.dropLast() + [7],
        ].enumerated() {
            guard let holdings = try? HoldingsFiles.holdings(bytes) else { continue }
            #expect(holdings.isUnread, "\(number)")
        }
        // A packet that is no XML counts as a whole.
        #expect(try HoldingsFiles.loss(bare.adding(xmp: Array("<x:xmpmeta><a>".utf8)), bare) == .words)
    }

    @Test("wider spaces are not held by narrower ones")
    func reach() throws {
        func jpeg(_ profile: [UInt8]) -> [UInt8] { bare.adding(segment: 0xE2, "ICC_PROFILE\0\u{1}\u{1}", profile) }
        let (p3, adobe) = (jpeg(FileBlocks.displayP3), jpeg(FileBlocks.adobeRGB))
        func holds(_ one: [UInt8], _ other: [UInt8]) throws -> Bool {
            try HoldingsFiles.holdings(one).reach.holds(HoldingsFiles.holdings(other).reach)
        }
        #expect(try holds(p3, bare) && holds(p3, p3) && holds(adobe, bare))
        #expect(try !holds(bare, p3) && !holds(bare, adobe) && !holds(adobe, p3) && !holds(p3, adobe))
        // Columns of sRGB under another name and curve.
        let narrow = jpeg(
            FileBlocks.profile([[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]]))
        #expect(try holds(bare, narrow))
        // Code points: P3 and PQ, HLG, and those of usual screens.
        func png(_ points: [UInt8]) -> [UInt8] { HoldingsFiles.png.adding(chunk: "cICP", points) }
        #expect(try !holds(HoldingsFiles.png, png([12, 13, 0, 1])) && !holds(png([9, 18, 0, 1]), png([9, 16, 0, 1])))
        #expect(try holds(png([9, 16, 0, 1]), png([12, 13, 0, 1])) && holds(HoldingsFiles.png, png([1, 13, 0, 1])))
    }
}
