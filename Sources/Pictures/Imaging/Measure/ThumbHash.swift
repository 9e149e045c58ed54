import Essentials

extension PixelBuffer {
    /// The ThumbHash of the picture: a blurred placeholder in 5 to 25 bytes, with its aspect ratio and transparency.
    ///
    /// For pixels of up to 100 a side, such as those of ``Output/pixels(fitting:)``, the bytes are those of the reference
    /// implementation. A larger picture takes longer for the same impression. Source: Evan Wallace, "ThumbHash" (2023).
    public func thumbHash() -> [UInt8] {
        let planes = LuminancePlanes(self)
        let (width, height) = (Double(size.width), Double(size.height))
        let longest = max(width, height)
        let most = planes.hasAlpha ? 5.0 : 7
        let (columns, rows) = (
            max(1, Int((most * width / longest).rounded())), max(1, Int((most * height / longest).rounded()))
        )
        let isLandscape = width > height
        let light = CosineTerms(planes.light, of: size, columns: max(3, columns), rows: max(3, rows))
        let yellowBlue = CosineTerms(planes.yellowBlue, of: size, columns: 3, rows: 3)
        let redGreen = CosineTerms(planes.redGreen, of: size, columns: 3, rows: 3)
        var bits = BitWriter()
        bits.add(63 * light.mean, bits: 6)
        bits.add(31.5 + 31.5 * yellowBlue.mean, bits: 6)
        bits.add(31.5 + 31.5 * redGreen.mean, bits: 6)
        bits.add(31 * light.scale, bits: 5)
        bits.add(planes.hasAlpha ? 1 : 0, bits: 1)
        bits.add(Double(isLandscape ? rows : columns), bits: 3)
        bits.add(63 * yellowBlue.scale, bits: 6)
        bits.add(63 * redGreen.scale, bits: 6)
        bits.add(isLandscape ? 1 : 0, bits: 1)
        var channels = [light, yellowBlue, redGreen]
        if planes.hasAlpha {
            let alpha = CosineTerms(planes.alpha, of: size, columns: 5, rows: 5)
            bits.add(15 * alpha.mean, bits: 4)
            bits.add(15 * alpha.scale, bits: 4)
            channels.append(alpha)
        }
        for term in channels.joined() { bits.add(15 * term, bits: 4) }
        return bits.bytes
    }
}

/// The picture as lightness, yellow against blue and red against green, over its mean color where it is transparent.
private struct LuminancePlanes {
    var light: [Double] = []
    var yellowBlue: [Double] = []
    var redGreen: [Double] = []
    var alpha: [Double] = []
    let hasAlpha: Bool

    init(_ pixels: PixelBuffer) {
        let (bytes, channels, count) = (pixels.bytes, pixels.channels, pixels.size.pixelCount)
        func color(_ pixel: Int) -> SIMD4<Double> {
            let start = pixel * channels
            let alpha = channels == 4 ? Double(bytes[start + 3]) / 255 : 1
            return SIMD4(Double(bytes[start]), Double(bytes[start + 1]), Double(bytes[start + 2]), 255 * alpha) / 255
        }
        var sums = SIMD4<Double>()
        for pixel in 0..<count {
            let color = color(pixel)
            sums += SIMD4(color.x, color.y, color.z, 1) * color.w
        }
        let mean = sums.w > 0 ? sums / sums.w : SIMD4()
        hasAlpha = sums.w < Double(count)
        for pixel in 0..<count {
            let color = color(pixel)
            let shown = mean * (1 - color.w) + color * color.w
            light.append((shown.x + shown.y + shown.z) / 3)
            yellowBlue.append((shown.x + shown.y) / 2 - shown.z)
            redGreen.append(shown.x - shown.y)
            alpha.append(color.w)
        }
    }
}

/// The lowest terms of the cosine transform of a plane, from 0 to 1 around their middle, row by row.
private struct CosineTerms: Sequence {
    let mean: Double
    /// The largest of the other terms.
    let scale: Double
    private let terms: [Double]

    init(_ plane: [Double], of size: Size, columns: Int, rows: Int) {
        let (width, height) = (size.width, size.height)
        let across = CosineTable(shifted: true, count: columns, of: width)
        let down = CosineTable(shifted: true, count: rows, of: height)
        var terms: [Double] = []
        // Sums of each row of the picture, of which each row of terms makes others.
        let sums = (0..<columns).map { column in
            (0..<height).map { y in
                (0..<width).reduce(0) { $0 + plane[y * width + $1] * across[column, $1] }
            }
        }
        for row in 0..<rows {
            for column in 0..<columns where column * rows < columns * (rows - row) {
                let sum = (0..<height).reduce(0) { $0 + sums[column][$1] * down[row, $1] }
                terms.append(sum / Double(width * height))
            }
        }
        let largest = terms.dropFirst().reduce(0) { Swift.max($0, abs($1)) }
        (mean, scale) = (terms[0], largest)
        self.terms = terms.dropFirst().map { largest > 0 ? 0.5 + 0.5 / largest * $0 : $0 }
    }

    func makeIterator() -> IndexingIterator<[Double]> { terms.makeIterator() }
}

/// Whole numbers of some bits, the first of a byte lowest.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var used = 8

    /// Rounds half up, as JavaScript does.
    mutating func add(_ value: Double, bits: Int) {
        var rest = max(Int((value + 0.5).rounded(.down)), 0)
        for _ in 0..<bits {
            if used == 8 { (used, bytes) = (0, bytes + [0]) }
            bytes[bytes.count - 1] |= UInt8(rest & 1) << UInt8(used)
            (rest, used) = (rest >> 1, used + 1)
        }
    }
}
