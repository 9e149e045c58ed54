import CKernels
import TestSupport

/// The layers of the network in integers by their definition, one value after the other.
enum IntegerLayers {
    static let group = Int(CKI_GROUP)

    /// The names of the versions that this machine can run; plain C first.
    static let versions: [String] = {
        var names: [String] = []
        while let version = unsafe cki_version_at(names.count) {
            unsafe names.append(String(cString: version.pointee.name))
        }
        return names
    }()

    /// The numbers that narrow the sums of a layer, one of each for each of its outputs.
    struct Narrowing {
        var bias: [Int32]
        var shifts: [UInt8]
        var factors: [Int16]

        init(_ outputs: Int, reach: Int, with dice: inout SplitMix) {
            bias = (0..<outputs).map { _ in Int32.random(in: -100_000...100_000, using: &dice) }
            // So that most values neither end at 0 nor at 255.
            let shift = UInt8(max(0, reach.bitWidth - reach.leadingZeroBitCount - 11))
            shifts = (0..<outputs).map { _ in UInt8.random(in: shift / 2...shift + 2, using: &dice) }
            factors = (0..<outputs).map { _ in Int16.random(in: 2048...4095, using: &dice) }
        }

        func byte(_ sum: Int, _ output: Int, base: Int) -> UInt8 {
            let taken = min(max((sum + Int(bias[output])) >> Int(shifts[output]), -32_768), 32_767)
            return UInt8(min(max(((taken * Int(factors[output]) + 16_384) >> 15) + base, 0), 255))
        }

        func packed(_ weights: [Int8], rowsOf size: Int) -> [cki_scales] {
            let groups = (bias.count + group - 1) / group
            // Safe: there is a number and a row for each output, and room for all groups.
            return unsafe [cki_scales](unsafeUninitializedCapacity: groups) { buffer, written in
                unsafe cki_pack_scales(weights, bias.count, size, bias, shifts, factors, buffer.baseAddress)
                written = groups
            }
        }
    }

    /// The 1x1 convolution of the version at `version`. The maps have their slack.
    static func mix(
        _ version: Int, _ map: [UInt8], side: Int, inputs: Int, weights: [Int8], by narrowing: Narrowing, zero: Int32,
        residual: [UInt8]?, into out: inout [UInt8]
    ) {
        let (outputs, pixels) = (narrowing.bias.count, side * side)
        let groups = (outputs + group - 1) / group
        var packed = [Int8](repeating: 0, count: groups * group * ((inputs + 3) / 4 * 4))
        // Safe: there is a row for each output, and room for whole quads in whole groups.
        unsafe cki_pack(weights, outputs, 1, inputs, &packed)
        let scales = narrowing.packed(weights, rowsOf: inputs)
        // Safe: the pointers are used within the closures, and the maps have the lengths that the header requires.
        unsafe packed.withUnsafeBufferPointer { packed in
            unsafe scales.withUnsafeBufferPointer { scales in
                unsafe map.withUnsafeBufferPointer { map in
                    var layer = unsafe cki_layer(
                        weights: packed.baseAddress, scales: scales.baseAddress, groups: groups, zero: zero)
                    var given = unsafe cki_map(map.baseAddress, side, inputs)
                    unsafe cki_version_at(version).pointee.mix(
                        &given, side, &layer, 0, groups, residual, &out, side * group, pixels * group)
                }
            }
        }
    }

    /// One group of the first layer of the version at `version`, from a picture.
    static func first(_ version: Int, _ picture: [UInt8], weights: [Int8], by narrowing: Narrowing) -> [UInt8] {
        let half = Int(CKI_SIDE) / 2
        var framed = [UInt8](repeating: 0, count: (Int(CKI_SIDE) + 1) * (Int(CKI_SIDE) + 2) * 3)
        var out = [UInt8](repeating: 0, count: half * half * group)
        var packed = [Int8](repeating: 0, count: group * 3 * 12)
        // Safe: the arrays have the lengths that the header requires.
        unsafe cki_frame(picture, &framed)
        unsafe cki_pack(weights, group, 3, 9, &packed)
        let scales = narrowing.packed(weights, rowsOf: 27)
        // Safe: the pointers are used within the closures.
        unsafe packed.withUnsafeBufferPointer { packed in
            unsafe scales.withUnsafeBufferPointer { scales in
                unsafe framed.withUnsafeBufferPointer { framed in
                    var layer = unsafe cki_layer(
                        weights: packed.baseAddress, scales: scales.baseAddress, groups: 1, zero: 0)
                    var given = unsafe cki_picture(framed.baseAddress)
                    unsafe cki_version_at(version).pointee.mix(
                        &given, half, &layer, 0, 1, nil, &out, half * group, half * half * group)
                }
            }
        }
        return out
    }

