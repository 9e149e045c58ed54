internal import CKernels
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
    ///   - isa: The instruction set of the loops; the fastest by default. The result is the same with all.
    /// - Returns: RGB, row by row; an alpha channel is dropped.
    func resampled(
        to size: Size, columns: Range<Int>, rows: Range<Int>, _ filter: ResampleFilter, isa: ck_isa = CK_BEST
    ) -> [UInt8] {
        let (from, stride) = (self.size, self.size.width * channels)
        let across = ResampleTable(filter, input: from.width, output: size.width, window: columns)
        let down = ResampleTable(filter, input: from.height, output: size.height, window: rows)
        let first = down.used.lowerBound * stride + across.used.lowerBound * channels
        let lost = from.height - size.height
        if lost > 0, lost > 2 * (from.width - size.width) {
            let width = across.used.count * channels
            return bytes.lowered(by: down, from: first, stride: stride, width: width, isa)
                .narrowed(by: across, from: 0, stride: width, rows: rows.count, channels: channels, isa)
        }
        let width = columns.count * 3
        return bytes.narrowed(by: across, from: first, stride: stride, rows: down.used.count, channels: channels, isa)
            .lowered(by: down, from: 0, stride: width, width: width, isa)
    }
}

extension [UInt8] {
    /// Rows of pixels, each resampled by the table: RGB.
    ///
    /// - Parameters:
    ///   - first: The place of the first pixel that the table uses.
    ///   - stride: Bytes from one row to the next.
    fileprivate func narrowed(
        by table: ResampleTable, from first: Int, stride: Int, rows: Int, channels: Int, _ isa: ck_isa
    ) -> [UInt8] {
        let pixels = table.used.count
        precondition(first + (rows - 1) * stride + pixels * channels <= count)
        let plane = (pixels * 2 + 127) / 64 * 64
        var scratch = [UInt8](repeating: 0, count: 3 * plane + table.starts.count * (4 * table.taps + 16) + 64)
        // Safe: the rows lie within the bytes, as checked above, the table's taps within the rows; the scratch memory
        // has the size of CK_RESAMPLE_SCRATCH, and the output that of the rows.
        return unsafe table.applied(rows * table.starts.count * 3) { table, output in
            unsafe withUnsafeBufferPointer { bytes in
                unsafe ck_resample_columns(isa)!(
                    bytes.baseAddress! + first, stride, rows, pixels, channels, table, &scratch, output)
            }
        }
    }

    /// Rows of `width` bytes, resampled along the columns.
    ///
    /// - Parameters:
    ///   - first: The first byte of the first row that the table uses.
    ///   - stride: Bytes from one row to the next.
    fileprivate func lowered(
        by table: ResampleTable, from first: Int, stride: Int, width: Int, _ isa: ck_isa
    ) -> [UInt8] {
        precondition(first + (table.used.count - 1) * stride + width <= count)
        // Safe: the rows lie within the bytes, as checked above, and the table's taps within the rows.
        return unsafe table.applied(table.starts.count * width) { table, output in
            unsafe withUnsafeBufferPointer { bytes in
                unsafe ck_resample_rows(isa)!(bytes.baseAddress! + first, stride, width, table, output)
            }
        }
    }
}

extension ResampleTable {
    /// The bytes that a kernel writes with the table, all of them.
    fileprivate func applied(
        _ count: Int, _ kernel: (UnsafePointer<ck_resample_table>, UnsafeMutablePointer<UInt8>) -> Void
    ) -> [UInt8] {
        // Safe: the arrays live until the kernel has returned.
        unsafe starts.withUnsafeBufferPointer { starts in
            unsafe counts.withUnsafeBufferPointer { counts in
                unsafe weights.withUnsafeBufferPointer { weights in
                    var table = unsafe ck_resample_table(
                        starts: starts.baseAddress, counts: counts.baseAddress, weights: weights.baseAddress,
                        taps: taps, outputs: starts.count)
                    return unsafe [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
                        unsafe kernel(&table, output.baseAddress!)
                        initialized = count
                    }
                }
            }
        }
    }
}
