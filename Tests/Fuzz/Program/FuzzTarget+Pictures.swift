import ImageTypes
import Imaging

extension FuzzTarget {
    /// Headers, in every format that can be written here. No pixel is decoded: the decoders are libvips' own.
    static let pictures = [
        FuzzTarget(
            "header",
            seeds: {
                let drawn = try picture()
                let formats: [Output.Encoding] = [.jpeg(), .png, .webp(), .avif(), .gif]
                return try formats.map { format in
                    try prepare(.pixels(drawn), as: Recipe(Output(.fit(64), encoding: format))).outputs[0].bytes
                }
            },
            read: { bytes in
                let limits = Limits()
                guard let header = try? inspect(bytes, limits: limits) else { return false }
                precondition(header.storedSize.width >= 0 && header.storedSize.height >= 0)
                precondition(header.storedSize.pixelCount <= limits.pixels, "\(header.storedSize) is over the limit")
                return true
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

    private static func picture() throws -> PixelBuffer {
        let side = 24
        let bytes = (0..<side * side * 3).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) }
        guard let picture = PixelBuffer(size: Size(width: side, height: side), bytes: bytes) else {
            throw ImageError.empty
        }
        return picture
    }
}
