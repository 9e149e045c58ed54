import Foundation
import PictureTestSupport
import TestSupport

@testable import Imaging

/// Files of one picture, and the entries that one has and another lacks.
enum HoldingsFiles {
    static let size = (48, 40)
    static let jpeg = file(.jpeg(quality: 90))
    static let png = file(.png)
    static let webp = file(.webp(quality: 90))
    static let gif = file(.gif)
    static let avif = file(.avif(quality: 60))
    /// TIFF of three channels, without any coding.
    static let tiff: [UInt8] = {
        let pixels = Pictures.scene(48, 40)
        func tag(_ number: Int, _ value: Int) -> FileBlocks.Tag { .init(number, type: 4, FileBlocks.little(value, 4)) }
        let empty =
            Array("II".utf8) + [42, 0] + FileBlocks.little(8 + pixels.bytes.count, 4) + pixels.bytes + [
                0, 0, 0, 0, 0, 0,
            ]
        return empty.adding(tags: [
            tag(256, 48), tag(257, 40), tag(258, 8), tag(259, 1), tag(262, 2), tag(273, 8), tag(277, 3), tag(278, 40),
            tag(279, pixels.bytes.count),
        ])
    }()

    private static func file(_ encoding: Output.Encoding) -> [UInt8] {
        let scene = Pictures.scene(size.0, size.1)
        return (try? prepare(.pixels(scene), as: Recipe(Output(.fit(48), encoding: encoding))).outputs[0].bytes) ?? []
    }

    static func holdings(_ bytes: [UInt8]) throws -> PictureHoldings {
        PictureHoldings(try inspect(bytes), in: bytes)
    }

    /// The kind of the first entry that `kept` lacks.
    static func loss(_ bytes: [UInt8], _ kept: [UInt8]) throws -> PictureHoldings.Kind? {
        try holdings(bytes).loss(to: holdings(kept))
    }

    /// The same packet in all formats that have a place for it.
    static func all(with packet: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        let magic = [1] + (0...255).reversed().map { UInt8($0) } + [0]
        let start = 13 + (gif[10] & 0x80 != 0 ? 3 << Int(gif[10] & 7 + 1) : 0)
        return [
            ("jpg", jpeg.adding(xmp: packet)),
            ("png", png.adding(chunk: "iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet)),
            ("webp", webp.adding(riff: "XMP ", packet, size: size)),
            ("tif", tiff.adding(tags: [.init(700, type: 1, packet)])),
            (
                "gif",
                Array(gif.prefix(start)) + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + magic
                    + gif.dropFirst(start)
            ),
        ]
    }
}
