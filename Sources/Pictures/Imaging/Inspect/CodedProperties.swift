import CHEIFShim

/// The properties of an item of a HEIC or AVIF that its decoding depends on.
struct CodedProperties {
    private(set) var size: Size?
    /// The sides of what is shown, from the upper left corner on; nil for all of it. Coders whose pictures have even sides
    /// cut odd ones so.
    private(set) var cut: Size?
    /// See ``CodedTiles/orientation``.
    private(set) var orientation = 1
    private(set) var matrix: CodedTiles.Matrix?
    private(set) var hasProfile = false
    private var configurations: [ISOBox] = []

    /// Properties that say nothing about the samples, or that the header tells.
    private static let others = ["pixi", "pasp", "clli", "mdcv", "cclv", "amve"]

    /// Nil where a property is not known, or there are two of a kind.
    init?(_ properties: [ISOBox], isTile: Bool, of bytes: Span<UInt8>) {
        var turns = Turns()
        for property in properties {
            let data = property.content.lowerBound
            if property.isNamed("ispe", in: bytes) {
                guard size == nil, let width = bytes.u32(at: data + 4), let height = bytes.u32(at: data + 8),
                    width > 0, height > 0
                else { return nil }
                size = Size(width: width, height: height)
            } else if property.isNamed("av1C", in: bytes) || property.isNamed("hvcC", in: bytes) {
                configurations.append(property)
            } else if property.isNamed("colr", in: bytes) {
                guard take(color: property, of: bytes) else { return nil }
            } else if property.isNamed("clap", in: bytes), !isTile {
                guard cut == nil, turns.orientation == 1, let size, let shown = Self.shown(of: size, data, in: bytes)
                else { return nil }
                cut = shown
            } else if property.isNamed("irot", in: bytes), !isTile, let byte = bytes.byte(at: data) {
                turns.rotate(byte & 3)
            } else if property.isNamed("imir", in: bytes), !isTile, let byte = bytes.byte(at: data) {
                turns.mirror(swapsSides: byte & 1 == 1)
            } else if !Self.others.contains(where: { property.isNamed($0, in: bytes) }) {
                return nil
            }
        }
        orientation = turns.orientation
    }

    /// The clean aperture of ISO/IEC 14496-12 in whole pixels; nil for one that begins elsewhere.
    private static func shown(of size: Size, _ data: Int, in bytes: Span<UInt8>) -> Size? {
        let numbers = (0..<8).compactMap { bytes.u32(at: data + 4 * $0) }
        guard numbers.count == 8, [1, 3].allSatisfy({ numbers[$0] == 1 }), [5, 7].allSatisfy({ numbers[$0] > 0 }),
            (1...size.width).contains(numbers[0]), (1...size.height).contains(numbers[2])
        else { return nil }
        // The middle of what is shown lies so far from that of the picture.
        func begins(_ shown: Int, of side: Int, at place: Int) -> Bool {
            2 * Int(Int32(truncatingIfNeeded: numbers[place])) == (shown - side) * numbers[place + 1]
        }
        guard begins(numbers[0], of: size.width, at: 4), begins(numbers[2], of: size.height, at: 6) else { return nil }
        return Size(width: numbers[0], height: numbers[2])
    }

    private mutating func take(color: ISOBox, of bytes: Span<UInt8>) -> Bool {
        let data = color.content.lowerBound
        if bytes.holds("nclx", at: data) {
            guard matrix == nil, color.content.count >= 11, let point = bytes.u16(at: data + 8),
                let range = bytes.byte(at: data + 10)
            else { return false }
            matrix = CodedTiles.Matrix(codePoint: point, isFullRange: range & 0x80 != 0)
            return true
        }
        guard !hasProfile, bytes.holds("prof", at: data) || bytes.holds("rICC", at: data) else { return false }
        hasProfile = true
        return true
    }

    /// The units in front of the coded picture, and the bits of a sample; nil where the box is not as it should be.
    func configuration(of codec: cheif_codec, in bytes: Span<UInt8>) -> (units: [UInt8], depth: Int)? {
        guard configurations.count == 1, let box = configurations.first else { return nil }
        let data = box.content.lowerBound
        switch codec {
        case .av1:
            guard box.isNamed("av1C", in: bytes), box.content.count >= 4, bytes.byte(at: data) == 0x81,
                let flags = bytes.byte(at: data + 2)
            else { return nil }
            return (bytes.copy(box.content.dropFirst(4)), flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12)
        case .hevc:
            // Lengths of four bytes, as in the arrays of units that follow.
            guard box.isNamed("hvcC", in: bytes), box.content.count >= 23, bytes.byte(at: data) == 1,
                let lengths = bytes.byte(at: data + 21), lengths & 3 == 3, let depth = bytes.byte(at: data + 17),
                let units = Self.units(in: box.content.dropFirst(22), of: bytes)
            else { return nil }
            return (units, depth & 7 + 8)
        }
    }

    private static func units(in arrays: Range<Int>, of bytes: Span<UInt8>) -> [UInt8]? {
        guard let count = bytes.byte(at: arrays.lowerBound) else { return nil }
        var units: [UInt8] = []
        var position = arrays.lowerBound + 1
        for _ in 0..<count {
            guard let inArray = bytes.u16(at: position + 1) else { return nil }
            position += 3
            for _ in 0..<inArray {
                guard let length = bytes.u16(at: position), position + 2 + length <= arrays.upperBound else {
                    return nil
                }
                units += [0, 0] + bytes.copy(position..<(position + 2 + length))
                position += 2 + length
            }
        }
        return units
    }
}

/// Rotations and reflections, one after the other: a picture whose sides may be swapped, and then quarters of a turn to
/// the left.
private struct Turns {
    private var isMirrored = false
    private var quarters = 0

    mutating func rotate(_ more: Int) { quarters = (quarters + more) & 3 }

    /// Left and right change places, or top and bottom do.
    mutating func mirror(swapsSides: Bool) {
        isMirrored.toggle()
        quarters = ((swapsSides ? 0 : 2) - quarters) & 3
    }

    /// The same as an EXIF orientation.
    var orientation: Int { (isMirrored ? [2, 5, 4, 7] : [1, 8, 3, 6])[quarters] }
}
