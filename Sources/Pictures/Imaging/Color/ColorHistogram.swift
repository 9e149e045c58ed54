internal import CKernels

/// Samples of a picture, sorted into bins of nearly equal color, and the position of each bin's mean in OKLab.
///
/// Real pixels are sampled, one at a varying position in each run of equal length, instead of a thumbnail being made: a
/// mean of neighbors shows colors that occur nowhere, and a regular grid can fall in step with a pattern.
struct ColorHistogram {
    /// The most samples taken; pictures of fewer pixels are read in full.
    static let mostSamples = 12_288

    let bins: [ck_color_bin]
    private(set) var lightness: [Float]
    private(set) var a: [Float]
    private(set) var b: [Float]
    /// The number of samples.
    let total: Int

    /// `rgb` holds interleaved pixels without padding.
    init(of rgb: Span<UInt8>) {
        let pixels = rgb.count / 3
        let step = max(1, (pixels + Self.mostSamples - 1) / Self.mostSamples)
        total = (pixels + step - 1) / step
        var index = [UInt16](repeating: 0, count: Int(CK_COLOR_CODES * CK_COLOR_CODES * CK_COLOR_CODES))
        // Safe: the index has a slot for every three codes, and there is capacity for one bin per sample.
        bins = unsafe [ck_color_bin](unsafeUninitializedCapacity: total) { [total] bins, count in
            guard total > 0, let first = bins.baseAddress else { return }
            unsafe rgb.withUnsafeBufferPointer { rgb in
                count = unsafe ck_color_histogram(rgb.baseAddress, pixels, step, SRGB.codes, &index, first)
            }
        }
        lightness = [Float](repeating: 0, count: bins.count)
        a = lightness
        b = lightness
        // Safe: all four arrays have as many elements.
        unsafe ck_color_oklab(bins, bins.count, SRGB.linearFloats, &lightness, &a, &b)
    }

    /// True for a bin that passes for white paper or a white studio background.
    func isNearWhite(_ bin: Int) -> Bool {
        lightness[bin] > 0.93 && OKLab(lightness: 0, a: a[bin], b: b[bin]).chroma < 0.03
    }

    /// The part of the samples, 0…1, that is near white.
    var nearWhiteShare: Double {
        let white = bins.indices.reduce(0) { isNearWhite($1) ? $0 + Int(bins[$1].count) : $0 }
        return Double(white) / Double(max(total, 1))
    }
}
