internal import ImageTypes

/// The input of a picture tower: the order and the numbers that its graph wants.
struct PictureInput {
    private let port: ModelPort
    private let preprocessing: PicturePreprocessing
    /// True for the order 1 x height x width x 3.
    private let hasChannelsLast: Bool

    /// - Throws: `misfit` for another type or order than those of pictures, and for other sides than the files name.
    init(_ port: ModelPort, _ preprocessing: PicturePreprocessing) throws(TowerError) {
        let (shape, size) = (port.shape, preprocessing.size)
        guard shape.count == 4, shape[3] == 3 || shape[1] == 3 || shape[1] < 0 else {
            throw .misfit("its input \(port.name.printable) has the shape \(shape), unlike that of an RGB picture")
        }
        guard [.float32, .float16, .uint8].contains(port.type) else {
            throw .misfit("its input \(port.name.printable) is \(port.type); pictures are float32, float16 or uint8")
        }
        hasChannelsLast = shape[3] == 3 && shape[1] != 3
        let sides = hasChannelsLast ? (shape[1], shape[2]) : (shape[2], shape[3])
        guard sides.0 < 0 || sides.0 == size.height, sides.1 < 0 || sides.1 == size.width else {
            throw .misfit(
                "its input \(port.name.printable) takes \(sides.1) x \(sides.0) pixels, and its files say "
                    + "\(size.width) x \(size.height)")
        }
        self.port = port
        self.preprocessing = preprocessing
    }

    /// True where several pictures fit one run.
    var takesSeveral: Bool { port.shape[0] < 0 }

    /// The tensor of pictures, each RGB in the size of ``PicturePreprocessing/size``.
    func tensor(_ pictures: [[UInt8]]) -> ModelInput {
        let size = preprocessing.size
        let sides = hasChannelsLast ? [size.height, size.width, 3] : [3, size.height, size.width]
        let shape = [pictures.count] + sides
        if port.type == .uint8 {
            return ModelInput(port.name, shape: shape, .uint8(pictures.flatMap { hasChannelsLast ? $0 : planes($0) }))
        }
        var values: [Float] = []
        values.reserveCapacity(pictures.count * size.pixelCount * 3)
        for pixels in pictures {
            let tensor = preprocessing.tensor(ofPixels: pixels)
            values += hasChannelsLast ? interleaved(tensor) : tensor
        }
        guard port.type == .float16 else { return ModelInput(port.name, shape: shape, .float32(values)) }
        return ModelInput(port.name, shape: shape, .float16(values.map { Half.bits(of: $0) }))
    }

    /// A picture of nothing, for graphs that want one beside a text.
    var empty: ModelInput { tensor([[UInt8](repeating: 0, count: preprocessing.size.pixelCount * 3)]) }

    private func planes(_ pixels: [UInt8]) -> [UInt8] {
        (0..<3).flatMap { channel in stride(from: channel, to: pixels.count, by: 3).map { pixels[$0] } }
    }

    private func interleaved(_ planes: [Float]) -> [Float] {
        let count = planes.count / 3
        return (0..<planes.count).map { planes[$0 % 3 * count + $0 / 3] }
    }
}

/// IEEE halves, which Swift has on few processors.
enum Half {
    /// The bits of the half nearest to a number, ties to even; infinite beyond 65,504.
    static func bits(of value: Float) -> UInt16 {
        let bits = value.bitPattern
        let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
        let magnitude = bits & 0x7FFF_FFFF
        if magnitude > 0x7F80_0000 { return sign | 0x7E00 }
        if magnitude >= 0x4780_0000 { return sign | 0x7C00 }
        if magnitude < 0x3880_0000 {
            // Below the smallest normal half: a multiple of 2^-24.
            let scaled = (Float(bitPattern: magnitude) * 16_777_216).rounded(.toNearestOrEven)
            return sign | UInt16(scaled)
        }
        let rounded = magnitude &+ 0xFFF &+ ((magnitude >> 13) & 1)
        return sign | UInt16(truncatingIfNeeded: (rounded &- 0x3800_0000) >> 13)
    }
}
