import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Metadata stays behind unless it is asked for")
struct MetadataTests {
    private static let picture = Pictures.scene(60, 40)
    private static let encodings = [Output.Encoding.jpeg(quality: 97), .png, .webp(quality: 90)]
    private static let secret = "35.6895,139.6917"

    /// A block with an orientation, and a description that nobody else would write.
    private static let exif = Made.tiff(
        [Made.Entry(tag: 0x010E, type: 2, count: secret.utf8.count, value: 38), Made.Entry(tag: 0x0112, value: 6)],
        tail: ascii(secret))

    private static let profile = MatrixProfile.displayP3.bytes
    private static let xmp = ascii("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>\(secret)</x:xmpmeta>")

    /// Files of all formats that carry everything a camera and a phone write, and a tail.
    private static func sources() throws -> [(name: String, bytes: [UInt8])] {
        let jpeg = try Real.jpeg(picture)
        let tail = ascii(secret)
        let png = Real.inserting(
            Made.chunk("eXIf", exif) + Made.chunk("tEXt", ascii("Comment\0\(secret)"))
                + Made.chunk("iTXt", ascii("XML:com.adobe.xmp\0\0\0\0\0\(secret)")), intoPNG: try Real.png(picture))
        let webp = try Real.webp(picture)
        return [
            (
                "JPEG",
                Array(jpeg[..<2]) + Made.exifSegment(exif) + Made.segment(0xE1, xmp)
                    + Made.profileSegment(1, of: 1, profile) + Made.segment(0xED, ascii("Photoshop 3.0\0\(secret)"))
                    + Made.segment(0xFE, ascii(secret)) + jpeg[2...] + tail
            ),
            ("PNG", png + tail),
            (
                "WebP",
                Made.webp(
                    Made.canvas(flags: 0x2C, width: 60, height: 40), Made.riff("ICCP", profile),
                    Array(webp.dropFirst(12)),
                    Made.riff("EXIF", exif), Made.riff("XMP ", xmp))
            ),
            ("TIFF", Real.tiff(picture, orientation: 6, profile: profile) + tail),
        ]
    }

    @Test("no EXIF, GPS, XMP, profile, comment or tail is in any output", arguments: encodings)
    func stripped(encoding: Output.Encoding) throws {
        for (name, bytes) in try Self.sources() {
            let output = try prepare(.bytes(bytes), as: Recipe(Output(.fit(512), encoding: encoding))).outputs[0]
            for marker in [
                Self.secret, "Exif", "EXIF", "eXIf", "II*", "MM\0*", "xmp", "XMP", "ICC", "acsp", "Photoshop",
            ] {
                #expect(!output.bytes.contains(ascii(marker)), "\(name) to \(encoding) kept \(marker)")
            }
            #expect(try Self.structure(of: output) == Self.plainStructure(encoding), "\(name)")
        }
    }

    @Test("nothing else than the picture is in the file")
    func plain() throws {
        #expect(try Self.plainStructure(.jpeg(quality: 97)) == "E0 DB DB C0 C4 C4 C4 C4 DA")
        #expect(try Self.plainStructure(.png) == "IHDR IDAT IEND")
        #expect(try Self.plainStructure(.webp(quality: 90)) == "VP8 ")
    }

    @Test("EXIF is kept where that is asked for, with orientation 1", arguments: encodings)
    func keepsEXIF(encoding: Output.Encoding) throws {
        for (name, bytes) in try Self.sources() where name != "TIFF" {
            let recipe = Recipe(Output(.fit(512), encoding: encoding), keeps: .exif)
            let output = try prepare(.bytes(bytes), as: recipe).outputs[0]
            let header = try inspect(output.bytes)
            let block = try #require(header.exif, "\(name) to \(encoding)")
            #expect(header.orientation == 1)
            #expect(block.contains(ascii(Self.secret)))
            #expect(!header.hasProfile)
            #expect(!output.bytes.contains(ascii("xmp")))
            // The picture is the one without the block.
            let plain = try prepare(.bytes(bytes), as: Recipe(Output(.fit(512), encoding: encoding))).outputs[0]
            #expect(try Real.pixels(output.bytes) == Real.pixels(plain.bytes))
        }
    }

