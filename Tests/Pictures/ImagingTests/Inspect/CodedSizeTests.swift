import Foundation
import TestSupport
import Testing

@testable import Imaging

@Suite(
    "Coded pictures that are larger than the file says are refused",
    .enabled(if: SharedData.folder("inputs") != nil, "skipped: there is no ../shared/data/inputs"))
struct CodedSizeTests {
    private func bytes(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: #require(SharedData.folder("inputs")).appending(path: file)))
    }

    /// Places of a box name.
    private func places(of name: String, in bytes: [UInt8]) -> [Int] {
        let data = Data(bytes)
        var places: [Int] = []
        var start = 0
        while let range = data.range(of: Data(name.utf8), in: start..<data.count) {
            places.append(range.lowerBound)
            start = range.upperBound
        }
        return places
    }

    @Test(
        "AVIF",
        arguments: [
            ("repo/sharp/pitm.avif", "1024x800"), ("repo/libvips/avif-orientation-6.avif", "3024x4032"),
            ("repo/libavif/colors_hdr_p3.avif", "200x200"), ("repo/libavif/colors-animated-8bpc.avif", "150x150"),
            ("repo/libavif/colors_text_wcg_sdr_rec2020.avif", "200x200"),
            ("repo/avif-sample-images/fox.profile2.10bpc.yuv422.monochrome.odd-height.avif", "1204x799"),
        ])
    func avif(file: String, size: String) throws {
        var bytes = try bytes(file)
        let header = try inspect(bytes)
        for place in places(of: "ispe", in: bytes) {
            bytes.replaceSubrange((place + 8)..<(place + 16), with: big(8, 4) + big(8, 4))
        }
        let detail = "a coded picture of \(size) where 8x8 are announced"
        #expect(throws: ImageError.undecodable(stage: .inspect, format: header.format, detail: detail)) {
            try inspect(bytes)
        }
        #expect(throws: ImageError.self) { try prepare(.bytes(bytes)) }
    }

    @Test("the size of HEVC is read from its parameter sets, in the configuration and in the stream")
    func hevc() throws {
        let bytes = try bytes("repo/libheif/colors-no-alpha.heic")
        let name = try #require(places(of: "hvcC", in: bytes).first)
        let length = bytes.span.u32(at: name - 4) ?? 0
        let box = ISOBox(name: name, content: (name + 4)..<(name - 4 + length))
        #expect(CodedSize.configuration(box, bytes.span) == [Size(width: 64, height: 64)])
        // One set in a stream: the header of unit type 33, one layer, then sizes as Exp-Golomb codes.
        var bits = "0100001000000001" + "0000" + "000" + "1" + String(repeating: "0", count: 96)
        for value in [0, 1, 4000, 3000] {
            let code = String(value + 1, radix: 2)
            bits += String(repeating: "0", count: code.count - 1) + code
        }
        var unit: [UInt8] = []
        while !bits.isEmpty {
            let byte = bits.prefix(8)
            bits = String(bits.dropFirst(8))
            unit.append(UInt8(byte + String(repeating: "0", count: 8 - byte.count), radix: 2)!)
            if unit.suffix(2) == [0, 0] { unit.append(3) }
        }
        let stream = big(2, 4) + [0x26, 1] + big(unit.count, 4) + unit
        #expect(CodedSize.hevc(stream.span) == [Size(width: 4000, height: 3000)])
    }
}
