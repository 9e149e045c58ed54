import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("A file tells whose its picture is and how it was made")
struct PictureRightsTests {
    private let bare = HoldingsFiles.jpeg

    /// All properties of rights, in a packet.
    static let packet = FileBlocks.xmp(
        """
        <dc:creator><rdf:Seq><rdf:li>Ada &amp; Co</rdf:li><rdf:li>Grace</rdf:li></rdf:Seq></dc:creator>
        <dc:rights><rdf:Alt><rdf:li xml:lang="de">Alle Rechte</rdf:li><rdf:li xml:lang="x-default">© Ada</rdf:li></rdf:Alt>
        </dc:rights><plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorName>Desk</plus:LicensorName>
        <plus:LicensorTelephone1>555 0173 9000</plus:LicensorTelephone1><plus:LicensorURL>https://example.com/buy</plus:LicensorURL>
        </rdf:li></rdf:Seq></plus:Licensor>
        <plus:DataMining rdf:resource="http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-SEECONSTRAINT"/>
        <plus:OtherConstraints>ask first</plus:OtherConstraints>
        """,
        attributes: "xmlns:plus=\"http://ns.useplus.org/ldf/xmp/1.0/\" "
            + "xmlns:r=\"http://ns.adobe.com/xap/1.0/rights/\" r:WebStatement=\"https://example.com/rights\" "
            + "photoshop:Credit=\"Ada/Desk\" photoshop:City=\"Lisbon\" tiff:Artist=\"Ada; Grace\" "
            + "Iptc4xmpExt:DigitalSourceType=\"https://cv.iptc.org/newscodes/digitalsourcetype/TrainedAlgorithmicMedia\""
    )

    /// The same as a value.
    static var all: PictureRights {
        var rights = PictureRights()
        rights.creators = ["Ada & Co", "Grace"]
        rights.rights = "© Ada"
        rights.credit = "Ada/Desk"
        rights.webStatement = "https://example.com/rights"
        rights.licensors = [.init(name: "Desk", url: "https://example.com/buy")]
        rights.dataMining = "DMI-PROHIBITED-SEECONSTRAINT"
        rights.constraints = "ask first"
        rights.sourceType = "trainedAlgorithmicMedia"
        return rights
    }

    @Test("a packet of XMP tells the same in every format")
    func xmp() throws {
        for (name, bytes) in HoldingsFiles.all(with: Self.packet) {
            #expect(try PictureRights(bytes) == Self.all, "\(name)")
        }
        #expect(Self.all.aiSourceType == "trainedAlgorithmicMedia")
    }

    @Test("a picture without marks tells nothing, and words that are no rights are none")
    func nothing() throws {
        let words = FileBlocks.xmp("<dc:title>a</dc:title>" + FileBlocks.list("Iptc4xmpExt:PersonInImage", "Ada"))
        for file in [bare, HoldingsFiles.png, HoldingsFiles.gif, bare.adding(xmp: words)] {
            let rights = try PictureRights(file)
            #expect(rights.isEmpty && rights.isWithinEXIF && rights.aiSourceType == nil)
        }
    }

    @Test("XMP comes before IPTC, and IPTC before EXIF and the text of a PNG")
    func order() throws {
        let exif = FileBlocks.exif([.init(0x013B, "of EXIF"), .init(0x8298, "© EXIF")])
        let iptc = FileBlocks.iptc(80, "of IPTC") + FileBlocks.iptc(80, "second") + FileBlocks.iptc(110, "desk")
        let xmp = FileBlocks.xmp(FileBlocks.list("dc:creator", "of XMP"))
        var file = bare.adding(exif: exif)
        #expect(try PictureRights(file).creators == ["of EXIF"])
        #expect(try PictureRights(file).isWithinEXIF)
        file = file.adding(iptc: iptc)
        var found = try PictureRights(file)
        #expect(found.creators == ["of IPTC", "second"] && found.rights == "© EXIF" && found.credit == "desk")
        #expect(!found.isWithinEXIF)
        #expect(try PictureRights(file.adding(xmp: xmp)).creators == ["of XMP"])
        let png = HoldingsFiles.png.adding(chunk: "tEXt", Array("Author\0of text".utf8))
        #expect(try PictureRights(png).creators == ["of text"])
        found = try PictureRights(png.adding(lastChunk: "eXIf", exif))
        #expect(found.creators == ["of EXIF"])
        // A program that writes both says the same twice.
        let same = FileBlocks.xmp(
            FileBlocks.list("dc:creator", "of EXIF") + "<dc:rights>© EXIF</dc:rights>",
            attributes: "tiff:Artist=\"of EXIF\"")
        #expect(try PictureRights(bare.adding(exif: exif).adding(xmp: same)).isWithinEXIF)
    }