    /// A PNG file with a block of so many bytes, an even number.
    private static func png(exif count: Int) throws -> [UInt8] {
        // Behind the directory of two tags.
        let text = count - 38
        let block = Made.tiff(
            [Made.Entry(tag: 0x010E, type: 2, count: text, value: 38), Made.Entry(tag: 0x0112, value: 6)],
            tail: [UInt8](repeating: 0x61, count: text))
        return Real.inserting(Made.chunk("eXIf", block), intoPNG: try Real.png(picture))
    }

    /// Made once: the checksum of so many bytes takes seconds without optimization.
    private static let largest = Result { try png(exif: 5 << 20) }

    @Test("a block that a file has no room for is named in the result", arguments: encodings)
    func largeEXIF(encoding: Output.Encoding) throws {
        func kept(_ png: [UInt8], _ keeps: Recipe.Metadata = .exif) throws -> PreparedOutput {
            try prepare(.bytes(png), as: Recipe(Output(.fit(512), encoding: encoding), keeps: keeps)).outputs[0]
        }
        let isJPEG = encoding == .jpeg(quality: 97)
        let most = try kept(Self.png(exif: 65_526))
        #expect(try most.leftOut.isEmpty && inspect(most.bytes).exif?.count == 65_526)
        let more = try kept(Self.png(exif: 65_528))
        #expect(more.leftOut == (isJPEG ? .exif : []))
        #expect(try (inspect(more.bytes).exif == nil) == isJPEG)
        let largest = try Self.largest.get()
        #expect(try kept(largest).leftOut == .exif)
        #expect(try kept(largest, []).leftOut.isEmpty)
    }

    @Test("a profile is kept where that is asked for, and the pixels stay in its space", arguments: encodings)
    func keepsProfile(encoding: Output.Encoding) throws {
        for (name, bytes) in try Self.sources() where name != "PNG" {
            let recipe = Recipe(Output(.fit(512), encoding: encoding), keeps: .icc)
            let output = try prepare(.bytes(bytes), as: recipe).outputs[0]
            let header = try inspect(output.bytes)
            #expect(header.hasProfile, "\(name) to \(encoding)")
            if encoding != .png { #expect(header.profile == Self.profile, "\(name) to \(encoding)") }
            #expect(header.exif == nil)
            #expect(!output.bytes.contains(ascii(Self.secret)))
            // Reading it again converts the colors: as if they had been converted at once.
            let converted = try Real.pixels(bytes)
            #expect(try Real.pixels(output.bytes).psnr(against: converted) > 28, "\(name) to \(encoding)")
        }
    }

    @Test("outputs in the space of their profile have the pixels of the file")
    func profilePixels() throws {
        let bytes = Real.tiff(Self.picture, profile: Self.profile)
        let kept = try prepare(.bytes(bytes), as: Recipe(.pixels(fitting: 512), keeps: .icc)).outputs[0].pixels
        #expect(kept == Self.picture)
        #expect(try Real.pixels(bytes) != Self.picture)
    }

    /// Markers or chunks, in the order of the file.
    private static func structure(of output: PreparedOutput) throws -> String {
        let bytes = output.bytes
        switch output.format {
        case .jpeg:
            return JPEGParts(bytes).segments.map { String($0.marker, radix: 16, uppercase: true) }.joined(
                separator: " ")
        case .png:
            var names: [String] = []
            var position = 8
            while let chunk = PNGChunk(bytes.span, at: position) {
                names.append(String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self))
                position = chunk.end
            }
            return names.joined(separator: " ")
        default:
            return String(decoding: bytes[12..<16], as: UTF8.self)
        }
    }

    private static func plainStructure(_ encoding: Output.Encoding) throws -> String {
        try structure(of: prepare(.pixels(picture), as: Recipe(Output(.fit(512), encoding: encoding))).outputs[0])
    }
}

extension [UInt8] {
    func contains(_ part: [UInt8]) -> Bool { Data(self).range(of: Data(part)) != nil }
}
