/// Which item of a HEIF file holds the EXIF block, and where it lies.
enum ISOItems {
    /// The EXIF block from its TIFF header on, or nil where `meta` names none that lies in one piece in the file.
    static func exif(in items: ISOBoxes, of bytes: Span<UInt8>) -> Range<Int>? {
        guard let list = items.first("iinf", of: bytes), let version = bytes.byte(at: list.lowerBound),
            let item = ISOBoxes(in: list.dropFirst(version == 0 ? 6 : 8), of: bytes).boxes
                .compactMap({ identifier(of: $0, type: "Exif", in: bytes) }).first,
            let place = items.first("iloc", of: bytes).flatMap({ range(of: item, in: $0, of: bytes) }),
            // The block begins with the distance from here to its TIFF header.
            let distance = bytes.u32(at: place.lowerBound), distance + 4 < place.count
        else { return nil }
        return place.dropFirst(4 + distance)
    }

    /// The number of the item that an `infe` box describes, if the item has this type.
    private static func identifier(of box: ISOBox, type: String, in bytes: Span<UInt8>) -> Int? {
        let start = box.content.lowerBound
        guard box.isNamed("infe", in: bytes), let version = bytes.byte(at: start), version >= 2 else { return nil }
        let width = version == 2 ? 2 : 4
        return bytes.holds(type, at: start + 6 + width) ? bytes.integer(at: start + 4, width: width) : nil
    }

    /// Where an item lies in the file, by the box `iloc`; nil unless it is one piece.
    private static func range(of item: Int, in box: Range<Int>, of bytes: Span<UInt8>) -> Range<Int>? {
        let start = box.lowerBound
        guard let version = bytes.byte(at: start), version <= 2, let sizes = bytes.u16(at: start + 4) else {
            return nil
        }
        let (offsetWidth, lengthWidth, baseWidth) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexWidth = version == 0 ? 0 : sizes & 15
        guard max(offsetWidth, lengthWidth, baseWidth, indexWidth) <= 8 else { return nil }
        let itemWidth = version < 2 ? 2 : 4
        guard let count = bytes.integer(at: start + 6, width: itemWidth) else { return nil }
        var position = start + 6 + itemWidth
        for _ in 0..<min(count, 65536) {
            let method = position + itemWidth
            let base = method + (version == 0 ? 2 : 4)
            let extents = base + baseWidth
            guard let owner = bytes.integer(at: position, width: itemWidth), let pieces = bytes.u16(at: extents) else {
                return nil
            }
            if owner == item {
                let offset = extents + 2 + indexWidth
                // Method 0: offsets count from the beginning of the file.
                guard pieces == 1, version == 0 || bytes.u16(at: method).map({ $0 & 15 }) == 0,
                    let first = bytes.integer(at: base, width: baseWidth),
                    let second = bytes.integer(at: offset, width: offsetWidth),
                    let length = bytes.integer(at: offset + offsetWidth, width: lengthWidth)
                else { return nil }
                return bytes.range(at: first + second, length: length)
            }
            position = extents + 2 + pieces * (indexWidth + offsetWidth + lengthWidth)
        }
        return nil
    }
}
