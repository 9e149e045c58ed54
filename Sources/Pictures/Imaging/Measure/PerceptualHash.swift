import Essentials

extension PixelBuffer {
    /// The side of the square that ``perceptualHash()`` sees, in pixels.
    package static let hashSide = 32

    /// The pHash of the picture: 64 bits, of which pictures that look alike differ in few.
    ///
    /// Gray pixels, 32 a side, are transformed by cosines; a bit is set where one of the 64 lowest terms is above their
    /// median, row by row, the first one highest. Pixels of 32 x 32 give the hash of ImageHash's `phash`; others are resized
    /// first, by another filter than its. Source: Zauner, "Implementation and Benchmarking of Perceptual Image Hash
    /// Functions" (2010).
    ///
    /// In a plain drawing most terms are zero but for the noise of a coding or a resize. Where 24 or more of them are within
    /// 80 of the median, which is more than in any of 430 photos (at most 14), a bit is set only above that.
    ///
    /// - Throws: what ``prepare(_:as:limits:)`` throws.
    public func perceptualHash() throws(ImageError) -> UInt64 {
        let side = Self.hashSide
        guard size == Size(width: side, height: side) else {
            return try prepare(.pixels(self), as: Recipe(.hashSquare)).pixels().perceptualHash()
        }
        let luma = luma
        let (cosines, kept) = (CosineTable(shifted: true, count: 8, of: side), 8)
        var terms: [Double] = []
        for row in 0..<kept {
            let sums = (0..<side).map { x in
                (0..<side).reduce(0) { $0 + Double(luma[$1 * side + x]) * cosines[row, $1] }
            }
            for column in 0..<kept {
                terms.append((0..<side).reduce(0) { $0 + sums[$1] * cosines[column, $1] })
            }
        }
        let order = terms.sorted()
        let median = (order[31] + order[32]) / 2
        let isPlain = terms.count { abs($0 - median) < Self.hashNoise } >= Self.noisyTerms
        let least = isPlain ? median + Self.hashNoise : median
        return terms.reduce(0) { $0 << 1 | ($1 > least ? 1 : 0) }
    }

    /// The noise of a term of ``perceptualHash()``, whose picture has 1,024 pixels of 0…255: that of a JPEG of quality 60.
    private static let hashNoise = 80.0
    /// The terms within the noise that tell a plain drawing.
    private static let noisyTerms = 24
}

extension Output {
    /// The pixels that ``/ImageTypes/PixelBuffer/perceptualHash()`` sees.
    package static let hashSquare = Output(
        .exact(Size(width: PixelBuffer.hashSide, height: PixelBuffer.hashSide)), encoding: .pixels)
}
