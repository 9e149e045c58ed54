import BenchmarkKit
import CKernels

/// The two loops of a resize by themselves, at the size of a 12 megapixel photo that becomes 512: the decoder gives
/// 1008 x 756, the result is 512 x 384.
enum Kernels {
    private static let source = (width: 1008, height: 756)
    private static let target = (width: 512, height: 384)
    /// Six lobes at a shrink of 1.97, rounded up to a multiple of four.
    private static let taps = 12

    static func results() -> [StageResult] {
        [("plain C", CK_SCALAR), ("AVX2", CK_AVX2), ("AVX-512", CK_AVX512), ("NEON", CK_NEON)].flatMap { name, set in
            ck_supports(set) == 0 ? [] : [rows(name, set), columns(name, set)].compactMap { $0 }
        }
    }

    /// Times do not depend on the weights, so all are equal.
    private static let weights = [Int16](repeating: 1 << 14 / 12, count: target.width * taps)

    private static func rows(_ name: String, _ set: ck_isa) -> StageResult? {
        let stride = source.width * 3 + 64
        let ring = [UInt8](repeating: 100, count: stride * taps)
        var line = [UInt8](repeating: 0, count: stride)
        // Safe: the ring holds `taps` rows and the line one, each with the padding that kernels may touch.
        return result("resize kernel, rows, \(name)", pixels: source.width * target.height) {
            let blend = unsafe ck_blend_rows(set)!
            for row in 0..<target.height {
                unsafe blend(ring, stride, taps, row % taps, weights, taps, &line, source.width * 3)
            }
        }
    }

    private static func columns(_ name: String, _ set: ck_isa) -> StageResult? {
        let line = [UInt8](repeating: 100, count: source.width * 3 + 64)
        let starts = (0..<target.width).map { Int32(min($0 * source.width / target.width, source.width - taps)) }
        var out = [UInt8](repeating: 0, count: target.width * 3 + 64)
        // Safe: every start leaves `taps` pixels in the line; both lines carry the padding.
        return result("resize kernel, columns, \(name)", pixels: target.width * target.height) {
            let blend = unsafe ck_blend_columns(set)!
            for _ in 0..<target.height { unsafe blend(line, starts, weights, taps, 3, &out, target.width) }
        }
    }

    private static func result(_ name: String, pixels: Int, _ body: () -> Void) -> StageResult? {
        measure(body).map {
            StageResult(
                name: name, milliseconds: $0.median * 1e3, nanosecondsPerPixel: $0.median / Double(pixels) * 1e9)
        }
    }
}
