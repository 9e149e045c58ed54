import CKernels

/// A picture as a small square, whatever its shape: luma of `side` x `side`, and chroma of 32 x 32.
struct Miniature: Sendable {
    /// For the look at all candidates.
    static let side = 64
    /// For the looks at what has passed that: the first, and the largest that both pictures have the pixels for.
    static let closeSides = [128, 256, 512]
    /// The longest side of a decode.
    static let longestDecode = 1024

    let side: Int
    let bytes: [UInt8]

    /// Averages the areas of the pixels.
    init(_ pixels: PixelBuffer, side: Int) {
        let square = pixels.squashed(to: side)
        var bytes = [UInt8](repeating: 0, count: Self.bytes(side: side))
        // Safe: both have the lengths that the header requires.
        unsafe ckm_miniature(square, side, &bytes)
        self.side = side
        self.bytes = bytes
    }

    private init(side: Int, bytes: [UInt8]) {
        self.side = side
        self.bytes = bytes
    }

    func turned(_ turn: PictureTurn) -> Miniature {
        if turn == .upright { return self }
        var turned = [UInt8](repeating: 0, count: bytes.count)
        // Safe: both have the length of a miniature.
        unsafe ckm_turn(bytes, side, Int32(turn.rawValue), &turned)
        return Miniature(side: side, bytes: turned)
    }

    /// The sides of an outline.
    static let outlineSide = 8

    /// The luma of 8 x 8 areas without its mean, as a vector of length 127: what a picture of a few pixels still has. Nil
    /// for a plain picture.
    var outline: [Int8]? {
        let (cells, step) = (Self.outlineSide, side / Self.outlineSide)
        var values = [Float](repeating: 0, count: cells * cells)
        for y in 0..<side {
            for x in 0..<side { values[y / step * cells + x / step] += Float(bytes[y * side + x]) }
        }
        let mean = values.reduce(0, +) / Float(values.count)
        let length = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
        // Less than a level in the mean of the areas.
        guard length > Float(cells * step * step) else { return nil }
        return values.map { Int8((($0 - mean) / length * 127).rounded()) }
    }

    /// The miniature of this side has so many bytes.
    static func bytes(side: Int) -> Int { side * side + 2 * Int(CKM_CHROMA_SIDE * CKM_CHROMA_SIDE) }
}
