import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Marks of rights and origin that outputs keep", .timeLimit(.minutes(5)))
struct KeptRightsTests {
    private static let encodings: [Output.Encoding] = [.jpeg(), .png, .webp(), .avif(), .jxl(), .gif]
    /// All marks, and words, a place and a person beside them.
    private static let marked = HoldingsFiles.jpeg.adding(xmp: PictureRightsTests.packet)
        .adding(
            xmp: FileBlocks.xmp(FileBlocks.list("Iptc4xmpExt:PersonInImage", "Mallory") + "<dc:title>Secret</dc:title>")
        )

    private let limits = Limits(formats: Set(ImageFormat.allCases))

    private func made(
        _ file: [UInt8], _ output: Output, keeps: Recipe.Metadata = .rights, frames: Recipe.Frames = .first
    ) throws -> PreparedOutput {
        try prepare(.bytes(file), as: Recipe(output, keeps: keeps, frames: frames)).outputs[0]
    }

    @Test("every format has all marks, and nothing else of the file", arguments: encodings)
    func formats(encoding: Output.Encoding) throws {
        let output = try made(Self.marked, Output(.fit(32), encoding: encoding))
        #expect(output.leftOut.isEmpty)
        #expect(try PictureRights(output.bytes, limits: limits) == PictureRightsTests.all)
        let text = String(decoding: output.bytes, as: UTF8.self)
        #expect(!["Mallory", "Secret", "Lisbon", "0173 9000"].contains { text.contains($0) })
        // Readers see a whole picture.
        let pixels = try prepare(.bytes(output.bytes), as: Recipe(.pixels(fitting: 32)), limits: limits)
        #expect(pixels.uprightSize == output.size && pixels.isTruncated == false)
        let bare = try made(Self.marked, Output(.fit(32), encoding: encoding), keeps: [])
        #expect(try PictureRights(bare.bytes, limits: limits).isEmpty, "without the option there are none")
    }

