import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("A file tells when, where and with which camera its picture was taken, and what people wrote")
struct PictureDetailsTests {
    private let bare = HoldingsFiles.jpeg

    private func details(_ bytes: [UInt8]) throws -> PictureDetails { try PictureDetails(bytes) }

    private static func fractions(_ values: Int...) -> [UInt8] { values.flatMap { FileBlocks.big($0, 4) } }

    @Test("EXIF tells the time, the camera, the lens, the place, the stars and the caption")
    func exif() throws {
        let block = FileBlocks.exif(
            [
                .init(0x010E, "Ada at the sea"), .init(0x010F, "NIKON CORPORATION"), .init(0x0110, "NIKON D750 "),
                .init(0x4746, type: 3, [0, 4]), .init(0x0132, "2025:01:01 00:00:00"),
            ],
            photo: [
                .init(0x9003, "2024:08:31 22:15:30"), .init(0x9004, "2024:09:05 08:00:00"),
                .init(0x9011, "+02:00"), .init(0xA434, "35.0 mm f/1.8"),
            ],
            place: [
                .init(1, "S"), .init(2, type: 5, Self.fractions(33, 1, 51, 1, 0, 1)),
                .init(3, "E"), .init(4, type: 5, Self.fractions(151, 1, 12, 1, 3600, 100)),
            ])
        for file in [bare.adding(exif: block), HoldingsFiles.png.adding(chunk: "eXIf", block)] {
            let found = try details(file)
            #expect(found.taken == Date(timeIntervalSince1970: 1_725_142_530))
            #expect(found.camera == "NIKON D750")
            #expect(found.lens == "35.0 mm f/1.8")
            #expect(found.place?.latitude == -33.85)
            #expect(abs((found.place?.longitude ?? 0) - 151.21) < 1e-9)
            #expect(found.rating == 4)
            #expect(found.caption == "Ada at the sea")
        }
    }

    @Test("a packet of XMP tells the same in every format, with keywords, a title and people")
    func xmp() throws {
        let regions = """
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
            <rdf:li><rdf:Description mwg-rs:Name="Ada" mwg-rs:Type="Face"/></rdf:li>
            <rdf:li><rdf:Description mwg-rs:Name="the lens" mwg-rs:Type="Focus"/></rdf:li>
            </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            """
        let packet = FileBlocks.xmp(
            FileBlocks.list("dc:subject", "garden &amp; sea", "Lisbon", "Lisbon")
                + "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Evening</rdf:li></rdf:Alt></dc:title>"
                + FileBlocks.list("Iptc4xmpExt:PersonInImage", "Grandma") + regions,
            attributes: "xmlns:mwg-rs=\"http://www.metadataworkinggroup.com/schemas/regions/\" "
                + "xmlns:aux=\"http://ns.adobe.com/exif/1.0/aux/\" aux:Lens=\"35 mm\" xmp:Rating=\"5\" "
                + "tiff:Make=\"Apple\" tiff:Model=\"iPhone 15\" exif:DateTimeOriginal=\"2024-08-31T22:15+02:00\" "
                + "exif:GPSLatitude=\"51,30.0N\" exif:GPSLongitude=\"7,15,0W\"")
        for (name, bytes) in HoldingsFiles.all(with: packet) {
            let found = try details(bytes)
            #expect(found.keywords == ["garden & sea", "Lisbon"], "\(name)")
            #expect(found.people == ["Grandma", "Ada"], "\(name)")
            #expect(found.headline == "Evening", "\(name)")
            #expect(found.rating == 5, "\(name)")
            #expect(found.camera == "Apple iPhone 15", "\(name)")
            #expect(found.lens == "35 mm", "\(name)")
            #expect(found.taken == Date(timeIntervalSince1970: 1_725_142_500), "\(name)")
            #expect(found.place == .init(latitude: 51.5, longitude: -7.25), "\(name)")
        }
    }

