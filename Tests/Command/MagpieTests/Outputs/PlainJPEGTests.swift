import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("JPEGs that would only grow")
struct PlainJPEGTests {
    /// A JPEG with a comment, an EXIF block and something after its end.
    func file(quality: Int = 60) throws -> [UInt8] {
        let bytes = try picture(120, 90, as: .jpeg(quality: quality))
        let comment = [0xff, 0xfe, 0, 6] + Array("home".utf8)
        let exif = [0xff, 0xe1, 0, 12] + Array("Exif\0\0".utf8) + Array("MM*x".utf8)
        return Array(bytes.prefix(2)) + exif + comment + bytes.dropFirst(2) + Array("after".utf8)
    }

    @Test("metadata goes, and the picture is the same")
    func strips() throws {
        let file = try file()
        let plain = try #require(PlainJPEG(file))
        #expect(plain.bytes == (try picture(120, 90, as: .jpeg(quality: 60))))
    }

    @Test("the quality that is told is that of libjpeg's tables", arguments: [15, 25, 50, 75, 85, 90, 97])
    func quality(quality: Int) throws {
        let place = try Workplace()
        try place.write(try picture(64, 64, as: .jpeg(quality: quality)), to: "a.jpg")
        let output = try place.magpie("prep", "a.jpg", "-o", "out", "--json").json()[0].outputs[0]
        #expect(output["quality"] as? Int == quality)
        #expect(place.files(in: "out")[Path("a.jpg")] == (try contents(of: place / "a.jpg")))
    }

    @Test("no beginning of a file, and no file with a wrong byte, is read beyond its end")
    func hostile() throws {
        let file = try file()
        for count in 0..<file.count - 7 { #expect(PlainJPEG(Array(file.prefix(count))) == nil) }
        for index in file.indices {
            var bytes = file
            bytes[index] ^= 0xff
            _ = PlainJPEG(bytes)
        }
        #expect(PlainJPEG([0xff, 0xd8, 0xff, 0xe2, 0, 14] + Array("ICC_PROFILE\0".utf8)) == nil)
    }

    @Test("prep makes no JPEG larger unless it is asked to")
    func prep() throws {
        let place = try Workplace()
        let small = try file(quality: 50)
        try place.write(small, to: "small.jpg")
        let wide = try picture(600, 400, as: .jpeg(quality: 40))
        try place.write(wide, to: "wide.jpg")
        try place.magpie("prep", "small.jpg", "wide.jpg", "-o", "out")
        let files = place.files(in: "out")
        #expect(files[Path("small.jpg")] == PlainJPEG(small)?.bytes)
        #expect(try #require(files[Path("wide.jpg")]).count < wide.count)
        let asked = try place.magpie("prep", "small.jpg", "-o", "asked", "--quality", "97", "--json")
        #expect(try asked.json()[0].outputs[0]["quality"] as? Int == 97)
        #expect(try #require(place.files(in: "asked")[Path("small.jpg")]).count > small.count)
    }
}