    /// The filters of the version at `version` for one group. The maps have their slack.
    static func filter(
        _ version: Int, _ plane: [UInt8], width: Int, side: Int, kernel: Int, stride: Int, weights: [Int8],
        by narrowing: Narrowing, into out: inout [UInt8]
    ) {
        let parts = kernel == 3 && stride == 1 ? 1 : 2
        guard let version = unsafe cki_version_at(version) else { return }
        var packed = [Int8](
            repeating: 0, count: group * kernel * 8 * parts * Int(unsafe version.pointee.filter_weight))
        let scales = narrowing.packed(weights, rowsOf: kernel * kernel)
        // Safe: the arrays have the lengths that the header requires.
        unsafe cki_pack_filters(version, weights, group, kernel, stride, &packed)
        unsafe version.pointee.filter(plane, width * group, side, kernel, stride, packed, scales, &out)
    }

    /// Place of a value in a map of planes of `pixels` pixels.
    static func place(_ channel: Int, _ pixel: Int, of pixels: Int) -> Int {
        (channel / group * pixels + pixel) * group + channel % group
    }

    /// A 1x1 convolution of a map of `side` pixels a side.
    static func mixed(
        _ map: [UInt8], side: Int, inputs: Int, weights: [Int8], by narrowing: Narrowing, zero: Int, residual: [UInt8]?
    ) -> [UInt8] {
        let outputs = narrowing.bias.count
        let pixels = side * side
        // Channels that fill the last group have no weights, and so the value of nothing.
        var out = [UInt8](repeating: UInt8(zero), count: (outputs + group - 1) / group * group * pixels)
        if let residual { out = Array(residual[..<out.count]) }
        for output in 0..<outputs {
            for pixel in 0..<pixels {
                let sum = (0..<inputs).reduce(0) {
                    $0 + Int(map[place($1, pixel, of: pixels)]) * Int(weights[output * inputs + $1])
                }
                let at = place(output, pixel, of: pixels)
                out[at] = narrowing.byte(sum, output, base: residual.map { Int($0[at]) } ?? zero)
            }
        }
        return out
    }

    /// The filters of one group, from a plane with a border of zeros, `width` pixels a side.
    static func filtered(
        _ plane: [UInt8], width: Int, side: Int, kernel: Int, stride: Int, weights: [Int8], by narrowing: Narrowing
    ) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: side * side * group)
        for channel in 0..<group {
            for pixel in 0..<side * side {
                var sum = 0
                for tap in 0..<kernel * kernel {
                    let (y, x) = (pixel / side * stride + tap / kernel, pixel % side * stride + tap % kernel)
                    let weight = weights[channel * kernel * kernel + tap]
                    sum += Int(plane[(y * width + x) * group + channel]) * Int(weight)
                }
                out[pixel * group + channel] = narrowing.byte(sum, channel, base: 0)
            }
        }
        return out
    }
}

extension SplitMix {
    /// Rows of weights of which no pair of neighbors adds up to more than 128.
    mutating func limitedWeights(_ rows: Int, of size: Int) -> [Int8] {
        var weights = (0..<rows * size).map { _ in Int8.random(in: -127...127, using: &self) }
        for row in 0..<rows {
            for first in stride(from: row * size, to: row * size + size - 1, by: 2) {
                let (a, b) = (Int(weights[first]), Int(weights[first + 1]))
                guard a.signum() == b.signum(), abs(a) + abs(b) > 128 else { continue }
                weights[first + 1] = Int8(b.signum() * (128 - abs(a)))
            }
        }
        return weights
    }

    /// Bytes of a map; one map in three has only the largest value, so that sums are as large as they can be.
    mutating func map(_ count: Int) -> [UInt8] {
        Int.random(in: 0..<3, using: &self) == 0 ? [UInt8](repeating: 255, count: count) : bytes(count)
    }
}