    @Test("IPTC tells the caption, the keywords and the day; XMP says them more exactly")
    func iptc() throws {
        let data =
            FileBlocks.iptc(120, "from IPTC") + FileBlocks.iptc(25, "sea") + FileBlocks.iptc(25, "sun")
            + FileBlocks.iptc(55, "20240813") + FileBlocks.iptc(60, "140500+0200")
        let file = bare.adding(exif: FileBlocks.exif([.init(0x010E, "from EXIF")])).adding(iptc: data)
        #expect(try details(file).caption == "from IPTC")
        #expect(try details(file).keywords == ["sea", "sun"])
        #expect(try details(file).taken == Date(timeIntervalSince1970: 1_723_557_900))
        let xmp = FileBlocks.xmp("<dc:description>from XMP</dc:description>")
        #expect(try details(file.adding(xmp: xmp)).caption == "from XMP")
    }

    @Test(
        "a time is the clock of the camera, and a day that no calendar has is none",
        arguments: [
            ("2024:08:31 22:15:30", 1_725_142_530.0), ("2024-08-31T22:15:30.25+09:00", 1_725_142_530),
            ("20240831221530-0700", 1_725_142_530), ("2024:08:31", 1_725_062_400),
            ("2024:08:31 24:00:00", 1_725_062_400),
            ("2024:08:31   :  :  ", 1_725_062_400), ("1969:12:31 23:59:59", -1),
            ("2000:02:29 00:00:60", 951_782_459),
            ("2024-08", nil), ("2024", nil), ("0000:00:00 00:00:00", nil), ("2023:02:29 10:00:00", nil),
            ("2024:13:01 10:00:00", nil), ("    :  :     :  :  ", nil), ("", nil), ("yesterday", nil),
        ])
    func clocks(text: String, seconds: Double?) {
        #expect(Date(clock: text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "descriptions that a camera writes into every picture, and the place of a receiver without a signal, are left out"
    )
    func defaults() throws {
        let block = FileBlocks.exif(
            [.init(0x010E, "OLYMPUS DIGITAL CAMERA         ")], photo: [.init(0xA434, "----")],
            place: [
                .init(1, "N"), .init(2, type: 5, Self.fractions(0, 1, 0, 1, 0, 1)), .init(3, "E"),
                .init(4, type: 5, Self.fractions(0, 1, 0, 1, 0, 1)),
            ])
        #expect(try details(bare.adding(exif: block)) == PictureDetails())
        #expect(try details(bare) == PictureDetails())
    }

    @Test("a RAW file tells what its own directories and its preview say", arguments: RawParts.Kind.allCases)
    func raw(kind: RawParts.Kind) throws {
        let plain = try RawParts()
        let said = FileBlocks.exif([.init(0x010E, "a garden")], photo: [.init(0x9003, "2024:08:13 14:05:00")])
        var parts = RawParts(preview: plain.preview.adding(exif: said), thumbnail: plain.thumbnail)
        parts.photo = FileBlocks.exif([.init(0xA434, "35 mm")])
        var file = parts.file(kind)
        // The first directory of a CR2 has its place, and the other two have none.
        let hasTags = ![.cr2, .cr3, .raf].contains(kind)
        if hasTags { file = file.adding(tags: [.init(0x010F, "Acme"), .init(0x0110, "Acme One")]) }
        let found = try details(file)
        #expect(found.taken == Date(timeIntervalSince1970: 1_723_557_900))
        #expect(found.caption == "a garden")
        #expect(found.camera == (hasTags ? "Acme One" : nil))
        #expect(found.lens == (kind == .cr3 ? "35 mm" : nil))
    }

    @Test("damaged files have the details that are whole, or none")
    func damaged() throws {
        var random = SplitMix(seed: 55)
        let block = FileBlocks.exif([.init(0x010F, "Acme")], photo: [.init(0x9003, "2024:01:02 03:04:05")])
        let whole = bare.adding(xmp: FileBlocks.xmp(FileBlocks.list("dc:subject", "a"))).adding(exif: block)
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 2..<800, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count - 4, using: &random)) }
            guard let found = try? details(bytes) else { continue }
            #expect(found.keywords.count <= 256 && found.people.isEmpty)
        }
    }
}
