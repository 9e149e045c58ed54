import ImageTypes

@testable import Imaging

/// A PNG of a random kind: any color type, depth, filter, palette, transparency and order of rows, in one or more chunks.
struct RandomPNG {
    private(set) var bytes: [UInt8]
    let name: String
    private var random: SplitMix

    /// The same for the same seed.
    init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let kinds: [(color: Int, bits: Int)] = [
            (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16),
            (6, 8), (6, 16),
        ]
        let (color, bits) = kinds[Int(seed % UInt64(kinds.count))]
        let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...30, using: &random))
        let isInterlaced = Int.random(in: 0..<3, using: &random) == 0
        var chunks: [UInt8] = []
        func noise(_ count: Int, below limit: Int = 256) -> [UInt8] {
            (0..<count).map { _ in UInt8(Int.random(in: 0..<limit, using: &random)) }
        }
        var colors = 0
        if color == 3 {
            colors = Int.random(in: 1...(1 << bits), using: &random)
            chunks += Made.chunk("PLTE", noise(3 * colors))
        }
        if color == 3, Bool.random(using: &random) {
            chunks += Made.chunk("tRNS", noise(Int.random(in: 1...colors, using: &random)))
        } else if color == 0 || color == 2, Bool.random(using: &random) {
            // Few values, so that some pixels have them.
            chunks += Made.chunk("tRNS", (0..<(color == 0 ? 1 : 3)).flatMap { _ in [0] + noise(1, below: 2) })
        }
        let samples = color == 2 ? 3 : color == 4 ? 2 : color == 6 ? 4 : 1
        // Few values here as well, or all.
        let limit = Bool.random(using: &random) ? 2 : 256
        var rows: [UInt8] = []
        for (width, height) in Self.passes(width, height, isInterlaced) {
            for _ in 0..<height {
                rows +=
                    [UInt8.random(in: 0...4, using: &random)] + noise((width * samples * bits + 7) / 8, below: limit)
            }
        }
        let stream = PNGPicture.stored(rows)
        var start = 0
        while start < stream.count {
            let end = min(stream.count, start + Int.random(in: 0...2000, using: &random))
            chunks += Made.chunk("IDAT", Array(stream[start..<end]))
            start = end
        }
        bytes = Made.png(
            width: width, height: height, bits: UInt8(bits), color: UInt8(color),
            methods: [0, 0, isInterlaced ? 1 : 0], chunks,
            Made.chunk("IEND"), isComplete: false)
        name = "\(seed): color \(color), \(bits) bits, \(width)x\(height)\(isInterlaced ? ", interlaced" : "")"
        self.random = random
    }

    /// The sides of each pass that has pixels.
    private static func passes(_ width: Int, _ height: Int, _ isInterlaced: Bool) -> [(Int, Int)] {
        guard isInterlaced else { return [(width, height)] }
        let steps = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return steps.map { left, top, across, down in
            ((width - left + across - 1) / across, (height - top + down - 1) / down)
        }.filter { $0.0 > 0 && $0.1 > 0 }
    }

    /// Cuts the file off behind its header, changes a byte, or changes one and mends the checksum of its chunk.
    mutating func damage() {
        let place = Int.random(in: 33..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.removeLast(bytes.count - place)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        default:
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            var start = 33
            while let chunk = PNGChunk(bytes.span, at: start), chunk.end <= bytes.count {
                let sum = big(Int(crc32(bytes.span.extracting((start + 4)..<(chunk.end - 4)))), 4)
                bytes.replaceSubrange((chunk.end - 4)..<chunk.end, with: sum)
                start = chunk.end
            }
        }
    }
}
