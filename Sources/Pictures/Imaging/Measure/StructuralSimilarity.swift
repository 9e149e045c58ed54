extension PixelBuffer {
    /// The structural similarity (SSIM) of the brightness of two pictures of one size: 1 for equal ones, about 0.9 where
    /// a difference is seen at once. Nil for pictures of different sizes.
    ///
    /// The mean over squares of 8 pixels, 4 apart, all pixels of a square counting the same; squares end at the edge of
    /// a smaller picture. Brightness is that of ITU-R BT.601. Source: Wang and others, "Image quality assessment: from
    /// error visibility to structural similarity" (2004), with its constants.
    public func structuralSimilarity(to other: PixelBuffer) -> Double? {
        guard size == other.size, size.pixelCount > 0 else { return nil }
        let (width, height) = (size.width, size.height)
        let (mine, others) = (luma, other.luma)
        let (flat, contrast) = (6.5025, 58.5225)
        var (sum, squares) = (0.0, 0)
        for top in stride(from: 0, through: max(height - 8, 0), by: 4) {
            for left in stride(from: 0, through: max(width - 8, 0), by: 4) {
                var (a, b, aa, bb, ab, count) = (0, 0, 0, 0, 0, 0)
                for y in top..<min(top + 8, height) {
                    for x in left..<min(left + 8, width) {
                        let (one, two) = (Int(mine[y * width + x]), Int(others[y * width + x]))
                        a += one
                        b += two
                        aa += one * one
                        bb += two * two
                        ab += one * two
                        count += 1
                    }
                }
                let n = Double(count)
                let (meanA, meanB) = (Double(a) / n, Double(b) / n)
                let varianceA = Double(aa) / n - meanA * meanA
                let varianceB = Double(bb) / n - meanB * meanB
                let covariance = Double(ab) / n - meanA * meanB
                sum +=
                    (2 * meanA * meanB + flat) * (2 * covariance + contrast)
                    / ((meanA * meanA + meanB * meanB + flat) * (varianceA + varianceB + contrast))
                squares += 1
            }
        }
        return sum / Double(squares)
    }
}
