extension Raster {
    /// Makes a product out of a product.
    func resized(_ window: Window, to target: Size, workspace: Workspace) -> Raster {
        if target == size, window == Window(Box(covering: size)) { return self }
        let region = window.pixels(in: size)
        let axes = Axes(window: window, region: region, to: target, workspace: workspace)
        // Safe: the array lives until the closure ends, and a raster carries the padding behind its last row.
        return unsafe bytes.withUnsafeBufferPointer { pixels in
            var rows = unsafe PixelRows(base: pixels.baseAddress!, size: size, channels: channels)
            // Reading from memory cannot fail.
            return try! Resample.run(&rows, axes: axes, workspace: workspace)
        }
    }
}

extension Raster {
    /// The samples of a part, as a decoder's rows give them.
    func samples(of region: Box) -> Raster {
        let samples = PixelSamples(of: region, channels: channels)
        // Safe: the array lives until the closure ends.
        return unsafe bytes.withUnsafeBufferPointer { pixels in
            var rows = unsafe PixelRows(base: pixels.baseAddress!, size: size, channels: channels)
            // Reading from memory cannot fail.
            try! samples.take(from: &rows, upTo: region.bottom)
            return samples.raster
        }
    }
}

/// Both axes of a resize.
struct Axes {
    let rows: Axis
    let columns: Axis

    /// `region` holds the pixels that may be used.
    init(window: Window, region: Box, to size: Size, workspace: Workspace) {
        rows = Axis(
            start: window.top, length: window.height, pixels: region.top..<region.bottom, origin: 0,
            count: size.height, multiple: 1, workspace: workspace)
        columns = Axis(
            start: window.left, length: window.width, pixels: region.left..<region.right, origin: region.left,
            count: size.width, multiple: 4, workspace: workspace)
    }
}

extension Axis {
    fileprivate init(
        start: Double, length: Double, pixels: Range<Int>, origin: Int, count: Int, multiple: Int,
        workspace: Workspace
    ) {
        self.pixels = pixels
        self.count = count
        let keepsScale =
            pixels.count == count && abs(start - Double(pixels.lowerBound)) < 1e-6
            && abs(length - Double(count)) < 1e-6
        table =
            keepsScale
            ? nil
            : workspace.table(
                LanczosTable.Key(
                    start: start - Double(origin), length: length,
                    pixels: (pixels.lowerBound - origin)..<(pixels.upperBound - origin), count: count,
                    multiple: multiple))
    }
}
