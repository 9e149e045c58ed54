internal import CKernels

extension PixelBuffer {
    /// The colors that most of the picture has, the one with the largest share first.
    ///
    /// Each is the mean of the pixels of one cluster of similar color, or the very color of a flat area; colors that
    /// nobody could tell apart count as one. `share` is the part of the picture that lies within 0.06 (OKLab) of the
    /// cluster's middle and belongs to no denser cluster; pixels between the clusters count for none. Up to 12,288
    /// pixels are sampled, evenly spread. The same pixels give the same answer on every machine.
    ///
    /// - Parameters:
    ///   - count: The most colors wanted. Precondition: 1…16. Fewer come back where fewer cover 0.4 % of the picture each.
    ///   - ignoringBackground: Leaves near-white out where the picture is a product shot: more than 60 % of its
    ///     border is near white and at least 3 % of its pixels are not. Shares are then parts of the pixels that are
    ///     left. White stays where too little is left to be the product: the largest other cluster covers less than
    ///     3 % of the picture, or less than 10 % and is gray, as print and shadows are.
    ///   - background: What shows through transparent pixels.
    public func dominantColors(
        _ count: Int = 5, ignoringBackground: Bool = false, background: RGB = .white
    ) -> [DominantColor] {
        let opaque = channels == 4 ? flattened(on: background).bytes : bytes
        return Imaging.dominantColors(
            of: opaque.span, size: size, count: count, ignoringBackground: ignoringBackground)
    }
}

extension PixelBuffer {
    /// The colors that most of a part of the picture has; shares are parts of that part. Transparent pixels are white.
    ///
    /// - Parameters:
    ///   - count: The most colors wanted. Precondition: 1…16.
    ///   - isIncluded: True for each pixel of the part, row by row from the top. Precondition: as many as pixels.
    package func dominantColors(_ count: Int, of isIncluded: [Bool]) -> [DominantColor] {
        precondition(isIncluded.count == size.pixelCount, "one value for each pixel")
        let opaque = channels == 4 ? flattened(on: .white).bytes : bytes
        var part: [UInt8] = []
        part.reserveCapacity(opaque.count)
        for index in isIncluded.indices where isIncluded[index] { part += opaque[(3 * index)..<(3 * index + 3)] }
        var density = ColorDensity(ColorHistogram(of: part.span))
        return density.clusters(atMost: count).map(\.color)
    }

    /// True for a picture whose border passes for white paper or a white studio, for the most part.
    package var hasNearWhiteBorder: Bool {
        let opaque = channels == 4 ? flattened(on: .white).bytes : bytes
        return ColorHistogram(of: border(of: opaque.span, size: size).span).nearWhiteShare > mostlyWhite
    }
}

/// The part of the border, 0…1, above which a background is near white.
private let mostlyWhite = 0.6

/// See ``PixelBuffer/dominantColors(_:ignoringBackground:background:)``. `rgb` holds rows without padding.
func dominantColors(of rgb: Span<UInt8>, size: Size, count: Int, ignoringBackground: Bool) -> [DominantColor] {
    precondition(rgb.count == 3 * size.pixelCount, "three bytes per pixel")
    precondition((1...Recipe.colorCounts.upperBound).contains(count), "1 to 16 colors can be wanted, not \(count)")
    let histogram = ColorHistogram(of: rgb)
    if ignoringBackground, ColorHistogram(of: border(of: rgb, size: size).span).nearWhiteShare > mostlyWhite {
        var foreground = ColorDensity(histogram, leavingOutNearWhite: true)
        let part = Double(foreground.total) / Double(histogram.total)
        let clusters = part < 0.03 ? [] : foreground.clusters(atMost: count)
        if let first = clusters.first, first.color.share * part >= (first.place.chroma < 0.03 ? 0.1 : 0.03) {
            return clusters.map(\.color)
        }
    }
    var density = ColorDensity(histogram)
    return density.clusters(atMost: count).map(\.color)
}

/// The outermost pixels, each once.
private func border(of rgb: Span<UInt8>, size: Size) -> [UInt8] {
    var border: [UInt8] = []
    border.reserveCapacity(6 * (size.width + size.height))
    for row in 0..<size.height {
        let isWhole = row == 0 || row == size.height - 1 || size.width < 3
        for column in stride(from: 0, to: size.width, by: isWhole ? 1 : size.width - 1) {
            let at = 3 * (row * size.width + column)
            for channel in 0..<3 { border.append(rgb[at + channel]) }
        }
    }
    return border
}

extension ColorDensity {
    struct Cluster {
        let place: OKLab
        let color: DominantColor
    }

    /// The clusters with the largest shares, largest first.
    ///
    /// The densest position comes first, then the densest of the rest. Clusters found early need not have the larger
    /// shares, so a few more are searched for than requested.
    mutating func clusters(atMost count: Int) -> [Cluster] {
        let least = max(total / 250, 1)
        var found: [(place: OKLab, color: RGB, weight: Int)] = []
        while found.count < count + 3, let start = densestPlace(ofAtLeast: least) {
            let mode = mode(near: start)
            let exact = exactColor(near: mode)
            let place = exact?.place ?? mode
            let twin = found.firstIndex { looksLike($0.place, place) }
            let isSlope = exact == nil && found.contains { [top = uphill(from: place)] in looksLike($0.place, top) }
            let taken = take(of: place)
            if taken.count == 0 {
                _ = take(within: 0.11, of: start)
            } else if let twin {
                found[twin].weight += Int(taken.count)
            } else if !isSlope, taken.count >= least {
                found.append((place, exact?.color ?? RGB(meanOf: taken), Int(taken.count)))
            }
        }
        let largest = found.indices.sorted { (found[$1].weight, $0) < (found[$0].weight, $1) }
        return largest.prefix(count).map { index in
            let share = Double(found[index].weight) / Double(total)
            return Cluster(place: found[index].place, color: DominantColor(color: found[index].color, share: share))
        }
    }

    /// True where the eye sees no difference.
    private func looksLike(_ one: OKLab, _ other: OKLab) -> Bool {
        one.withToe.isWithin(Self.radius, of: other.withToe)
    }
}

extension RGB {
    fileprivate init(meanOf bin: ck_color_bin) {
        let half = bin.count / 2
        self.init(
            red: UInt8((bin.red + half) / bin.count), green: UInt8((bin.green + half) / bin.count),
            blue: UInt8((bin.blue + half) / bin.count))
    }
}
