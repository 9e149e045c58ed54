internal import CKernels

/// The density of the samples of a picture at each position of OKLab, and the samples that are in no cluster yet.
///
/// A cluster is the samples within ``radius`` of its middle. It is subtracted from the density once it is found, so
/// that the next densest position is another color.
struct ColorDensity {
    /// Reach of a cluster, and the least distance between two of them.
    static let radius: Float = 0.06
    /// Reach of a mean-shift step. The kernel whose peak such a step climbs to is 0 at its rim; with this reach it is
    /// as wide as a ball of ``radius`` in which every position counts the same.
    private static let shiftRadius: Float = 0.071
    private static let cellsPerUnit: Float = 25

    // One element per bin, in the order of their planes of lightness.
    private let bins: [ck_color_bin]
    private let lightness: [Float]
    private let a: [Float]
    private let b: [Float]
    private let weights: [Int32]
    private let cells: [UInt16]
    /// The index of the first bin of each plane.
    private let starts: [Int]
    private let exactBins: [Int]

    /// The weights that are not yet in a cluster, bin by bin and cell by cell, and the smoothed cells.
    private var left: [Int32]
    private var votes = [Int32](repeating: 0, count: Int(CK_GRID_CELLS))
    private var layers = [Int32](repeating: 0, count: Int(CK_GRID_CELLS))
    private var density = [Int32](repeating: 0, count: Int(CK_GRID_CELLS))
    private var peaks = [Int32](repeating: 0, count: Int(CK_GRID_PLANES))

    /// The samples counted.
    let total: Int

    init(_ histogram: ColorHistogram, leavingOutNearWhite: Bool = false) {
        var starts = [Int](repeating: 0, count: Int(CK_GRID_PLANES) + 1)
        let kept = histogram.bins.indices.filter { !leavingOutNearWhite || !histogram.isNearWhite($0) }
        for bin in kept { starts[Self.plane(histogram.lightness[bin]) + 1] += 1 }
        for plane in 1..<starts.count { starts[plane] += starts[plane - 1] }
        var order = [Int](repeating: 0, count: kept.count)
        var next = starts
        for bin in kept {
            let plane = Self.plane(histogram.lightness[bin])
            order[next[plane]] = bin
            next[plane] += 1
        }
        self.starts = starts
        let bins = order.map { histogram.bins[$0] }
        self.bins = bins
        lightness = order.map { histogram.lightness[$0] }
        a = order.map { histogram.a[$0] }
        b = order.map { histogram.b[$0] }
        weights = bins.map { Int32($0.count) }
        left = weights
        total = weights.reduce(0) { $0 + Int($1) }
        cells = zip(lightness, zip(a, b)).map { lightness, ab in
            let (a, b) = ab
            let row = Int((a + 0.24) * Self.cellsPerUnit) + 1
            let column = Int((b + 0.32) * Self.cellsPerUnit) + 1
            return UInt16((Self.plane(lightness) * Int(CK_GRID_SIDE) + row) * Int(CK_GRID_SIDE) + column)
        }
        let least = max(total / 250, 1)
        exactBins = bins.indices.filter { Int(bins[$0].votes * CK_COLOR_VOTERS) >= least }
        for (cell, weight) in zip(cells, weights) { votes[Int(cell)] += weight }
        smooth(planes: 1...Int(CK_GRID_PLANES) - 2)
    }

    private static func plane(_ lightness: Float) -> Int {
        min(max(Int(lightness * cellsPerUnit) + 1, 1), Int(CK_GRID_PLANES) - 2)
    }

    private func planes(_ radius: Float, around place: OKLab) -> ClosedRange<Int> {
        Self.plane(place.lightness - radius)...Self.plane(place.lightness + radius)
    }

