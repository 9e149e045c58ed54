import CVipsShim

/// An encoder with its settings.
struct Coding: Hashable {
    var format: ImageFormat
    /// 1…100; no meaning for PNG and GIF, and without loss.
    var quality: Int
    var halvesColor: Bool
    /// The source has no finer color, at any quality.
    private var hasHalvedSource = false
    var isProgressive: Bool
    var isLossless: Bool
    /// Nil for that of the encoder.
    var effort: Int?

    /// The format has a quality, and color is lost at each.
    private var hasQuality: Bool { ![.png, .gif].contains(format) && !isLossless }

    /// Nil for pixels.
    init?(_ output: Output) {
        guard let format = output.encoding.format else { return nil }
        self.format = format
        quality = output.encoding.quality ?? output.encoding.defaultQuality(for: output.shape)
        let options = output.options
        halvesColor = options.chroma.map { $0 == .half } ?? (quality < 90 && !options.isLossless)
        isProgressive = options.isProgressive
        isLossless = options.isLossless
        effort = options.effort
    }

    /// The quality as a result has it; nil for a coding without one.
    var toldQuality: Int? { hasQuality ? quality : nil }

    /// The same at another quality; the resolution of color follows it where the output leaves it open.
    func with(quality: Int, for output: Output) -> Coding {
        var coding = self
        coding.quality = quality
        if output.options.chroma == nil, hasQuality { coding.halvesColor = hasHalvedSource || quality < 90 }
        return coding
    }

    /// The same, not finer than a JPEG was coded.
    func notFiner(than source: JPEGCoding) -> Coding {
        let known = source.quality
        guard known < quality else { return self }
        var coding = self
        coding.quality = known
        coding.hasHalvedSource = source.halvesColor
        coding.halvesColor = source.halvesColor || known < 90
        return coding
    }

    var settings: cvs_save_settings {
        cvs_save_settings(
            quality: CInt(quality), halves_color: halvesColor ? 1 : 0, progressive: isProgressive ? 1 : 0,
            lossless: isLossless ? 1 : 0, effort: CInt(effort ?? -1))
    }
}

extension Output {
    /// The bytes that the encoder holds for each pixel beside the pixels themselves, rounded up: measured as the resident
    /// memory of a process that codes 8 megapixels.
    var encoderBytes: Int {
        switch encoding {
        case .pixels: 0
        // The coefficients of all scans, which Huffman tables made to measure need as well.
        case .jpeg where shape == .original: 12
        case .jpeg: options.isProgressive ? 6 : 1
        case .gif: 8
        // The rows with their filters, and two files, of which the smaller is taken.
        case .png: 10
        case .webp: options.isLossless ? 40 : 10
        case .avif: 44
        case .jxl: options.isLossless ? 72 : 48
        }
    }
}
