import CKernels
import TestSupport
import Testing

@Suite("The vertical step of a resize")
struct BlendRowsTests {
    private static let bytesOfRows = Array(1...200) + [255, 256, 257, 511, 777, 1535, 4097]

    @Test("vector versions give the bytes of the scalar one at every length", arguments: bytesOfRows)
    func parityOverLengths(bytes: Int) {
        var dice = SplitMix(seed: bytes)
        for taps in [1, 2, 3, 6, 9] { compare(bytes: bytes, taps: taps, spareRows: bytes % 3, with: &dice) }
    }

    @Test("vector versions give the bytes of the scalar one for every number of taps", arguments: 1...40)
    func parityOverTaps(taps: Int) {
        var dice = SplitMix(seed: -taps)
        for bytes in [33, 64, 160, 301] { compare(bytes: bytes, taps: taps, spareRows: taps % 4, with: &dice) }
    }

    private func compare(bytes: Int, taps: Int, spareRows: Int, with dice: inout SplitMix) {
        let rows = taps + spareRows
        let stride = bytes + Kernels.padding + bytes % 5
        let ring = dice.bytes(rows * stride)
        let weights = dice.weights(taps)
        for first in Set([0, rows / 2, rows - 1, rows + 1]) {
            let expected = Kernels.blendRows(
                CK_SCALAR, ring: ring, stride: stride, first: first, weights: weights, bytes: bytes)
            for isa in Kernels.vector + [CK_BEST] {
                let found = Kernels.blendRows(
                    isa, ring: ring, stride: stride, first: first, weights: weights, bytes: bytes)
                #expect(found == expected, "taps \(taps), first \(first), isa \(isa.rawValue)")
            }
        }
    }

    @Test("the scalar version is the weighted sum of the ring's rows, rounded to nearest")
    func definition() {
        var dice = SplitMix(seed: 7)
        let bytes = 50
        let stride = bytes + Kernels.padding
        let rows = 5
        let first = 3
        let ring = dice.bytes(rows * stride)
        let weights: [Int16] = [-1000, 9000, 9384, -1000]
        let expected = (0..<bytes).map { column in
            let sum = weights.indices.reduce(0.0) {
                $0 + Double(weights[$1]) * Double(ring[(first + $1) % rows * stride + column])
            }
            return UInt8(min(255, max(0, (sum / Double(Kernels.one) + 0.5).rounded(.down))))
        }
        let found = Kernels.blendRows(
            CK_SCALAR, ring: ring, stride: stride, first: first, weights: weights, bytes: bytes)
        #expect(found == expected)
    }

    @Test("rows of one value keep it", arguments: [UInt8(0), 1, 127, 128, 254, 255])
    func constant(value: UInt8) {
        var dice = SplitMix(seed: Int(value))
        for taps in 1...20 {
            let ring = [UInt8](repeating: value, count: taps * (150 + Kernels.padding))
            let weights = dice.weights(taps)
            for isa in Kernels.vector + [CK_SCALAR] {
                let found = Kernels.blendRows(
                    isa, ring: ring, stride: 150 + Kernels.padding, weights: weights, bytes: 150)
                #expect(found == [UInt8](repeating: value, count: 150))
            }
        }
    }

    @Test("sums below 0 and above 255 are clamped, however far they lie outside")
    func clamping() {
        let stride = 40 + Kernels.padding
        let black = [UInt8](repeating: 0, count: stride)
        let white = [UInt8](repeating: 255, count: stride)
        for isa in Kernels.vector + [CK_SCALAR] {
            for (light, dark) in [(Int16(20000), Int16(-3616)), (32767, -16383)] {
                let over = Kernels.blendRows(
                    isa, ring: white + black, stride: stride, weights: [light, dark], bytes: 40)
                let under = Kernels.blendRows(
                    isa, ring: black + white, stride: stride, weights: [light, dark], bytes: 40)
                #expect(over == [UInt8](repeating: 255, count: 40))
                #expect(under == [UInt8](repeating: 0, count: 40))
            }
            let far = Kernels.blendRows(
                isa, ring: white + white + white, stride: stride, weights: [32767, 32767, 32767], bytes: 40)
            #expect(far == [UInt8](repeating: 255, count: 40))
        }
    }
}