    @Test("names and the notice of rights are in EXIF too, where the format has it", arguments: encodings.prefix(3))
    func exif(encoding: Output.Encoding) throws {
        let output = try made(Self.marked, Output(.fit(32), encoding: encoding))
        let tags = CameraBlock.values(try #require(try inspect(output.bytes).exif))
        #expect(tags == ["13B": ascii("Ada & Co; Grace\0"), "8298": Array("© Ada\0".utf8)])
    }

    @Test("with --keep exif the tags of the block stay, and those that it lacks are added")
    func both() throws {
        let block = FileBlocks.exif([.init(0x013B, "Ada L."), .init(0x010E, "a garden")])
        let output = try made(Self.marked.adding(exif: block), Output(.fit(32)), keeps: [.rights, .exif])
        let tags = CameraBlock.values(try #require(try inspect(output.bytes).exif))
        #expect(tags["13B"] == ascii("Ada L.\0") && tags["10E"] == ascii("a garden\0") && tags["8298"] != nil)
        #expect(try PictureRights(output.bytes) == PictureRightsTests.all)
        let avif = try made(
            Self.marked.adding(exif: block), Output(.fit(32), encoding: .avif()), keeps: [.rights, .exif])
        #expect(avif.leftOut == .exif)
        #expect(try PictureRights(avif.bytes) == PictureRightsTests.all)
    }

    @Test("a gain map and the marks share the one packet of a JPEG")
    func gainMap() throws {
        let file = try MappedJPEG(Real.jpeg(Pictures.scene(240, 160)), map: Real.jpeg(Pictures.corners(60, 40))).file
        let output = try made(file.adding(xmp: PictureRightsTests.packet), .fit(120), keeps: [.rights, .gainMap])
        #expect(output.leftOut.isEmpty)
        let files = try #require(ListedJPEGs(output.bytes), "a list that leads elsewhere")
        let packets = JPEGParts(output.bytes).contents(0xE1).filter {
            $0.starts(with: ascii("http://ns.adobe.com/xap"))
        }
        #expect(packets.count == 1)
        #expect(String(decoding: packets[0], as: UTF8.self).contains("Item:Length=\"\(files.map.count)\""))
        #expect(try PictureRights(output.bytes) == PictureRightsTests.all)
        #expect(try inspect(output.bytes).gainMap != nil)
    }

    @Test("animations keep their frames beside the marks", arguments: [Output.Encoding.webp(), .gif])
    func animation(encoding: Output.Encoding) throws {
        let gif = GIFAnimation(40, 30, repeats: 4).bytes
        let start = 13 + (gif[10] & 0x80 != 0 ? 3 << Int(gif[10] & 7 + 1) : 0)
        let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
        let block = [0x21, 0xFF, 11] + ascii("XMP DataXMP") + PictureRightsTests.packet + trailer
        let output = try made(
            Array(gif.prefix(start)) + block + gif.dropFirst(start), Output(.fit(20), encoding: encoding), frames: .all)
        #expect(output.frames == 3)
        #expect(try PictureRights(output.bytes) == PictureRightsTests.all)
        let header = try inspect(output.bytes)
        #expect(try header.frames == 3 && header.animation == inspect(gif).animation)
    }

    @Test("a JPEG that is turned without loss gets the marks and keeps its picture")
    func turned() throws {
        let picture = try Real.jpeg(Pictures.scene(64, 48), orientation: 6)
        let plain = try made(picture, Output(.original), keeps: [])
        let output = try made(picture.adding(xmp: PictureRightsTests.packet), Output(.original))
        #expect(try PictureRights(output.bytes) == PictureRightsTests.all)
        #expect(output.bytes.suffix(1000) == plain.bytes.suffix(1000))
        #expect(try inspect(output.bytes).orientation == 1)
    }

    @Test("the origin that Content Credentials name is written, and they are not")
    func credentials() throws {
        let store = MadeCredentials.store(MadeCredentials.actions("trainedAlgorithmicMedia"))
        for encoding in Self.encodings {
            let output = try made(HoldingsFiles.jpeg.adding(jumbf: store), Output(.fit(32), encoding: encoding))
            let rights = try PictureRights(output.bytes, limits: limits)
            #expect(rights.aiSourceType == "trainedAlgorithmicMedia" && !rights.hasCredentials, "\(encoding)")
        }
    }

    @Test("a limit of bytes counts the marks")
    func limit() throws {
        let file = try Real.jpeg(Pictures.scene(240, 160)).adding(xmp: PictureRightsTests.packet)
        for encoding in [Output.Encoding.jpeg(quality: 90), .webp(quality: 90), .avif(quality: 90)] {
            let output = Output(.fit(200), encoding: encoding, options: EncoderOptions(maxBytes: 6000))
            let made = try made(file, output)
            #expect(made.bytes.count <= 6000)
            #expect(try PictureRights(made.bytes) == PictureRightsTests.all)
        }
    }

    @Test("marks of any text are read back as they were, and a packet that is too long for a JPEG is told")
    func texts() throws {
        var random = SplitMix(seed: 3)
        let letters = Array("ab &<>\"'äß中🎨]]>\u{1}\u{7F}\u{FFFE}; \u{202E}".unicodeScalars)
        func text(_ count: Int) -> String {
            var view = String.UnicodeScalarView()
            for _ in 0..<count { view.append(letters.randomElement(using: &random) ?? "x") }
            return String(view)
        }
        for _ in 0..<Effort.inputs(1000, of: 10_000) {
            var rights = PictureRights()
            rights.creators = (0..<Int.random(in: 0...3, using: &random)).map { _ in text(12) }
            rights.rights = text(40)
            rights.licensors = [.init(name: text(5), url: text(9))]
            rights.dataMining = "DMI-ALLOWED"
            let packet = try #require(RightsPacket(rights))
            let found = try PictureRights(HoldingsFiles.jpeg.adding(xmp: packet.xmp))
            func clean(_ text: String) -> String {
                String(text.unicodeScalars.filter { $0 != "\u{FFFE}" }.map(Character.init)).normalized
            }
            let names = rights.creators.map(clean).filter { !$0.isEmpty }
            #expect(found.creators == names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
            #expect(found.rights ?? "" == clean(rights.rights ?? ""))
            #expect(found.dataMining == "DMI-ALLOWED")
        }
        var long = PictureRights()
        long.creators = (0..<16).map { _ in String(repeating: "&", count: 1000) }
        #expect(long.added(toJPEG: HoldingsFiles.jpeg).leftOut == .rights)
        #expect(try !PictureRights(long.added(toJPEG: HoldingsFiles.jpeg).file).hasCredentials)
    }
}
