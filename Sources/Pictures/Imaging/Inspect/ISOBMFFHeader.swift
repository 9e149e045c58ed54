extension ImageFormat {
    /// HEIC or AVIF, by the brands of an ISO base media file; nil for other files and other brands.
    init?(brandsOf bytes: Span<UInt8>) {
        guard bytes.holds("ftyp", at: 4), let length = bytes.u32(at: 0) else { return nil }
        // The major brand, then (after the version) the compatible ones; sixteen are more than any file has.
        let end = min(length, bytes.count, 16 + 4 * 16)
        let places = [8] + Array(stride(from: 16, to: max(16, end - 3), by: 4))
        let avif = ["avif", "avis"]
        let heic = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"]
        if places.contains(where: { place in avif.contains { bytes.holds($0, at: place) } }) {
            self = .avif
        } else if places.contains(where: { place in heic.contains { bytes.holds($0, at: place) } }) {
            self = .heic
        } else {
            return nil
        }
    }
}

extension ImageHeader {
    /// Reads the properties of the primary item (ISO/IEC 23008-12): its size after cropping and turning, which the
    /// decoder does itself, its profile, and the presence of an alpha plane and of a gain map.
    init(isobmff bytes: Span<UInt8>, format: ImageFormat, limits: Limits) throws(ImageError) {
        let file = ISOBoxes(in: 0..<bytes.count, of: bytes)
        guard let meta = file.first("meta", of: bytes)?.dropFirst(4) else {
            if file.isCut { throw .cutHeader }
            throw .broken(format, "there is no meta box")
        }
        guard let primary = ISOPrimary(in: meta, of: bytes) else {
            throw .broken(format, "there is no primary item")
        }
        let (items, item, table) = (primary.items, primary.number, primary.table)

        self.init(format: format, storedSize: Size(width: 0, height: 0))
        isTruncated = file.isCut
        for property in table.properties(of: item, in: bytes) {
            apply(property, of: bytes)
            // Also before cropping, since all of it is decoded.
            try limits.check(pixels: storedSize)
        }
        guard storedSize.width > 0, storedSize.height > 0 else {
            throw .broken(format, "the primary item has no size")
        }
        try CodedSize.check(items: items, properties: table, of: bytes, format: format)
        var maps: Set<GainMap> = ISOItems.identifiers(type: "tmap", in: items, of: bytes).isEmpty ? [] : [.iso21496]
        if let references = items.first("iref", of: bytes) {
            for auxiliary in isoAuxiliaries(of: item, in: references, of: bytes) {
                for property in table.properties(of: auxiliary, in: bytes) {
                    hasAlpha = hasAlpha || property.isAlpha(in: bytes)
                    if let map = property.gainMap(in: bytes) { maps.insert(map) }
                }
            }
            isPremultiplied = hasAlpha && isoReferences("prem", from: item, in: references, of: bytes)
        }
        gainMap = GainMap(maps)
        if hasAlpha { components += 1 }
        if let block = ISOItems.exif(in: items, of: bytes) { take(exif: block, of: bytes) }
        // A profile says more than the numbers beside it, which then only tell how luma and chroma become color.
        if hasProfile { codedSpace = nil }
    }

    /// Properties count in the order in which the item names them.
    private mutating func apply(_ property: ISOBox, of bytes: Span<UInt8>) {
        let data = property.content.lowerBound
        if property.isNamed("ispe", in: bytes) {
            if let width = bytes.u32(at: data + 4), let height = bytes.u32(at: data + 8) {
                storedSize = Size(width: width, height: height)
            }
        } else if property.isNamed("clap", in: bytes) {
            func rounded(_ offset: Int) -> Int? {
                guard let above = bytes.u32(at: offset), let below = bytes.u32(at: offset + 4), below > 0 else {
                    return nil
                }
                return (above + below / 2) / below
            }
            if let width = rounded(data), let height = rounded(data + 8) {
                storedSize = Size(width: width, height: height)
            }
        } else if property.isNamed("irot", in: bytes) {
            if let turns = bytes.byte(at: data), turns & 1 == 1 { storedSize = storedSize.transposed }
        } else if property.isNamed("pixi", in: bytes) {
            components = bytes.byte(at: data + 4) == 1 ? 1 : 3
            bitDepth = max(1, bytes.byte(at: data + 5) ?? 8)
        } else if property.isNamed("colr", in: bytes), property.content.count - 4 <= largestMetadata,
            bytes.holds("prof", at: data) || bytes.holds("rICC", at: data)
        {
            profile = bytes.copy(property.content.dropFirst(4))
            hasProfile = true
        } else if property.isNamed("colr", in: bytes), bytes.holds("nclx", at: data), codedSpace == nil,
            let primaries = bytes.u16(at: data + 4), let transfer = bytes.u16(at: data + 6)
        {
            // The decoder brings the samples of video to the whole range.
            codedSpace = CodedSpace(primaries: primaries, transfer: transfer)
        }
    }
}

/// The item of a HEIF file that its pictures are about, beside the other items.
struct ISOPrimary {
    let items: ISOBoxes
    let number: Int
    /// The properties of all items.
    let table: ISOProperties

    /// - Parameter meta: The content of the box `meta`, behind its version.
    init?(in meta: Range<Int>, of bytes: Span<UInt8>) {
        items = ISOBoxes(in: meta, of: bytes)
        guard let primary = items.first("pitm", of: bytes), let version = bytes.byte(at: primary.lowerBound),
            let item = bytes.integer(at: primary.lowerBound + 4, width: version == 0 ? 2 : 4),
            let table = items.first("iprp", of: bytes).map({ ISOProperties(in: $0, of: bytes) })
        else { return nil }
        number = item
        self.table = table
    }
}

/// True if the box of references holds one of this type from an item.
private func isoReferences(_ type: String, from item: Int, in references: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    let width = bytes.byte(at: references.lowerBound) == 0 ? 2 : 4
    return ISOBoxes(in: references.dropFirst(4), of: bytes).boxes.contains { box in
        box.isNamed(type, in: bytes) && bytes.integer(at: box.content.lowerBound, width: width) == item
    }
}

/// The items that are auxiliary pictures of `item`, by the box of references.
private func isoAuxiliaries(of item: Int, in references: Range<Int>, of bytes: Span<UInt8>) -> [Int] {
    let width = bytes.byte(at: references.lowerBound) == 0 ? 2 : 4
    return ISOBoxes(in: references.dropFirst(4), of: bytes).boxes.compactMap { box in
        let start = box.content.lowerBound
        guard box.isNamed("auxl", in: bytes), let from = bytes.integer(at: start, width: width),
            let count = bytes.u16(at: start + width)
        else { return nil }
        let isOurs = (0..<count).contains { bytes.integer(at: start + width + 2 + $0 * width, width: width) == item }
        return isOurs ? from : nil
    }
}
