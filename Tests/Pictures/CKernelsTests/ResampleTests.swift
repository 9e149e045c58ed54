import CKernels
import TestSupport
import Testing

@Suite("The passes of a resize with weights of 22 bits")
struct ResampleTests {
    private static let vector = [CK_AVX2, CK_AVX512, CK_NEON, CK_BEST].filter { ck_supports($0) == 1 }
    private static let one = 1 << Int(CK_RESAMPLE_BITS)

    /// The input pixels of each output, and their weights, filled up to whole steps.
    private struct Taps {
        var starts: [Int32] = []
        var counts: [Int32] = []
        var weights: [Int32] = []
        let taps: Int

        /// Weights between -1/4 and 3/2 in all, at places of their own.
        init(pixels: Int, outputs: Int, most: Int, _ dice: inout SplitMix) {
            let (step, most) = (Int(CK_RESAMPLE_STEP), min(most, pixels))
            taps = (most + step - 1) / step * step
            for _ in 0..<outputs {
                let count = Int.random(in: 1...most, using: &dice)
                let reach = ResampleTests.one / count
                starts.append(Int32.random(in: 0...Int32(pixels - count), using: &dice))
                counts.append(Int32(count))
                weights += (0..<taps).map { tap in
                    tap < count ? Int32(Int.random(in: -reach / 4...reach * 3 / 2, using: &dice)) : 0
                }
            }
        }

        func run(_ count: Int, _ body: (UnsafePointer<ck_resample_table>, inout [UInt8]) -> Void) -> [UInt8] {
            var output = [UInt8](repeating: 0xA5, count: count) + [1, 2, 3, 4]
            // Safe: the arrays live until the kernel has returned.
            unsafe starts.withUnsafeBufferPointer { starts in
                unsafe counts.withUnsafeBufferPointer { counts in
                    unsafe weights.withUnsafeBufferPointer { weights in
                        var table = unsafe ck_resample_table(
                            starts: starts.baseAddress, counts: counts.baseAddress, weights: weights.baseAddress,
                            taps: taps, outputs: starts.count)
                        unsafe body(&table, &output)
                    }
                }
            }
            precondition(Array(output[count...]) == [1, 2, 3, 4], "the kernel wrote behind its output")
            return Array(output[..<count])
        }
    }

    @Test("vector versions give the bytes of the scalar one along rows", arguments: 1...120)
    func columns(outputs: Int) {
        var dice = SplitMix(seed: outputs)
        for channels in [3, 4] {
            let (rows, pixels) = (Int.random(in: 1...3, using: &dice), Int.random(in: 1...300, using: &dice))
            let table = Taps(pixels: pixels, outputs: outputs, most: outputs, &dice)
            let stride = pixels * channels + Int.random(in: 0...5, using: &dice)
            let source = dice.bytes((rows - 1) * stride + pixels * channels)
            let plane = (pixels * 2 + 127) / 64 * 64
            var scratch = [UInt8](repeating: 0x5A, count: 3 * plane + outputs * (4 * table.taps + 16) + 64)
            // Safe: all arrays have the sizes that the kernel asks for.
            let found = ([CK_SCALAR] + Self.vector).map { isa in
                unsafe table.run(rows * outputs * 3) { table, output in
                    unsafe ck_resample_columns(isa)!(source, stride, rows, pixels, channels, table, &scratch, &output)
                }
            }
            #expect(found.allSatisfy { $0 == found[0] })
        }
    }

    @Test("vector versions give the bytes of the scalar one along columns", arguments: 1...120)
    func rows(bytes: Int) {
        var dice = SplitMix(seed: -bytes)
        let height = Int.random(in: 1...90, using: &dice)
        let table = Taps(pixels: height, outputs: 5, most: bytes, &dice)
        let stride = bytes + Int.random(in: 0...5, using: &dice)
        let source = dice.bytes((height - 1) * stride + bytes)
        // Safe: all arrays have the sizes that the kernel asks for.
        let found = ([CK_SCALAR] + Self.vector).map { isa in
            unsafe table.run(5 * bytes) { table, output in
                unsafe ck_resample_rows(isa)!(source, stride, bytes, table, &output)
            }
        }
        #expect(found.allSatisfy { $0 == found[0] })
    }
}
