import PictureTestSupport
import Testing

@testable import Imaging

@Suite("A TIFF that no camera's sensor wrote stays a TIFF")
struct PlainTIFFTests {
    private static let tags = [273: 4, 279: 4]

    @Test("with directories below, with JPEG in it, and with pixels that look like marks")
    func plain() throws {
        let picture = Pictures.corners(40, 30)
        let file = Real.tiff(picture)
        let jpeg = try Real.jpeg(picture)
        let pyramid = file.adding(tags: [.init(330, type: 4, FileBlocks.little(8, 4))])
        let compressed = TIFFPage(
            picture.size, samples: 3, photometric: 6, tags: [259: [7]], data: jpeg
        ).file()
        let thumbnail = file.adding(tags: [
            .init(513, type: 4, FileBlocks.little(8, 4)), .init(514, type: 4, FileBlocks.little(99, 4)),
        ])
        for bytes in [file, pyramid, compressed, thumbnail, TIFFPage.file([page(picture), page(picture)])] {
            #expect(ImageFormat(sniffing: bytes.span) == .tiff)
            #expect(try inspect(bytes).preview == nil)
        }
        #expect(RawPreviewTests.showsCorners(try Real.pixels(pyramid)))
        #expect(try Real.pixels(compressed).size == picture.size)
    }

    private func page(_ picture: PixelBuffer) -> TIFFPage {
        TIFFPage(picture.size, samples: 3, data: picture.bytes)
    }

    @Test("pixels in front of the directory that look like a mark", arguments: ["CR", "IIII", "MMMM"])
    func marks(_ mark: String) throws {
        // As most programs write it: the pixels first, then the directory.
        let pixels = Array((mark + "##########").utf8.prefix(12))
        var bytes = ascii("II*\0") + little(20, 4) + pixels
        let entries = [(256, 4), (257, 1), (258, 8), (259, 1), (262, 2), (273, 8), (277, 3), (279, 12)]
        bytes += little(entries.count, 2)
        for (tag, value) in entries { bytes += little(tag, 2) + little(3, 2) + little(1, 4) + little(value, 4) }
        bytes += little(0, 4)
        #expect(ImageFormat(sniffing: bytes.span) == .tiff)
    }

    @Test(
        "a file without a RAW's number is none", arguments: ["IIXX", "MM\0\0", "FUJIFILMCCD", "\0\0\0\u{18}ftypheic"])
    func others(_ head: String) {
        #expect(RawFile((ascii(head) + [UInt8](repeating: 0, count: 64)).span) == nil)
    }
}
