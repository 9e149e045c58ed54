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

    /// The color of the edge: the median of each channel over the outermost pixels.
    fileprivate var edgeColor: RGB {
        let (right, bottom) = (size.width - 1, size.height - 1)
        var edge: [Int] = []
        for x in 0...right { edge += [x, bottom * size.width + x] }
        for y in 0...bottom { edge += [y * size.width, y * size.width + right] }
        let medians = (0..<3).map { channel -> UInt8 in
            edge.map { bytes[3 * $0 + channel] }.sorted()[edge.count / 2]
        }
        return RGB(red: medians[0], green: medians[1], blue: medians[2])
    }
}
