import CKernels
import TestSupport

/// The kernels on arrays: padding, pointers and the bounds of what they may write are handled here.
enum Kernels {
    /// The vector instruction sets of this machine.
    static let vector = [CK_AVX2, CK_AVX512, CK_NEON].filter { ck_supports($0) == 1 }
    static let padding = Int(CK_ROW_PADDING)
    static let one = 1 << Int(CK_WEIGHT_BITS)

    /// `ring` holds rows of `stride` bytes; gives the first `bytes` bytes of the blended row.
    static func blendRows(
        _ isa: ck_isa, ring: [UInt8], stride: Int, first: Int = 0, weights: [Int16], bytes: Int
    ) -> [UInt8] {
        precondition(bytes + padding <= stride)
        guard let blend = unsafe ck_blend_rows(isa) else { preconditionFailure("no kernel") }
        var row = [UInt8](repeating: 0xA5, count: bytes + padding + guardBytes.count)
        row.replaceSubrange((bytes + padding)..., with: guardBytes)
        // Safe: the rows of the ring and `row` are followed by the padding that the kernel asks for.
        unsafe blend(ring, stride, ring.count / stride, first, weights, weights.count, &row, bytes)
        precondition(Array(row[(bytes + padding)...]) == guardBytes, "the kernel wrote behind the padding")
        return Array(row[..<bytes])
    }

    /// `row` holds whole pixels without padding; `weights` holds `taps` for each of `starts`.
    static func blendColumns(
        _ isa: ck_isa, row: [UInt8], starts: [Int32], weights: [Int16], channels: Int
    ) -> [UInt8] {
        guard let blend = unsafe ck_blend_columns(isa) else { preconditionFailure("no kernel") }
        let padded = row + [UInt8](repeating: 0x5A, count: padding)
        let bytes = starts.count * channels
        var output = [UInt8](repeating: 0xA5, count: bytes + padding) + guardBytes
        // Safe: `padded` and `output` are followed by the padding that the kernel asks for.
        unsafe blend(padded, starts, weights, weights.count / starts.count, channels, &output, starts.count)
        precondition(Array(output[(bytes + padding)...]) == guardBytes, "the kernel wrote behind the padding")
        return Array(output[..<bytes])
    }

    static func orient(_ pixels: [UInt8], width: Int, height: Int, channels: Int, as orientation: Int) -> [UInt8] {
        var turned = [UInt8](repeating: 0xA5, count: pixels.count)
        // Safe: both arrays hold width * height pixels.
        unsafe ck_orient(pixels, width, height, channels, Int32(orientation), &turned)
        return turned
    }

    private static let guardBytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
}

extension SplitMix {
    mutating func bytes(_ count: Int) -> [UInt8] {
        // Safe: each byte is written once.
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            guard let bytes = buffer.baseAddress else { return }
            while written < count {
                unsafe (bytes + written).initialize(to: UInt8(truncatingIfNeeded: next()))
                written += 1
            }
        }
    }

    /// Weights that add up to one in fixed point, about a third of them negative.
    mutating func weights(_ taps: Int) -> [Int16] {
        guard taps > 1 else { return [Int16(Kernels.one)] }
        let reach = Kernels.one / taps
        var weights = (0..<taps).map { _ in Int16(Int.random(in: -reach...(2 * reach), using: &self)) }
        // The error is handed out evenly, so that no weight leaves 16 bits.
        var rest = Kernels.one - weights.reduce(0) { $0 + Int($1) }
        for index in weights.indices {
            let share = rest / (taps - index)
            weights[index] += Int16(share)
            rest -= share
        }
        return weights
    }
}