    @Test("a RAW file tells what its directories and its preview say", arguments: RawParts.Kind.allCases)
    func raw(kind: RawParts.Kind) throws {
        let plain = try RawParts()
        let said = FileBlocks.exif([.init(0x013B, "Ada"), .init(0x8298, "© Ada")])
        let file = RawParts(preview: plain.preview.adding(exif: said), thumbnail: plain.thumbnail).file(kind)
        #expect(try PictureRights(file).creators == ["Ada"])
        #expect(try PictureRights(file).rights == "© Ada")
    }

    @Test(
        "a digital source type is the last part of its address in the spelling of IPTC",
        arguments: [
            ("http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia", "trainedAlgorithmicMedia"),
            ("digsrctype:COMPOSITEwithTrainedAlgorithmicMedia", "compositeWithTrainedAlgorithmicMedia"),
            ("digitalcapture", "digitalCapture"), ("http://example.com/newType", "newType"),
            ("http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia/", "trainedAlgorithmicMedia"),
            ("", nil), ("made by hand", nil), ("x/" + String(repeating: "a", count: 65), nil),
        ])
    func sourceTypes(text: String, name: String?) { #expect(SourceType.name(text) == name) }

    @Test("the namespace of IPTC with a wrong date is understood")
    func wrongDate() throws {
        let packet = FileBlocks.xmp(
            attributes:
                "xmlns:e=\"http://iptc.org/std/Iptc4xmpExt/2008-02-19/\" e:DigitalSourceType=\"compositeSynthetic\"")
        #expect(try PictureRights(bare.adding(xmp: packet)).aiSourceType == "compositeSynthetic")
    }

    @Test("values are cut, and lists end")
    func bounds() throws {
        let names = (0..<40).map { "<rdf:li>\($0) \(String(repeating: "ä", count: 300))</rdf:li>" }.joined()
        let packet = FileBlocks.xmp(
            "<dc:creator><rdf:Seq>\(names)</rdf:Seq></dc:creator><dc:rights>\(String(repeating: "r", count: 9000))</dc:rights>"
        )
        let found = try PictureRights(bare.adding(xmp: packet))
        #expect(found.creators.count == 16 && found.creators.allSatisfy { $0.utf8.count <= 256 })
        #expect(found.rights?.utf8.count == 2048)
    }

    @Test("damaged files have the rights that are whole, or none")
    func damaged() {
        var random = SplitMix(seed: 55)
        let exif = FileBlocks.exif([.init(0x013B, "Ada"), .init(0x8298, "© Ada")])
        let store = MadeCredentials.store(MadeCredentials.actions("trainedAlgorithmicMedia"))
        let files =
            HoldingsFiles.all(with: Self.packet).map(\.bytes) + [
                bare.adding(jumbf: store, cut: 100).adding(exif: exif), HoldingsFiles.png.adding(chunk: "caBX", store),
                HoldingsFiles.webp.adding(riff: "C2PA", store, size: HoldingsFiles.size),
            ]
        for round in 0..<Effort.inputs(4000, of: 40_000) {
            var bytes = files[round % files.count]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 2..<min(bytes.count, 1600), using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count - 4, using: &random)) }
            guard let found = try? PictureRights(bytes) else { continue }
            #expect(found.creators.count <= 16 && found.licensors.count <= 4)
            #expect(found.sourceType?.utf8.count ?? 0 <= 64 && found.rights?.utf8.count ?? 0 <= 2048)
        }
    }
}
