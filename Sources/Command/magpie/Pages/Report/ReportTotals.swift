import Imaging

/// The statistics of all images at the head of the report, in bounded memory.
struct ReportTotals: Sendable {
    private static let longestPalette = 360

    private(set) var megapixels = Histogram(first: 0.125)
    private(set) var milliseconds = Histogram(first: 1)
    /// The colors that images spread evenly over the run are remembered by.
    private var palette: [RGB] = []
    private var colored = 0
    private var stride = 1

    mutating func add(_ outcome: Outcome) {
        guard case .success(let product) = outcome.result, let picture = product.picture else { return }
        milliseconds.add(outcome.seconds * 1000)
        megapixels.add(Double(picture.uprightSize.pixelCount) / 1e6)
        guard let main = product.colors?.main else { return }
        if colored % stride == 0 { palette.append(main) }
        colored += 1
        if palette.count > Self.longestPalette {
            palette = palette.indices.filter { $0 % 2 == 0 }.map { palette[$0] }
            stride *= 2
        }
    }

    /// Grays by lightness, then colors around the wheel.
    var sortedPalette: [RGB] { palette.sorted { $0.huePosition.order < $1.huePosition.order } }
}

extension DominantColor {
    /// Large enough to count and no gray: product shots are white for the most part.
    var isVivid: Bool { share >= 0.1 && !color.isGray }
}

extension [DominantColor] {
    /// The color that represents the picture.
    var main: RGB? { (first(where: \.isVivid) ?? first)?.color }
}

extension RGB {
    fileprivate var isGray: Bool { max(red, green, blue) - min(red, green, blue) < 24 }

    struct HuePosition {
        let hue: Int
        let lightness: Int
        /// One number to sort by.
        var order: Int { (hue + 1) * 1000 + lightness }
    }

    /// Hue in steps of 12 degrees, then lightness; grays come before all hues.
    var huePosition: HuePosition {
        let (red, green, blue) = (Int(red), Int(green), Int(blue))
        let (low, high) = (min(red, green, blue), max(red, green, blue))
        let chroma = high - low
        if isGray { return HuePosition(hue: -1, lightness: low + high) }
        let hue =
            high == red
            ? (green - blue) * 60 / chroma
            : high == green ? (blue - red) * 60 / chroma + 120 : (red - green) * 60 / chroma + 240
        return HuePosition(hue: (hue + 360) % 360 / 12, lightness: low + high)
    }
}
