import CKernels
import TestSupport
import Testing

@Suite("The network in integers")
struct IntegerLayerTests {
    private static let shapes = [
        (inputs: 16, outputs: 96, side: 14), (24, 144, 7), (32, 16, 14), (40, 240, 7), (96, 24, 14), (144, 40, 7),
        (112, 48, 7), (672, 48, 7), (1152, 16, 7),
    ]
    private static let slack = [UInt8](repeating: 0x5A, count: Int(CKI_SLACK))

    @Test("a 1x1 convolution gives the bytes of its definition in every version", arguments: shapes.indices)
    func mixes(shape: Int) {
        let (inputs, outputs, side) = Self.shapes[shape]
        var dice = SplitMix(seed: shape)
        let (pixels, group) = (side * side, IntegerLayers.group)
        let map = dice.map((inputs + group - 1) / group * group * pixels) + Self.slack
        let weights = dice.limitedWeights(outputs, of: inputs)
        let narrowing = IntegerLayers.Narrowing(outputs, reach: inputs * 8_000, with: &dice)
        let groups = (outputs + group - 1) / group
        for residual: [UInt8]? in [nil, dice.bytes(groups * group * pixels) + Self.slack] {
            let expected = IntegerLayers.mixed(
                map, side: side, inputs: inputs, weights: weights, by: narrowing, zero: 121, residual: residual)
            for (version, name) in IntegerLayers.versions.enumerated() {
                var found = [UInt8](repeating: 0xA5, count: groups * group * pixels) + Self.slack
                IntegerLayers.mix(
                    version, map, side: side, inputs: inputs, weights: weights, by: narrowing, zero: 121,
                    residual: residual, into: &found)
                let equal = found == expected + Self.slack
                #expect(equal, "\(name)")
            }
        }
    }

    @Test("filters give the bytes of their definition in every version", arguments: [3, 5], [1, 2])
    func filters(kernel: Int, stride: Int) {
        var dice = SplitMix(seed: 10 * kernel + stride)
        for side in [7, 14, 28] {
            let (group, width) = (IntegerLayers.group, side * stride + kernel - stride)
            let plane = dice.map(width * width * group) + Self.slack
            let weights = (0..<group * kernel * kernel).map { _ in Int8.random(in: -127...127, using: &dice) }
            let narrowing = IntegerLayers.Narrowing(group, reach: kernel * kernel * 8_000, with: &dice)
            let expected = IntegerLayers.filtered(
                plane, width: width, side: side, kernel: kernel, stride: stride, weights: weights, by: narrowing)
            for (version, name) in IntegerLayers.versions.enumerated() {
                var found = [UInt8](repeating: 0xA5, count: side * side * group) + Self.slack
                IntegerLayers.filter(
                    version, plane, width: width, side: side, kernel: kernel, stride: stride, weights: weights,
                    by: narrowing, into: &found)
                let equal = found == expected + Self.slack
                #expect(equal, "\(name)")
            }
        }
    }

    @Test("the first layer reads every second 3x3 pixels of a picture, with 127 right and below")
    func firstLayer() {
        var dice = SplitMix(seed: 3)
        let (side, half) = (Int(CKI_SIDE), Int(CKI_SIDE) / 2)
        let picture = dice.bytes(side * side * 3)
        let weights = dice.limitedWeights(3 * IntegerLayers.group, of: 9)
        let narrowing = IntegerLayers.Narrowing(IntegerLayers.group, reach: 27 * 8_000, with: &dice)
        for (version, name) in IntegerLayers.versions.enumerated() {
            let found = IntegerLayers.first(version, picture, weights: weights, by: narrowing)
            for (x, y) in [(0, 0), (3, 1), (half - 1, 0), (0, half - 1), (half - 1, half - 1), (60, 71)] {
                for channel in 0..<IntegerLayers.group {
                    var sum = 0
                    for value in 0..<27 {
                        let (row, at) = (2 * y + value / 9, 6 * x + value % 9)
                        let inside = row < side && at < side * 3
                        sum += Int(inside ? picture[row * side * 3 + at] : 127) * Int(weights[channel * 27 + value])
                    }
                    let place = IntegerLayers.place(channel, y * half + x, of: half * half)
                    #expect(found[place] == narrowing.byte(sum, channel, base: 0), "\(name)")
                }
            }
        }
    }

    @Test("sums of channels are exact")
    func sums() {
        var dice = SplitMix(seed: 5)
        let map = dice.bytes(3 * 49 * IntegerLayers.group)
        var found = [Int32](repeating: 0, count: 3 * IntegerLayers.group)
        // Safe: the map has three groups of 49 pixels.
        unsafe cki_sums(map, 49, 3, &found)
        for channel in found.indices {
            let expected = (0..<49).reduce(0) { $0 + Int(map[IntegerLayers.place(channel, $1, of: 49)]) }
            #expect(Int(found[channel]) == expected)
        }
    }
}
