import Testing

@testable import Imaging

@Suite("Recognizing what bytes are")
struct SniffTests {
    @Test(
        "formats that are not decoded are named",
        arguments: [
            (ImageFormat.svg, ascii("<?xml version='1.0'?>\n<!-- by hand -->\n<svg width='1'/>")),
            (.svg, ascii("\u{FEFF}<SVG>")),
            (.jxl, [0xFF, 0x0A, 1, 2]), (.jxl, join(big(12, 4), ascii("JXL "), [0x0D, 0x0A, 0x87, 0x0A])),
            (.jp2, [0xFF, 0x4F, 0xFF, 0x51, 0]), (.jp2, join(big(12, 4), ascii("jP  "), [0x0D, 0x0A, 0x87, 0x0A])),
            (.pdf, ascii("%PDF-1.7\n")), (.psd, ascii("8BPS\0\u{1}")), (.gzip, [0x1F, 0x8B, 8, 0]),
            (.ico, [0, 0, 1, 0, 1, 0]), (.bmp, join(ascii("BM"), big(0, 12), little(40, 4))),
            (.ppm, ascii("P6\n3 3 255\n")), (.ppm, ascii("P1 2 2")), (.ppm, ascii("Pf\n1 1")),
        ])
    func named(_ format: ImageFormat, _ bytes: [UInt8]) {
        #expect(ImageFormat(sniffing: bytes.span) == format)
        #expect(refusal(bytes) == .unsupportedFormat(found: format.kind))
    }

    @Test(
        "what is no image is described",
        arguments: [
            ("text", ascii("hello, world\n")), ("text", ascii("BM is how this text begins, and it goes on")),
            ("text", ascii("3 3\n1 2 3\n")), ("an HTML page", ascii("<!DOCTYPE html><title>404</title>")),
            ("unknown data beginning 00 01 02 03", [0, 1, 2, 3, 4]), ("unknown data beginning 7F", [0x7F]),
            ("a film (brand mp42)", join(big(20, 4), ascii("ftypmp42"), big(0, 8))),
            ("a film (brand qt)", join(big(20, 4), ascii("ftypqt  "), big(0, 8))),
            ("a media file (brand M4A)", join(big(24, 4), ascii("ftypM4A "), big(0, 12))),
            ("a media file (brand ....)", join(big(20, 4), ascii("ftyp"))),
        ])
    func described(_ found: String, _ bytes: [UInt8]) {
        #expect(refusal(bytes) == .unsupportedFormat(found: found))
    }

    @Test("no bytes are empty")
    func empty() {
        #expect(refusal([]) == .empty)
    }

    @Test("only the formats of the limits are accepted")
    func allowed() throws {
        #expect(refusal(Made.png(), Limits(formats: [.jpeg])) == .unsupportedFormat(found: "a PNG image"))
        let svg = try inspect(ascii("<svg/>"), limits: Limits(formats: [.svg]))
        #expect(svg.format == .svg && svg.storedSize == Size(width: 0, height: 0))
        for bytes in [[0xFF, 0x4F, 0xFF, 0x51], [0x1F, 0x8B, 8]] as [[UInt8]] {
            let error = refusal(bytes, Limits(formats: Set(ImageFormat.allCases)))
            #expect(error?.code == "unsupportedFormat", "never, whatever the caller allows")
        }
    }

    @Test("files above the byte limit are refused")
    func byteLimit() {
        let file = Made.png()
        #expect(refusal(file, Limits(inputBytes: file.count)) == nil)
        #expect(
            refusal(file, Limits(inputBytes: 10))
                == .tooLarge(stage: .inspect, value: file.count, limit: 10, unit: "bytes"))
    }
}
