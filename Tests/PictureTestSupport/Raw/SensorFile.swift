public import Imaging

/// A DNG whose sensor's data can be developed: 16 bits a sample behind a filter of colors, without compression. From left
/// to right as stored they show a red, a green and a blue field.
public struct SensorFile: Sendable {
    /// The sides as stored, in pixels; even.
    public var size: Size
    /// 1…8.
    public var orientation = 1
    /// A JPEG beside the data; nil for none.
    public var preview: [UInt8]?

    public init(size: Size = Size(width: 64, height: 48), orientation: Int = 1, preview: [UInt8]? = nil) {
        (self.size, self.orientation, self.preview) = (size, orientation, preview)
    }

    /// The file; the data stand at its end.
    public var file: [UInt8] { directories(dataAt: directories(dataAt: 0).count) + samples }

    private func directories(dataAt place: Int) -> [UInt8] {
        var writer = RawWriter(Array("II*\0".utf8), isLittle: true)
        let sensor: [RawWriter.Entry?] = [
            .long(254, 0), .long(256, size.width), .long(257, size.height), .short(258, 16), .short(259, 1),
            .short(262, 32803), .long(273, place), .short(277, 1), .long(278, size.height),
            .long(279, 2 * size.pixelCount), .short(33421, 2, 2), .bytes(33422, [0, 1, 1, 2], type: 1),
            .short(50714, 0), .long(50717, 65535),
        ]
        let camera: [RawWriter.Entry?] = [
            .bytes(271, Array("Magpie\0".utf8), type: 2), .bytes(272, Array("Test\0".utf8), type: 2),
            .short(274, orientation), .bytes(50706, [1, 4, 0, 0], type: 1), .bytes(50707, [1, 1, 0, 0], type: 1),
            .bytes(50708, Array("Magpie Test\0".utf8), type: 2),
            .fractions(50721, [1, 0, 0, 0, 1, 0, 0, 0, 1], isSigned: true), .fractions(50728, [1, 1, 1]),
            .short(50778, 21),
        ]
        guard let preview else { return writer.file(first: writer.add(sensor + camera)) }
        let picture = writer.add(preview)
        let raw = writer.add(sensor)
        let jpeg: [RawWriter.Entry?] = [
            .long(254, 1), .short(259, 7), .short(262, 6), .long(273, picture), .short(277, 3),
            .long(279, preview.count), .long(330, raw),
        ]
        return writer.file(first: writer.add(jpeg + camera))
    }

    private var samples: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 2 * size.pixelCount)
        let dark: UInt16 = 2000
        let light: UInt16 = 40000
        for y in 0..<size.height {
            for x in 0..<size.width {
                // Red and green in even rows, green and blue in odd ones.
                let color = y % 2 + x % 2
                let value = color == 3 * x / size.width ? light : dark
                let place = 2 * (y * size.width + x)
                bytes[place] = UInt8(value & 255)
                bytes[place + 1] = UInt8(value >> 8)
            }
        }
        return bytes
    }
}
