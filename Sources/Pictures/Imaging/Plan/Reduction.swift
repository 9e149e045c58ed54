/// The reduction of a picture's sides by a decoder while it decodes.
enum Reduction: Hashable, Sendable {
    /// The sides are divided by 1, 2, 4 or 8, and rounded up.
    case shrink(Int)
    /// The sides are multiplied by less than 1, and rounded.
    case scale(Double)

    static let none = Reduction.shrink(1)

    func applied(to size: Size) -> Size {
        switch self {
        case .shrink(let factor):
            Size(width: size.width.dividedUp(by: factor), height: size.height.dividedUp(by: factor))
        case .scale(let scale):
            Size(
                width: max(1, Int((Double(size.width) * scale).rounded())),
                height: max(1, Int((Double(size.height) * scale).rounded())))
        }
    }
}

extension Plan {
    /// The reductions that a decoder supports.
    enum Decoder: Hashable, Sendable {
        /// Nothing: all pixels are delivered.
        case whole
        /// Division by 1, 2, 4 or 8 (libjpeg).
        case shrinking
        /// The same by means of blocks, after a whole decode: planes of video.
        case averaging
        /// Any smaller size (libwebp).
        case scaling

        /// The smallest picture of `stored` pixels that is good enough for a base.
        ///
        /// libjpeg averages exact blocks: at low effort one decoded pixel for each pixel of the base is enough. A pixel
        /// of libwebp's averages parts of pixels; with one and a half it comes as close to a full decode (measured on
        /// photos of 8 megapixels: 45.7 dB in the mean; 41.7 with one, 48.8 with two).
        func reduction(for base: Product, of stored: Size, effort: Recipe.Effort) -> Reduction {
            let density = max(base.horizontalDensity, base.verticalDensity)
            switch self {
            case .whole: return .none
            case .shrinking, .averaging:
                // Little is saved after a whole decode: never at the cost of detail.
                let margin = effort == .high || self == .averaging ? 2.0 : 1
                let most = 1 / (margin * density) * (1 + 1e-9)
                return .shrink([8, 4, 2].first { Double($0) <= most } ?? 1)
            case .scaling: return Self.scale((effort == .high ? 2 : 1.5) * density, of: stored)
            }
        }

        /// The smallest picture that colors can be read from, where `box` is used of `stored`.
        func reductionForColors(of box: Size, in stored: Size) -> Reduction {
            switch self {
            case .whole: .none
            case .shrinking, .averaging:
                .shrink([8, 4, 2].first { box.longestSide.dividedUp(by: $0) >= Plan.colorSide } ?? 1)
            case .scaling: Self.scale(1.5 * Double(Plan.colorSide) / Double(box.longestSide), of: stored)
            }
        }

        /// A side of a few pixels would be rounded too much, or away.
        private static func scale(_ scale: Double, of stored: Size) -> Reduction {
            scale < 1 && Double(min(stored.width, stored.height)) * scale >= 16 ? .scale(scale) : .none
        }
    }
}

extension Plan.Decode {
    /// The divisor of the sides, for decoders that shrink.
    var shrink: Int { if case .shrink(let factor) = reduction { factor } else { 1 } }

    /// The factor of the sides, for decoders that scale.
    var scale: Double { if case .scale(let scale) = reduction { scale } else { 1 } }

    /// The same part of a picture that came in other sides than expected: libraries round in their own ways.
    func delivered(as size: Size) -> Plan.Decode {
        guard size != self.size else { return self }
        var copy = self
        copy.window = window.scaled(
            x: Double(size.width) / Double(self.size.width), y: Double(size.height) / Double(self.size.height))
        copy.size = size
        copy.region = copy.window.pixels(in: size)
        return copy
    }
}

extension ImageHeader {
    /// True if the decoder can scale: WebP without animation, whose frames have positions of their own.
    var canScale: Bool { format == .webp && frames == 1 }
}
