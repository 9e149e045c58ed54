import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("JPEG XL")
struct JPEGXLTests {
    private static let limits = Limits(formats: ImageFormat.standard.union([.jxl]))

    /// The bytes of bits, lowest first, each with its number of bits, behind the mark of a codestream.
    private func codestream(_ fields: [(value: Int, bits: Int)]) -> [UInt8] {
        let bits = fields.flatMap { field in (0..<field.bits).map { field.value >> $0 & 1 } }
        let bytes = stride(from: 0, to: bits.count, by: 8).map { first in
            bits[first..<min(first + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << $1.offset }
        }
        return [0xff, 0x0a] + bytes.map { UInt8($0) }
    }

    private func isAnimated(_ bytes: [UInt8]) -> Bool { JXLHeader.isAnimated(bytes.span) }

    @Test("several frames are told from the header, whatever stands in front of that bit")
    func animated() {
        let small = [(1, 1), (7, 5), (1, 3)]
        let large = [(0, 1), (1, 2), (4999, 13), (0, 3), (2, 2), (99_999, 18)]
        for size in [small, large] {
            let head = size + [(0, 1), (1, 1), (5, 3)]
            #expect(isAnimated(codestream(head + [(0, 1), (0, 1), (1, 1)])))
            #expect(!isAnimated(codestream(head + [(0, 1), (0, 1), (0, 1)])))
            // A size to show, and a preview whose sides are divided by 8 or not.
            #expect(isAnimated(codestream(head + [(1, 1)] + large + [(0, 1), (1, 1)])))
            let divided = [(1, 1), (2, 2), (3, 5), (0, 3), (1, 2)]
            let whole = [(0, 1), (3, 2), (100, 12), (0, 3), (1, 2), (77, 8)]
            for preview in [divided, whole] {
                #expect(isAnimated(codestream(head + [(0, 1), (1, 1)] + preview + [(1, 1)])))
                #expect(!isAnimated(codestream(head + [(0, 1), (1, 1)] + preview + [(0, 1)])))
            }
            #expect(!isAnimated(codestream(size + [(1, 1)])) && !isAnimated(codestream(size + [(0, 1), (0, 1)])))
        }
        let bare = codestream(small + [(0, 1), (1, 1), (0, 3), (0, 1), (0, 1), (1, 1)])
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            big(8 + content.count, 4) + Array(name.utf8) + content
        }
        let start = box("JXL ", [0x0d, 0x0a, 0x87, 0x0a]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
        #expect(isAnimated(start + box("jxlc", bare)) && isAnimated(start + box("jxlp", [0, 0, 0, 0] + bare)))
        #expect(!isAnimated(start) && !isAnimated([]) && !isAnimated([0xff, 0x0a]))
        #expect(throws: ImageError.unsupportedFormat(found: "an animated JPEG XL image")) {
            try inspect(bare, limits: Self.limits)
        }
        var random = SplitMix(seed: 1)
        for _ in 0..<20_000 {
            _ = isAnimated(
                [0xff, 0x0a]
                    + (0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
                    })
        }
    }

    private static let files = SharedData.package.deletingLastPathComponent().appending(path: "shared/repro/round4")

    /// Made with libjxl: its quarter at the top left is (200, 40, 40) / 255 in floating point.
    @Test(
        "samples of floating point are those of the profile of the file",
        .enabled(if: FileManager.default.fileExists(atPath: files.path), "skipped: there is no ../shared/repro/round4"),
        arguments: [
            ("jf_RGB_D65_SRG_Rel_SRG_0.jxl", "c82828"), ("jf_RGB_D65_SRG_Rel_Lin_0.jxl", "e56e6e"),
            ("jf_RGB_D65_DCI_Rel_SRG_0.jxl", "da001a"),
        ])
    func floatingPoint(file: String, hex: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.files.appending(path: file)))
        let made = try prepare(
            .bytes(bytes), as: Recipe(Output(.original, encoding: .pixels)), limits: Self.limits
        ).pixels()
        let (found, right) = (made.pixel(made.size.width / 4, made.size.height / 4), try #require(RGB(hex: hex)))
        #expect(found.difference(from: right) <= 2, "\(found.hex)")
    }
}
