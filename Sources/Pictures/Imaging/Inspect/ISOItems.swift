/// The items of a HEIF file, and the location of their data.
enum ISOItems {
    /// Returns the EXIF block from its TIFF header on, or nil where `meta` names none that is in one piece in the file.
    static func exif(in items: ISOBoxes, of bytes: Span<UInt8>) -> Range<Int>? {
        guard let item = identifiers(type: "Exif", in: items, of: bytes).first,
            let pieces = pieces(of: item, in: items, of: bytes), pieces.count == 1, let place = pieces.first,
            // The block begins with the distance from here to its TIFF header.
            let distance = bytes.u32(at: place.lowerBound), distance + 4 < place.count
        else { return nil }
        return place.dropFirst(4 + distance)
    }

    /// The numbers of all items of this type, each once, by the box `iinf`.
    static func identifiers(type: String, in items: ISOBoxes, of bytes: Span<UInt8>) -> [Int] {
        guard let list = items.first("iinf", of: bytes), let version = bytes.byte(at: list.lowerBound) else {
            return []
        }
        var seen: Set<Int> = []
        return ISOBoxes(in: list.dropFirst(version == 0 ? 6 : 8), of: bytes).boxes
            .compactMap { identifier(of: $0, type: type, in: bytes) }
            .filter { seen.insert($0).inserted }
    }

    /// The number of the item that an `infe` box describes, if the item has this type.
    private static func identifier(of box: ISOBox, type: String, in bytes: Span<UInt8>) -> Int? {
        let start = box.content.lowerBound
        guard box.isNamed("infe", in: bytes), let version = bytes.byte(at: start), version >= 2 else { return nil }
        let width = version == 2 ? 2 : 4
        return bytes.holds(type, at: start + 6 + width) ? bytes.integer(at: start + 4, width: width) : nil
    }

    /// Returns the location of an item's data, piece by piece, by the box `iloc`; nil for a missing or invalid box.
    static func pieces(of item: Int, in items: ISOBoxes, of bytes: Span<UInt8>) -> [Range<Int>]? {
        locations(of: item, in: items, of: bytes)
    }

    /// The pieces of all items in the file; nil for a missing or invalid box.
    static func allPieces(in items: ISOBoxes, of bytes: Span<UInt8>) -> [Range<Int>]? {
        locations(of: nil, in: items, of: bytes)
    }

    /// - Parameter item: Nil for all of them.
    private static func locations(of item: Int?, in items: ISOBoxes, of bytes: Span<UInt8>) -> [Range<Int>]? {
        guard let box = items.first("iloc", of: bytes), let version = bytes.byte(at: box.lowerBound), version <= 2,
            let sizes = bytes.u16(at: box.lowerBound + 4)
        else { return nil }
        let (offsetWidth, lengthWidth, baseWidth) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexWidth = version == 0 ? 0 : sizes & 15
        guard max(offsetWidth, lengthWidth, baseWidth, indexWidth) <= 8 else { return nil }
        let itemWidth = version < 2 ? 2 : 4
        var position = box.lowerBound + 6
        guard let count = bytes.integer(at: position, width: itemWidth) else { return nil }
        position += itemWidth
        var ranges: [Range<Int>] = []
        for _ in 0..<min(count, 65536) where position < box.upperBound {
            let method = version == 0 ? 0 : (bytes.u16(at: position + itemWidth) ?? 0) & 15
            let base = position + itemWidth + (version == 0 ? 2 : 4)
            guard let owner = bytes.integer(at: position, width: itemWidth),
                let start = bytes.integer(at: base, width: baseWidth), let pieces = bytes.u16(at: base + baseWidth)
            else { return nil }
            position = base + baseWidth + 2
            let width = indexWidth + offsetWidth + lengthWidth
            // Derived items have no bytes of their own.
            guard owner == item ?? owner, item != nil || method < 2 else {
                position += pieces * width
                continue
            }
            // Method 0 counts from the beginning of the file, 1 from that of the box `idat`, 2 is for derived items.
            guard let origin = method == 0 ? 0 : method == 1 ? items.first("idat", of: bytes)?.lowerBound : nil else {
                return nil
            }
            // Pieces without a length have none of the file, and may cost it nothing: one entry could name 65,535.
            guard lengthWidth > 0 || pieces <= 1 else { return nil }
            for piece in 0..<pieces {
                let place = position + piece * width + indexWidth
                guard let offset = bytes.integer(at: place, width: offsetWidth),
                    let length = bytes.integer(at: place + offsetWidth, width: lengthWidth),
                    let range = bytes.range(at: origin + start + offset, length: length)
                else { return nil }
                ranges.append(range)
            }
            guard item == nil, ranges.count < 1 << 20 else { return ranges }
            position += pieces * width
        }
        return item == nil ? ranges : nil
    }
}
