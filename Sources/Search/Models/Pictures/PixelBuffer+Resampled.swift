import ImageTypes

extension PixelBuffer {
    /// A window of the pixels in another size, equal to Pillow's `Image.resize` followed by `Image.crop`.
    ///
    /// One pass along the rows and one along the columns, with 8-bit pixels between. The pass along the rows is the
    /// first, unless the height loses more than twice as many pixels as the width: so does Pillow since version 13.
    /// Nothing outside the window is computed.
    ///
    /// - Parameters:
    ///   - size: The sides of the whole result, 1 or more.
    ///   - columns: The columns of the window, within the width.
    ///   - rows: The rows of the window, within the height.
    /// - Returns: RGB, row by row; an alpha channel is dropped.
    func resampled(
        to size: Size, columns: Range<Int>, rows: Range<Int>, _ filter: ResampleFilter
    ) -> [UInt8] {
        let (from, stride) = (self.size, self.size.width * channels)
        let across = ResampleTable(filter, input: from.width, output: size.width, window: columns)
        let down = ResampleTable(filter, input: from.height, output: size.height, window: rows)
        let lost = from.height - size.height
        if lost > 0, lost > 2 * (from.width - size.width) {
            return bytes.lowered(by: down, first: 0, stride: stride)
                .narrowed(by: across, rows: 0..<rows.count, stride: stride, channels: channels)
        }
        let used = down.used
        return bytes.narrowed(by: across, rows: used, stride: stride, channels: channels)
            .lowered(by: down, first: used.lowerBound, stride: columns.count * 3)
    }
}

extension [UInt8] {
    /// The rows of a range, each resampled by the table: RGB.
    fileprivate func narrowed(by table: ResampleTable, rows: Range<Int>, stride: Int, channels: Int) -> [UInt8] {
        let width = table.starts.count
        let count = rows.count * width * 3
        // Safe: the table's taps lie within a row of the picture, and each output pixel is written once.
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
            unsafe withUnsafeBufferPointer { bytes in
                unsafe table.weights.withUnsafeBufferPointer { weights in
                    var place = 0
                    for row in rows {
                        for column in 0..<width {
                            let first = column * table.taps
                            var source = row * stride + table.starts[column] * channels
                            var (red, green, blue) = (ResampleTable.half, ResampleTable.half, ResampleTable.half)
                            for tap in first..<first + table.counts[column] {
                                let weight = unsafe weights[tap]
                                red &+= unsafe Int32(bytes[source]) &* weight
                                green &+= unsafe Int32(bytes[source + 1]) &* weight
                                blue &+= unsafe Int32(bytes[source + 2]) &* weight
                                source += channels
                            }
                            unsafe output[place] = red.asPixel
                            unsafe output[place + 1] = green.asPixel
                            unsafe output[place + 2] = blue.asPixel
                            place += 3
                        }
                    }
                }
            }
            initialized = count
        }
    }

    /// Rows of `stride` bytes, of which the first is row `first` of the picture, resampled along the columns.
    fileprivate func lowered(by table: ResampleTable, first: Int, stride: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: table.starts.count * stride)
        var sums = [Int32](repeating: 0, count: stride)
        for row in 0..<table.starts.count {
            // Safe: the table's taps lie within the rows that are here, and sums and result have `stride` bytes a row.
            unsafe sums.withUnsafeMutableBufferPointer { sums in
                unsafe sums.update(repeating: ResampleTable.half)
                unsafe withUnsafeBufferPointer { bytes in
                    for tap in 0..<table.counts[row] {
                        let weight = table.weights[row * table.taps + tap]
                        let source = (table.starts[row] + tap - first) * stride
                        for index in 0..<stride {
                            unsafe sums[index] &+= unsafe Int32(bytes[source + index]) &* weight
                        }
                    }
                }
                unsafe result.withUnsafeMutableBufferPointer { result in
                    for index in 0..<stride { unsafe result[row * stride + index] = unsafe sums[index].asPixel }
                }
            }
        }
        return result
    }
}

extension Int32 {
    /// A sum of weighted pixels, which starts at ``ResampleTable/half``, as a pixel: overshoot is cut off.
    @inline(__always)
    fileprivate var asPixel: UInt8 { UInt8(truncatingIfNeeded: Swift.min(Swift.max(self >> 22, 0), 255)) }
}