    /// Returns the middle of the cell where the untaken samples are densest; nil for fewer than `least` samples there.
    func densestPlace(ofAtLeast least: Int) -> OKLab? {
        guard let peak = peaks.max(), peak >= 3 * least, let plane = peaks.firstIndex(of: peak) else { return nil }
        let first = plane * Int(CK_GRID_PLANE)
        guard let cell = density[first..<first + Int(CK_GRID_PLANE)].firstIndex(of: peak) else { return nil }
        let (row, column) = (cell - first).quotientAndRemainder(dividingBy: Int(CK_GRID_SIDE))
        return OKLab(
            lightness: (Float(plane) - 0.5) / Self.cellsPerUnit,
            a: (Float(row) - 0.5) / Self.cellsPerUnit - 0.24, b: (Float(column) - 0.5) / Self.cellsPerUnit - 0.32)
    }

    /// Returns the position near `start` around which most untaken samples are.
    func mode(near start: OKLab) -> OKLab {
        var place = start
        for _ in 0..<12 {
            let next = mean(of: left, around: place)
            if next.isWithin(0.001, of: place) { break }
            place = next
        }
        var most = sum(of: left, within: Self.radius, of: place).weight
        for (lightness, a, b) in Self.probes {
            let probe = OKLab(lightness: place.lightness + lightness, a: place.a + a, b: place.b + b)
            let weight = sum(of: left, within: Self.radius, of: probe).weight
            if weight > most { (most, place) = (weight, probe) }
        }
        return place
    }

    private static let probes: [(Float, Float, Float)] = [
        (-0.02, 0, 0), (0.02, 0, 0), (0, -0.02, 0), (0, 0.02, 0), (0, 0, -0.02), (0, 0, 0.02),
    ]

    /// Returns the position to which the samples around `place`, taken or not, pull it.
    func uphill(from place: OKLab) -> OKLab {
        mean(of: weights, around: mean(of: weights, around: place))
    }

    /// Returns a single color that makes up at least a third of the untaken samples around `place`, and its position.
    ///
    /// Only clean graphics and clipped highlights have one.
    func exactColor(near place: OKLab) -> (color: RGB, place: OKLab)? {
        var best: Int?
        for bin in exactBins where left[bin] > 0 && self.place(of: bin).isWithin(Self.radius, of: place) {
            if best.map({ bins[bin].votes > bins[$0].votes }) ?? true { best = bin }
        }
        guard let best, 3 * CK_COLOR_VOTERS * bins[best].votes >= sum(of: left, within: Self.radius, of: place).weight
        else { return nil }
        let exact = bins[best].exact
        let color = RGB(
            red: UInt8(exact >> 16), green: UInt8(exact >> 8 & 0xFF), blue: UInt8(exact & 0xFF))
        return (color, self.place(of: best))
    }

    /// Takes the samples within `radius` of `place`, and returns their sum.
    mutating func take(within radius: Float = Self.radius, of place: OKLab) -> ck_color_bin {
        let planes = planes(radius, around: place)
        // Safe: the arrays have one element per bin, the planes end with the last bin, and cells are inside the grid.
        let taken = unsafe ck_color_take(
            lightness, a, b, &left, cells, bins, &votes, starts[planes.lowerBound], starts[planes.upperBound + 1],
            place, radius * radius)
        smooth(planes: planes)
        return taken
    }

    private mutating func smooth(planes: ClosedRange<Int>) {
        // Safe: all grids have CK_GRID_CELLS elements, and the planes are not those of the margin.
        unsafe ck_color_smooth(votes, &layers, &density, &peaks, planes.lowerBound, planes.upperBound)
    }

    private func place(of bin: Int) -> OKLab { OKLab(lightness: lightness[bin], a: a[bin], b: b[bin]) }

    private func mean(of weights: [Int32], around place: OKLab) -> OKLab {
        let sum = sum(of: weights, within: Self.shiftRadius, of: place)
        guard sum.weight > 0 else { return place }
        let scale = Float(sum.weight) * Float(CK_COLOR_ONE)
        return OKLab(lightness: Float(sum.lightness) / scale, a: Float(sum.a) / scale, b: Float(sum.b) / scale)
    }

    private func sum(of weights: [Int32], within radius: Float, of place: OKLab) -> ck_color_sum {
        let planes = planes(radius, around: place)
        // Safe: the arrays have one element per bin, and the planes end with the last bin.
        return unsafe ck_color_ball(
            lightness, a, b, weights, starts[planes.lowerBound], starts[planes.upperBound + 1], place,
            radius * radius)
    }
}
