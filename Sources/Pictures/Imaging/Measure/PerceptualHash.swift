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
        return terms.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) }
    }
}

extension Output {
    /// The pixels that ``/ImageTypes/PixelBuffer/perceptualHash()`` sees.
    package static let hashSquare = Output(
        .exact(Size(width: PixelBuffer.hashSide, height: PixelBuffer.hashSide)), encoding: .pixels)
}
