import CKernels
internal import Essentials

/// A layer of the network in integers, packed for the loops of this machine.
///
/// Safe: the buffers are filled when it is made, and only read from then on.
@safe final class IntegerLayer: @unchecked Sendable {
    /// The layer as the loops take it; the buffers below live as long as this does.
    let packed: cki_layer
    /// Outputs that mean something.
    let values: Int
    /// The scale of each of them.
    let scales: [Float]
    private let weights: AlignedBuffer<Int8>
    private let narrowing: AlignedBuffer<cki_scales>

    /// Outputs in whole groups.
    var outputs: Int { groups * Int(CKI_GROUP) }
    /// Its memory, in bytes.
    var bytes: Int { weights.count + narrowing.count * MemoryLayout<cki_scales>.stride }
    /// Groups of outputs.
    let groups: Int
    private let zero: Int32

    /// The layer in the tables `name`, `name-then` and `name-scale`; `zero` is the stored value of zero that it gives.
    /// `inputs` come in `parts`, or are a filter of `kernel` a side for pixels `stride` apart.
    init(
        _ file: ParameterFile, _ name: String, inputs: Int, parts: Int = 1, filter: (kernel: Int, stride: Int)? = nil,
        zero: Float, version: UnsafePointer<cki_version>
    ) throws(DescribeError) {
        let table = try file.table(name, columns: inputs)
        let rows = table.rows
        let then = try file.table("\(name)-then", rows: 3, columns: rows).values
        scales = try file.table("\(name)-scale", rows: 1, columns: rows).values
        let bytes = try Self.whole(table.values, name, in: -127...127).map { Int8($0) }
        let bias = try Self.whole(then[..<rows], name, in: -(1 << 30)...(1 << 30)).map { Int32($0) }
        let shifts = try Self.whole(then[rows..<2 * rows], name, in: 0...24).map { UInt8($0) }
        let factors = try Self.whole(then[(2 * rows)...], name, in: 0...32_767).map { Int16($0) }
        let base = try Self.whole([zero], name, in: 0...255)[0]
        guard rows > 0, filter == nil || rows % Int(CKI_GROUP) == 0 else {
            throw .unusableParameters(detail: "\(name) has \(rows) rows")
        }
        let group = Int(CKI_GROUP)
        groups = (rows + group - 1) / group
        self.zero = Int32(base)
        if let filter {
            let lines = filter.kernel == 3 && filter.stride == 1 ? 1 : 2
            weights = AlignedBuffer(
                zeros: rows * filter.kernel * 8 * lines * Int(unsafe version.pointee.filter_weight))
            // Safe: there are as many values as the kernel says, and the buffer has the size that the header asks for.
            unsafe cki_pack_filters(version, bytes, rows, filter.kernel, filter.stride, weights.base)
        } else {
            let quads = (inputs / parts + 3) / 4
            weights = AlignedBuffer(zeros: groups * group * parts * quads * 4)
            // Safe: as above.
            unsafe cki_pack(bytes, rows, parts, inputs / parts, weights.base)
        }
        narrowing = AlignedBuffer(zeros: groups)
        // Safe: there is a number for each row, and room for all groups.
        unsafe cki_pack_scales(bytes, rows, inputs, bias, shifts, factors, narrowing.base)
        values = rows
        unsafe packed = cki_layer(
            weights: weights.base, scales: narrowing.base, groups: groups, zero: Int32(base))
    }

    /// Whole numbers within a range; a damaged file may hold any number, infinities among them.
    private static func whole(
        _ numbers: some Sequence<Float>, _ name: String, in range: ClosedRange<Int>
    ) throws(DescribeError) -> [Int] {
        var out: [Int] = []
        for number in numbers {
            guard number >= Float(range.lowerBound), number <= Float(range.upperBound), number == number.rounded()
            else { throw .unusableParameters(detail: "\(name) holds \(number)") }
            out.append(Int(number))
        }
        return out
    }

    /// The means of the channels of a map of `pixels` pixels, from their sums.
    func means(_ sums: some Collection<Int32>, pixels: Int) -> [Float] {
        zip(sums, scales).map { Float($0 - Int32(pixels) * zero) * ($1 / Float(pixels)) }
    }
}
