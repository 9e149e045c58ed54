import ImageTypes
import Imaging

extension FuzzTarget {
    /// Headers, in every format that can be written here, and the pixels of PNGs, whose reader is our own.
    static let pictures = [
        FuzzTarget(
            "header",
            seeds: {
                let drawn = try picture()
                let formats: [Output.Encoding] = [.jpeg(), .png, .webp(), .avif(), .gif]
                let files = try formats.map { format in
                    try prepare(.pixels(drawn), as: Recipe(Output(.fit(64), encoding: format))).outputs[0].bytes
                }
                // Smaller ones would be thumbnails.
                let preview = try prepare(
                    .pixels(try picture(side: 336)), as: Recipe(Output(.original, encoding: .jpeg(quality: 30))))
                return files + raws(of: preview.outputs[0].bytes)
            },
            read: { bytes in
                let limits = Limits()
                guard let header = try? inspect(bytes, limits: limits) else { return false }
                precondition(header.storedSize.width >= 0 && header.storedSize.height >= 0)
                precondition(header.storedSize.pixelCount <= limits.pixels, "\(header.storedSize) is over the limit")
                return true
            }),
        FuzzTarget(
            "png",
            seeds: {
                let drawn = try picture()
                let options = [EncoderOptions(), EncoderOptions(isProgressive: true)]
                return try options.map { options in
                    let output = Output(.fit(64), encoding: .png, options: options)
                    return try prepare(.pixels(drawn), as: Recipe(output)).outputs[0].bytes
                }
            },
            read: { bytes in
                let limits = Limits(pixels: 1 << 16, formats: [.png])
                let recipe = Recipe(.pixels(fitting: 64), allowsTruncated: true)
                return (try? prepare(.bytes(bytes), as: recipe, limits: limits)) != nil
            }),
        FuzzTarget(
            "rights",
            seeds: {
                let drawn = try picture()
                let formats: [Output.Encoding] = [.jpeg(), .png, .webp(), .avif(), .gif]
                var rights = PictureRights()
                rights.creators = ["Ada"]
                rights.sourceType = "trainedAlgorithmicMedia"
                let jpeg = try prepare(.pixels(drawn), as: Recipe(Output(.fit(64)))).outputs[0].bytes
                let marked = rights.added(toJPEG: jpeg).file
                return try formats.map { format in
                    try prepare(.bytes(marked), as: Recipe(Output(.fit(64), encoding: format), keeps: .rights)).outputs[
                        0
                    ].bytes
                }
            },
            read: { bytes in
                guard let rights = try? PictureRights(bytes) else { return false }
                precondition(rights.creators.count <= 16 && rights.licensors.count <= 4)
                return true
            }),
    ]

    /// RAW files that hold a JPEG: a RAF, and a DNG whose only directory names it.
    private static func raws(of jpeg: [UInt8]) -> [[UInt8]] {
        func big(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        func little(_ number: Int, _ count: Int = 4) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        var raf = Array("FUJIFILMCCD-RAW ".utf8)
        raf += [UInt8](repeating: 0, count: 84 - raf.count) + big(160) + big(jpeg.count)
        raf += [UInt8](repeating: 0, count: 160 - raf.count) + jpeg
        let tags = [
            (254, 4, 1), (256, 4, 336), (257, 4, 336), (259, 3, 7), (262, 3, 6), (273, 4, 0), (274, 3, 6),
            (279, 4, jpeg.count),
            (50706, 1, 0x0401),
        ]
        let start = 8 + 2 + tags.count * 12 + 4
        var dng = Array("II*\0".utf8) + little(8) + little(tags.count, 2)
        for (tag, type, value) in tags {
            let count = tag == 50706 ? 4 : 1
            dng += little(tag, 2) + little(type, 2) + little(count) + little(tag == 273 ? start : value)
        }
        return [raf, dng + little(0) + jpeg]
    }

    private static func picture(side: Int = 24) throws -> PixelBuffer {
        let bytes = (0..<side * side * 3).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) }
        guard let picture = PixelBuffer(size: Size(width: side, height: side), bytes: bytes) else {
            throw ImageError.empty
        }
        return picture
    }
}
