extension Output {
    /// The raster and the product of the output, with the surroundings where the shape has them.
    ///
    /// - Parameter first: The picture that tells the color where the shape does not: an animation keeps one.
    func surrounded(_ raster: Raster, _ product: Product, colored first: Raster) -> (Raster, Product) {
        guard case .pad(let asked, let padding) = shape, raster.size != asked else { return (raster, product) }
        let color = padding.color ?? first.edgeColor
        let (left, top) = ((asked.width - raster.size.width) / 2, (asked.height - raster.size.height) / 2)
        var whole = product
        whole.size = asked
        whole.window = Window(
            left: product.window.left - Double(left) / product.horizontalDensity,
            top: product.window.top - Double(top) / product.verticalDensity,
            width: Double(asked.width) / product.horizontalDensity,
            height: Double(asked.height) / product.verticalDensity)
        return (raster.embedded(in: asked, left: left, top: top, color: color), whole)
    }
}

extension Raster {
    /// The RGB picture at a place in a larger one of one color.
    fileprivate func embedded(in larger: Size, left: Int, top: Int, color: RGB) -> Raster {
        unsafe Raster(size: larger, channels: 3) { out in
            for pixel in 0..<larger.width {
                unsafe out[3 * pixel] = color.red
                unsafe out[3 * pixel + 1] = color.green
                unsafe out[3 * pixel + 2] = color.blue
            }
            let lineBytes = 3 * larger.width
            // Safe: every row of the larger picture is written, and holds the smaller one's at `left`.
            for y in 1..<max(larger.height, 1) { unsafe (out + y * lineBytes).update(from: out, count: lineBytes) }
            unsafe bytes.withUnsafeBufferPointer { pixels in
                for y in 0..<size.height {
                    unsafe (out + (top + y) * lineBytes + 3 * left)
                        .update(from: pixels.baseAddress! + y * stride, count: stride)
                }
            }
        }
    }

    /// The color of the edge: that of a pixel near the median of each channel over the outermost pixels, or, where few are
    /// near, one that most of them nearly have. So an edge of two colors gives one of the two, and no mixture.
    fileprivate var edgeColor: RGB {
        let (right, bottom) = (size.width - 1, size.height - 1)
        var edge: [EdgeColor] = []
        for x in 0...right { edge += [color(x, 0), color(x, bottom)] }
        for y in 0...bottom { edge += [color(0, y), color(right, y)] }
        let median = edge.median
        let near = edge.filter { $0.distance(to: median) <= EdgeColor.nearness }
        if near.count * 16 >= edge.count { return near.nearest(to: median).rgb }
        var bins: [EdgeColor: [EdgeColor]] = [:]
        for color in edge { bins[color &>> 5, default: []].append(color) }
        // Of equal ones the darkest, so that the choice is the same in each run.
        let largest = bins.max { ($0.value.count, $1.key.order) < ($1.value.count, $0.key.order) }?.value ?? edge
        return largest.nearest(to: largest.median).rgb
    }

    private func color(_ x: Int, _ y: Int) -> EdgeColor {
        let place = 3 * (y * size.width + x)
        return EdgeColor(Int32(bytes[place]), Int32(bytes[place + 1]), Int32(bytes[place + 2]), 0)
    }
}

/// Red, green and blue, and a zero.
private typealias EdgeColor = SIMD4<Int32>

extension EdgeColor {
    /// The distance up to which colors look alike.
    fileprivate static let nearness: Int32 = 16

    /// Different for each color.
    fileprivate var order: Int32 { x << 16 | y << 8 | z }
    fileprivate var rgb: RGB { RGB(red: UInt8(x), green: UInt8(y), blue: UInt8(z)) }

    /// The largest difference in a channel.
    fileprivate func distance(to other: EdgeColor) -> Int32 {
        let difference = self &- other
        return pointwiseMax(difference, 0 &- difference).max()
    }
}

extension [EdgeColor] {
    /// The median of each channel.
    fileprivate var median: EdgeColor {
        var median = EdgeColor()
        for channel in 0..<3 { median[channel] = map { $0[channel] }.sorted()[count / 2] }
        return median
    }

    fileprivate func nearest(to color: EdgeColor) -> EdgeColor {
        self.min { $0.distance(to: color) < $1.distance(to: color) } ?? color
    }
}
