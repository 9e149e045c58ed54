import CKernels
internal import Essentials

/// EfficientNet-Lite0 up to its head in integers: the same features on every processor, to the last bit.
///
/// The blocks and the features are those of `EfficientNetLite`.
final class IntegerNetwork: Sendable {
    /// Side of the square that it sees, in pixels.
    static let side = Int(CKI_SIDE)

    private struct Block: Sendable {
        let widen: IntegerLayer
        let filter: IntegerLayer
        let narrow: IntegerLayer
        let side: Int
        let kernel: Int
        let stride: Int
        /// The input is added to the output.
        let adds: Bool
        /// The map after the block is one of the features.
        let ends: Bool

        var bytes: Int { widen.bytes + filter.bytes + narrow.bytes }

        var packed: cki_block {
            unsafe cki_block(
                widen: widen.packed, filter: filter.packed, narrow: narrow.packed, side: side, kernel: kernel,
                stride: stride)
        }
    }

    private let blocks: [Block]
    private let head: IntegerLayer
    private let isa: ck_isa
    private let maps: IntegerMaps.Pool
    private let loaded: LoadedNumbers
    /// Number of features of the two maps, and of the head.
    let features: (stages: Int, head: Int)

    init(_ file: ParameterFile, isa: ck_isa) throws(DescribeError) {
        let unknown = DescribeError.unusableParameters(detail: "these tables make no network")
        let strides = try file.table("strides", rows: 1).values
        guard strides.count > 1, strides.allSatisfy({ $0 == 1 || $0 == 2 }) else { throw unknown }
        var zeros = try file.table("zeros", rows: 1, columns: 3 * strides.count + 1).values[...]
        guard let last = strides.lastIndex(of: 2), last > 0, let version = unsafe cki_version_of(isa) else {
            throw unknown
        }
        var (side, inputs, stages, blocks, scratch, largest) = (Self.side / 2, 0, 0, [Block](), 0, 0)
        for (index, stride) in strides.enumerated() {
            let (name, stride) = ("block\(index)", Int(stride))
            let widen =
                index == 0
                ? try unsafe IntegerLayer(
                    file, "stem", inputs: 27, parts: 3, zero: zeros.removeFirst(), version: version)
                : try unsafe IntegerLayer(
                    file, "\(name)-expand", inputs: inputs, zero: zeros.removeFirst(), version: version)
            let taps = try file.table("\(name)-depth", rows: widen.values).columns
            guard taps == 9 || taps == 25, side % (stride * Int(CKI_RUN)) == 0, widen.outputs == widen.values else {
                throw unknown
            }
            let kernel = taps == 9 ? 3 : 5
            let filter = try unsafe IntegerLayer(
                file, "\(name)-depth", inputs: taps, filter: (kernel, stride), zero: zeros.removeFirst(),
                version: version)
            let narrow = try unsafe IntegerLayer(
                file, "\(name)-project", inputs: widen.values, zero: zeros.removeFirst(), version: version)
            guard narrow.values % 4 == 0 else { throw unknown }
            let block = Block(
                widen: widen, filter: filter, narrow: narrow, side: side, kernel: kernel, stride: stride,
                adds: index > 0 && stride == 1 && narrow.values == inputs,
                ends: index == last - 1 || index == strides.count - 1)
            // Safe: the block is read, no more.
            var packed = unsafe block.packed
            scratch = max(scratch, Int(unsafe cki_scratch(&packed)))
            (side, inputs) = (side / stride, narrow.values)
            largest = max(largest, side * side * narrow.outputs)
            if block.ends { stages += narrow.values }
            blocks.append(block)
        }
        head = try unsafe IntegerLayer(file, "head", inputs: inputs, zero: zeros.removeFirst(), version: version)
        self.blocks = blocks
        self.isa = isa
        features = (stages, head.values)
        loaded = LoadedNumbers(bytes: blocks.reduce(head.bytes) { $0 + $1.bytes })
        maps = IntegerMaps.Pool(map: largest + Int(CKI_SLACK), scratch: scratch)
    }

    /// Returns the features of a square of RGB pixels: those of the two maps, and those of the head.
    func features(of square: [UInt8]) -> (stages: [Float], head: [Float]) {
        precondition(square.count == Self.side * Self.side * 3)
        return maps.with { maps in
            // Safe: the square is checked above, and the maps were made as large as the largest block asks for.
            unsafe cki_frame(square, maps.framed.base)
            let version = unsafe cki_version_of(isa)
            var given = unsafe cki_picture(maps.framed.base)
            var (side, current, next, stages) = (Self.side / 2, maps.current, maps.next, [Float]())
            for block in blocks {
                var packed = unsafe block.packed
                unsafe cki_run(
                    version, &packed, &given, block.adds ? current.base : nil, maps.scratch.base, next.base)
                (current, next, side) = (next, current, side / block.stride)
                unsafe given = cki_map(current.base, side, block.narrow.values)
                guard block.ends else { continue }
                var sums = [Int32](repeating: 0, count: block.narrow.outputs)
                unsafe cki_sums(current.base, side * side, block.narrow.groups, &sums)
                stages += block.narrow.means(sums, pixels: side * side)
            }
            var sums = [Int32](repeating: 0, count: head.outputs)
            var packed = unsafe head.packed
            unsafe cki_head(version, &packed, &given, side, maps.scratch.base, &sums)
            return (stages, head.means(sums, pixels: side * side))
        }
    }
}
