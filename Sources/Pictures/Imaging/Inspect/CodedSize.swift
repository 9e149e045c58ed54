/// The size that the coded pictures inside a HEIC or AVIF file announce themselves.
///
/// A decoder allocates memory for the coded size, and only then compares it with the size that the file announces: two
/// kilobytes that announce 64x64 pixels can unpack to 144 megapixels.
enum CodedSize {
    /// Throws `undecodable` where a coded picture is larger than its item announces.
    ///
    /// Encoders round up to whole blocks, at most 64 pixels. The pieces of one item at a time are in memory, and what
    /// all items together may read is bounded: items may share their data, as equal tiles do, and thousands of them
    /// may name the same megabytes.
    static func check(
        items: ISOBoxes, properties: ISOProperties, of bytes: Span<UInt8>, format: ImageFormat
    ) throws(ImageError) {
        let coded = ["av01", "hvc1", "hev1"].flatMap { type in
            ISOItems.identifiers(type: type, in: items, of: bytes).map { (number: $0, isAV1: type == "av01") }
        }
        let most = max(4 * bytes.count, 16 << 20)
        var total = 0
        for item in coded {
            let described = properties.properties(of: item.number, in: bytes)
            let announced = described.last { $0.isNamed("ispe", in: bytes) }
            guard let place = announced?.content.lowerBound, let width = bytes.u32(at: place + 4),
                let height = bytes.u32(at: place + 8)
            else { continue }
            var data: [UInt8] = []
            for piece in ISOItems.pieces(of: item.number, in: items, of: bytes) ?? [] where !piece.isEmpty {
                // Pieces may overlap, but no honest file repeats itself.
                guard data.count + piece.count <= bytes.count else { throw .broken(format, "an item repeats its data") }
                data += bytes.copy(piece)
            }
            total += data.count
            guard total <= most else {
                throw .broken(format, "the items have more than \(most) bytes together in a file of \(bytes.count)")
            }
            var sizes = item.isAV1 ? av1(data.span) : hevc(data.span)
            for box in described where box.isNamed("hvcC", in: bytes) { sizes += configuration(box, bytes) }
            for size in sizes where size.width > width + 64 || size.height > height + 64 {
                throw .broken(format, "a coded picture of \(size) where \(width)x\(height) are announced")
            }
        }
    }

    /// The sizes in all sequence headers of a stream of AV1 (version 1.0.0, section 5.3).
    private static func av1(_ data: Span<UInt8>) -> [Size] {
        var sizes: [Size] = []
        var position = 0
        while let header = data.byte(at: position) {
            position += header & 4 == 0 ? 1 : 2
            var length = data.count - position
            if header & 2 != 0 {
                // A number in groups of seven bits, the lowest first.
                length = 0
                for group in 0..<8 {
                    guard let byte = data.byte(at: position) else { return sizes }
                    position += 1
                    length |= (byte & 0x7F) << (7 * group)
                    if byte < 0x80 { break }
                }
            }
            guard let unit = data.range(at: position, length: length) else { return sizes }
            if header >> 3 & 15 == 1, let size = Size(av1Sequence: data.copy(unit)) { sizes.append(size) }
            position = unit.upperBound
        }
        return sizes
    }

    /// The sizes in all parameter sets of a stream of HEVC whose units have their length, in four bytes, in front.
    static func hevc(_ data: Span<UInt8>) -> [Size] {
        var sizes: [Size] = []
        var position = 0
        while let length = data.u32(at: position), let unit = data.range(at: position + 4, length: length) {
            if let size = Size(hevcUnit: data.copy(unit)) { sizes.append(size) }
            position = unit.upperBound
        }
        return sizes
    }

    /// The sizes in the parameter sets of a configuration box (ISO/IEC 14496-15).
    static func configuration(_ box: ISOBox, _ bytes: Span<UInt8>) -> [Size] {
        var sizes: [Size] = []
        var position = box.content.lowerBound + 23
        for _ in 0..<(bytes.byte(at: position - 1) ?? 0) {
            guard let count = bytes.u16(at: position + 1) else { return sizes }
            position += 3
            for _ in 0..<count where position < box.content.upperBound {
                guard let length = bytes.u16(at: position), let unit = bytes.range(at: position + 2, length: length)
                else { return sizes }
                if let size = Size(hevcUnit: bytes.copy(unit)) { sizes.append(size) }
                position = unit.upperBound
            }
        }
        return sizes
    }
}
