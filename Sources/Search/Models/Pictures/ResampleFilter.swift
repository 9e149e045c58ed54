import Essentials

/// A filter of Pillow's `Image.resize`, by the number that `resample` has in a `preprocessor_config.json`.
package enum ResampleFilter: Int, Hashable, Sendable, CaseIterable {
    case nearest = 0
    case lanczos = 1
    case bilinear = 2
    case bicubic = 3
    case box = 4
    case hamming = 5

    /// The filter of a name as in `interpolation`, in any case. Nil for other names.
    package init?(name: String) {
        guard let filter = Self.allCases.first(where: { "\($0)" == name.lowercased() }) else { return nil }
        self = filter
    }

    /// The distance from the center at which the weight becomes 0, in pixels of the larger scale. 0 for `nearest`.
    var support: Double {
        switch self {
        case .nearest: 0
        case .box: 0.5
        case .bilinear, .hamming: 1
        case .bicubic: 2
        case .lanczos: 3
        }
    }

    /// The weight at a distance from the center, before the weights of a pixel are scaled to a sum of 1.
    ///
    /// Keys' cubic convolution with a = -1/2, the triangle, Lanczos with three lobes, the box that is open on its left,
    /// and the sinc in a Hamming window of one pixel.
    func weight(at offset: Double) -> Double {
        let distance = abs(offset)
        switch self {
        case .nearest: return distance == 0 ? 1 : 0
        case .box: return offset > -0.5 && offset <= 0.5 ? 1 : 0
        case .bilinear: return max(0, 1 - distance)
        case .bicubic:
            if distance < 1 { return (1.5 * distance - 2.5) * distance * distance + 1 }
            return distance < 2 ? ((-0.5 * distance + 2.5) * distance - 4) * distance + 2 : 0
        case .lanczos: return distance < 3 ? sinc(offset) * sinc(offset / 3) : 0
        case .hamming: return distance < 1 ? sinc(offset) * (0.54 + 0.46 * cos(.pi * offset)) : 0
        }
    }

    private func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
}
