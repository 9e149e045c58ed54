import CKernels
import TestSupport
import Testing

@Suite("The horizontal step of a resize")
struct BlendColumnsTests {
    @Test("vector versions give the bytes of the scalar one at every width", arguments: 1...200)
    func parityOverWidths(width: Int) {
        var dice = SplitMix(seed: width)
        for channels in [1, 3, 4] {
            for taps in [4, 8, 12] {
                #expect(differing(width: width, taps: taps, channels: channels, with: &dice) == [])
            }
        }
    }

    @Test("vector versions give the bytes of the scalar one for every number of taps", arguments: 1...16)
    func parityOverTaps(quarter: Int) {
        var dice = SplitMix(seed: -quarter)
        for channels in [1, 3, 4] {
            for width in [5, 18, 63] {
                #expect(differing(width: width, taps: 4 * quarter, channels: channels, with: &dice) == [])
            }
        }
    }

    /// The instruction sets whose version gives other bytes than the scalar one.
    private func differing(width: Int, taps: Int, channels: Int, with dice: inout SplitMix) -> [UInt32] {
        let pixels = max(width * 3 / 2, taps)
        let row = dice.bytes(pixels * channels)
        let starts = (0..<width).map { _ in Int32.random(in: 0...Int32(pixels - taps), using: &dice) }
        let weights = starts.flatMap { _ in dice.weights(taps) }
        let expected = Kernels.blendColumns(
            CK_SCALAR, row: row, starts: starts, weights: weights, channels: channels)
        let others = (Kernels.vector + [CK_BEST]).filter { isa in
            Kernels.blendColumns(isa, row: row, starts: starts, weights: weights, channels: channels) != expected
        }
        return others.map(\.rawValue)
    }

    @Test("the scalar version is the weighted sum of neighboring pixels, each channel for itself")
    func definition() {
        var dice = SplitMix(seed: 11)
        let row = dice.bytes(30 * 3)
        let starts: [Int32] = [0, 7, 20]
        let weights = starts.flatMap { _ in dice.weights(8) }
        let expected = (0..<9).map { index in
            let x = index / 3
            let channel = index % 3
            let sum = (0..<8).reduce(0.0) {
                $0 + Double(weights[x * 8 + $1]) * Double(row[(Int(starts[x]) + $1) * 3 + channel])
            }
            return UInt8(min(255, max(0, (sum / Double(Kernels.one) + 0.5).rounded(.down))))
        }
        #expect(
            Kernels.blendColumns(CK_SCALAR, row: row, starts: starts, weights: weights, channels: 3) == expected)
    }

    @Test("what lies in the padding under zero weights does not count")
    func padding() {
        var dice = SplitMix(seed: 5)
        let weights = [Int16(4000), 12384, 0, 0]
        for channels in [1, 3, 4] {
            let row = dice.bytes(2 * channels)
            let expected = (0..<channels).map { channel -> UInt8 in
                let sum: Int = 4000 * Int(row[channel]) + 12384 * Int(row[channels + channel])
                return UInt8((sum + Kernels.one / 2) / Kernels.one)
            }
            for isa in Kernels.vector + [CK_SCALAR] {
                let found = Kernels.blendColumns(isa, row: row, starts: [0], weights: weights, channels: channels)
                #expect(found == expected)
            }
        }
    }

    @Test("a row of one value keeps it", arguments: [UInt8(0), 1, 127, 128, 254, 255])
    func constant(value: UInt8) {
        var dice = SplitMix(seed: Int(value))
        for channels in [1, 3, 4] {
            for taps in stride(from: 4, through: 24, by: 4) {
                let starts = (0..<9).map { Int32($0) }
                let weights = starts.flatMap { _ in dice.weights(taps) }
                let row = [UInt8](repeating: value, count: (taps + 9) * channels)
                for isa in Kernels.vector + [CK_SCALAR] {
                    let found = Kernels.blendColumns(
                        isa, row: row, starts: starts, weights: weights, channels: channels)
                    #expect(found == [UInt8](repeating: value, count: 9 * channels))
                }
            }
        }
    }

    @Test("sums below 0 and above 255 are clamped", arguments: [1, 3, 4])
    func clamping(channels: Int) {
        let row = [UInt8](repeating: 255, count: channels) + [UInt8](repeating: 0, count: 8 * channels)
        let weights: [Int16] = [32767, -16383, 0, 0, -16383, 32767, 0, 0]
        for isa in Kernels.vector + [CK_SCALAR] {
            let found = Kernels.blendColumns(isa, row: row, starts: [0, 0], weights: weights, channels: channels)
            #expect(
                found == [UInt8](repeating: 255, count: channels) + [UInt8](repeating: 0, count: channels))
        }
    }
}
