extension Raster {
    /// The picture in another size: bilinear between the four nearest pixels, in whole numbers, also where it becomes
    /// smaller. To exactly half of both sides it is the mean of four pixels.
    ///
    /// The models were made for pictures of the `resize` of OpenCV; other ways give other pixels, and other lines.
    func resized(width target: Int, height rows: Int) -> Raster {
        if target == width, rows == height { return self }
        if width == 2 * target, height == 2 * rows { return halved() }
        let across = BilinearAxis(from: width, to: target, holdsEdges: true)
        let down = BilinearAxis(from: height, to: rows, holdsEdges: false)
        let length = target * 3
        var result = [UInt8](repeating: 0, count: length * rows)
        // The two rows of the source, resized across, and their numbers.
        var (upper, lower) = ([Int32](repeating: 0, count: length), [Int32](repeating: 0, count: length))
        var (upperRow, lowerRow) = (-1, -1)
        for row in 0..<rows {
            let (first, second) = (down.low[row], down.high[row])
            if first != upperRow {
                if first == lowerRow {
                    swap(&upper, &lower)
                    swap(&upperRow, &lowerRow)
                } else {
                    resize(first, across, &upper)
                    upperRow = first
                }
            }
            if second != lowerRow {
                if second == upperRow { lower = upper } else { resize(second, across, &lower) }
                lowerRow = second
            }
            Raster.mix(upper.span, down.lowWeight[row], lower.span, down.highWeight[row], &result, from: row * length)
        }
        return Raster(width: target, height: rows, bytes: result)
    }

    private func resize(_ row: Int, _ axis: BilinearAxis, _ out: inout [Int32]) {
        let (source, start, count) = (bytes.span, row * width * 3, axis.low.count)
        let (low, high) = (axis.low.span, axis.high.span)
        let (lowWeight, highWeight) = (axis.lowWeight.span, axis.highWeight.span)
        precondition(out.count == count * 3 && start >= 0 && start + width * 3 <= source.count)
        var target = out.mutableSpan
        for place in 0..<count {
            // Safe: the places of an axis are those of pixels of the row, and its arrays are of one length.
            let (one, two) = unsafe (start &+ 3 &* low[unchecked: place], start &+ 3 &* high[unchecked: place])
            let (first, second) = unsafe (lowWeight[unchecked: place], highWeight[unchecked: place])
            for channel in 0..<3 {
                let left = unsafe Int32(source[unchecked: one &+ channel])
                let right = unsafe Int32(source[unchecked: two &+ channel])
                unsafe target[unchecked: 3 &* place &+ channel] = left &* first &+ right &* second
            }
        }
    }

    /// A row of the result. Each half is cut to 2 bits behind the point before they are added.
    private static func mix(
        _ upper: Span<Int32>, _ upperWeight: Int32, _ lower: Span<Int32>, _ lowerWeight: Int32, _ out: inout [UInt8],
        from start: Int
    ) {
        precondition(upper.count == lower.count && start >= 0 && start + upper.count <= out.count)
        var target = out.mutableSpan
        for place in 0..<upper.count {
            // Safe: the three have as many places.
            let (one, two) = unsafe (upper[unchecked: place] >> 4, lower[unchecked: place] >> 4)
            let sum = ((upperWeight &* one) >> 16) &+ ((lowerWeight &* two) >> 16) &+ 2
            unsafe target[unchecked: start &+ place] = UInt8(truncatingIfNeeded: sum >> 2)
        }
    }

    private func halved() -> Raster {
        let (target, rows, length) = (width / 2, height / 2, width * 3)
        var result: [UInt8] = []
        result.reserveCapacity(target * rows * 3)
        for row in 0..<rows {
            for column in 0..<target {
                for channel in 0..<3 {
                    let place = 2 * row * length + 6 * column + channel
                    let (upper, lower) = (place, place + length)
                    let sum = Int(bytes[upper]) + Int(bytes[upper + 3]) + Int(bytes[lower]) + Int(bytes[lower + 3])
                    result.append(UInt8((sum + 2) / 4))
                }
            }
        }
        return Raster(width: target, height: rows, bytes: result)
    }
}
