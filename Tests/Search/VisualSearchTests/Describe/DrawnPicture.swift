import Foundation
import VisualSearch

/// The pictures that the learning program draws by the same formula, with the descriptors that it computed for them.
struct DescribedPicture: Decodable {
    let width: Int
    let height: Int
    let seed: Int
    let vector: [Int8]
    var colors: [UInt8]?

    /// - Parameter version: `former` for those of the version before, `fine` for what the fine describer adds.
    static func all(_ version: String? = nil) throws -> [DescribedPicture] {
        let name = version.map { "described-\($0).json" } ?? "described.json"
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
        return try JSONDecoder().decode([DescribedPicture].self, from: Data(contentsOf: file))
    }

    var pixels: PixelBuffer { drawn(width: width, height: height, seed: seed) }
}

/// Bands, a ring and a texture, all in integers.
func drawn(width: Int, height: Int, seed: Int) -> PixelBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for y in 0..<height {
        for x in 0..<width {
            let band = (x * (3 + seed) + y * (seed % 5)) / 7 % 256
            let distance = (2 * x - width) * (2 * x - width) + (2 * y - height) * (2 * y - height)
            let ring = distance / (16 + 3 * seed) % 256
            let texture = (x * 37 + y * 101 + x * y * (seed + 1)) % 64
            let color =
                distance < width * height / 2
                ? [ring, (ring + 60 * seed) % 256, 64 + texture] : [255 - band / 4, band, 200 - texture]
            bytes += color.map { UInt8($0) }
        }
    }
    return buffer(width: width, height: height, bytes: bytes)
}

func buffer(width: Int, height: Int, channels: Int = 3, bytes: [UInt8]) -> PixelBuffer {
    guard let pixels = PixelBuffer(size: Size(width: width, height: height), channels: channels, bytes: bytes) else {
        preconditionFailure("\(bytes.count) bytes are not \(width) x \(height) x \(channels)")
    }
    return pixels
}

extension PixelBuffer {
    /// A picture of the same channels whose pixel (x, y) is the one of this picture at `source(x, y)`.
    func rearranged(width: Int, height: Int, source: (Int, Int) -> (Int, Int)) -> PixelBuffer {
        var out: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let from = source(x, y)
                let at = (from.1 * size.width + from.0) * channels
                out += bytes[at..<at + channels]
            }
        }
        return buffer(width: width, height: height, channels: channels, bytes: out)
    }
}
