extension HoldingsReader {
    /// The directories of an EXIF block.
    enum Part {
        case main, photo, place
    }

    /// Reads an EXIF block, from its TIFF header on.
    mutating func read(exif block: Range<Int>, of bytes: Span<UInt8>) {
        let prefix = bytes.holds("Exif\0\0", at: block.lowerBound) && block.count >= 6 ? 6 : 0
        let tiff = bytes.extracting(block.dropFirst(prefix))
        guard let layout = TIFFLayout(tiff) else {
            add("Exif", block: block, of: bytes)
            return
        }
        var extent = 0
        // Of the small picture behind the first directory no more counts than its words.
        read(chainOf: layout, of: tiff, limit: 8, extent: &extent)
    }

    /// Reads all directories of a TIFF, and what lies behind the last byte that one of them names.
    mutating func read(tiffFile bytes: Span<UInt8>) {
        guard let layout = TIFFLayout(bytes) else {
            isDamaged = true
            return
        }
        var extent = 0
        read(chainOf: layout, of: bytes, limit: 4096, extent: &extent)
        if extent > bytes.count { isDamaged = true }
        add(tailFrom: extent, of: bytes)
    }

    mutating func read(
        chainOf layout: TIFFLayout, of bytes: Span<UInt8>, limit: Int, extent: inout Int
    ) {
        var offset = layout.firstDirectory
        var seen: Set<Int> = []
        while offset > 0, seen.insert(offset).inserted, seen.count <= limit,
            let directory = layout.directory(at: offset, in: bytes)
        {
            read(directory, .main, of: bytes, extent: &extent)
            offset = directory.next(in: bytes) ?? 0
        }
    }

    mutating func read(
        _ directory: TIFFDirectory, _ part: Part, of bytes: Span<UInt8>, extent: inout Int
    ) {
        guard directory.count <= 4096 else {
            isDamaged = true
            return
        }
        extent = max(
            extent, directory.start + directory.count * directory.entryLength + (directory.layout.isBig ? 8 : 4))
        var place = EXIFPlace()
        for index in 0..<directory.count {
            let entry = directory.start + index * directory.entryLength
            guard let tag = bytes.u16(at: entry, directory.layout.order),
                let field = TIFFField(layout: directory.layout, entry: entry, in: bytes)
            else {
                isDamaged = true
                return
            }
            let value = bytes.range(at: field.offset, length: field.length)
            guard spend(16 + 2 * (value?.count ?? 0)) else { return }
            extent = max(extent, value?.upperBound ?? 0)
            if part == .main { extent = max(extent, directory.endOfPixels(tag, value == nil ? nil : field, of: bytes)) }
            switch part {
            case .main: read(main: tag, field, value, directory.layout, of: bytes, extent: &extent)
            case .photo: read(photo: tag, field, value, directory.layout.order, of: bytes)
            case .place where (1...4).contains(tag): place.add(tag, field, of: bytes)
            // The version, which cameras write without a place as well.
            case .place where tag == 0: break
            case .place: add(.place, "\(tag)", field, value, directory.layout.order, of: bytes)
            }
            exifTags.insert(tag + (part == .place ? 65536 : 0))
        }
        guard let place = place.place else { return }
        if notes?.place == nil { notes?.place = place }
        add(.place, "at", Coordinates.text(place).utf8)
    }

    private mutating func read(
        main tag: Int, _ field: TIFFField, _ value: Range<Int>?, _ layout: TIFFLayout, of bytes: Span<UInt8>,
        extent: inout Int
    ) {
        guard let value else {
            // A directory is read wherever it lies; other values are not there.
            if !EXIFTags.isStructure(tag) { add(.blocks, "cut \(tag)", []) }
            return
        }
        switch tag {
        case 0x8769, 0x8825:
            guard let offset = field.integer(0, in: bytes), let directory = layout.directory(at: offset, in: bytes)
            else {
                isDamaged = true
                return
            }
            read(directory, tag == 0x8769 ? .photo : .place, of: bytes, extent: &extent)
        case 700: add(packet: bytes.copy(value))
        case 33723: read(iptc: value, of: bytes)
        case 34377: resources += bytes.copy(value)
        case 0xCD41: add(credentials: value, of: bytes)
        case 330: add(.pictures, "330", "\(field.count)".utf8)
        case 37724: add(.pictures, "layers", block: value, of: bytes)
        case 34675 where header.hasProfile: break
        case 0x010F, 0x0110:
            let name = bytes.text(value).normalized
            notes?.add(camera: tag, name)
            add(.camera, "\(tag)", name.utf8)
        case 0x4746, 0x4749:
            let name = tag == 0x4746 ? "xmp:Rating" : "MicrosoftPhoto:Rating"
            if let rating = field.integer(0, in: bytes), rating > 0 { add(words: name, "\(rating)") }
        case _ where Words.exif[tag] != nil: read(words: tag, value, layout.order, of: bytes)
        case _ where EXIFTags.isStructure(tag): break
        default:
            if value.count > Self.fewBytes { add(.blocks, "\(tag)", field, value, layout.order, of: bytes) }
        }
    }

    private mutating func read(
        photo tag: Int, _ field: TIFFField, _ value: Range<Int>?, _ order: ByteOrder, of bytes: Span<UInt8>
    ) {
        switch tag {
        case 0x9003, 0x9004: if let value { add(time: bytes.text(value), tag == 0x9003 ? .taken : .digitized) }
        case 0x9286:
            guard let value else { return }
            // The first eight bytes name the coding.
            let isWide = bytes.holds("UNICODE\0", at: value.lowerBound)
            let content = value.dropFirst(8)
            let text: String = isWide ? bytes.wideText(content, order) : bytes.text(content)
            add(words: Words.comment, text)
        case 0xA430: if let value { add(words: "aux:OwnerName", bytes.text(value)) }
        // Tags of the first directory that stand in the wrong one.
        case _ where Words.exif[tag] != nil: if let value { read(words: tag, value, order, of: bytes) }
        case _ where EXIFTags.ofPrograms.contains(tag): break
        default:
            if tag == EXIFTags.lensModel, let value, notes?.lens == nil { notes?.lens = bytes.text(value).normalized }
            add(.camera, "\(tag)", field, value, order, of: bytes)
        }
    }

    private mutating func read(words tag: Int, _ value: Range<Int>, _ order: ByteOrder, of bytes: Span<UInt8>) {
        notes?.rights.source = .exif
        defer { notes?.rights.source = .text }
        let text = tag >= 0x9C9B ? bytes.wideText(value, .little) : bytes.text(value)
        let parts = tag == 0x9C9E ? text.split(separator: ";").map(String.init) : [text]
        for part in parts { add(words: Words.exif[tag] ?? "", part) }
    }

    /// The value of a tag in its normal form: numbers with the highest byte first, fractions reduced.
    private mutating func add(
        _ kind: PictureHoldings.Kind, _ name: String, _ field: TIFFField, _ value: Range<Int>?, _ order: ByteOrder,
        of bytes: Span<UInt8>
    ) {
        guard let value else {
            add(kind, name, [])
            return
        }
        if value.count > 256 {
            add(kind, name, bytes.hash(of: value))
        } else if field.type == 2 {
            let text = bytes.text(value).normalized
            if !text.isEmpty { add(kind, name, text.utf8) }
        } else if field.type == 5 || field.type == 10 {
            let parts = (0..<field.count).map { index -> String in
                let numbers = [0, 4].map { bytes.u32(at: field.offset + 8 * index + $0, order) ?? 0 }
                let divisor = max(1, greatestDivisor(numbers[0], numbers[1]))
                return "\(numbers[0] / divisor)/\(numbers[1] / divisor)"
            }
            add(kind, name, parts.joined(separator: " ").utf8)
        } else {
            let width = TIFFField.width(of: field.type)
            let swapped = order == .little && [2, 4, 8].contains(width)
            let copy = bytes.copy(value)
            add(kind, name, swapped ? copy.indices.map { copy[$0 - $0 % width + width - 1 - $0 % width] } : copy)
        }
    }
}

/// The latitude and the longitude of an EXIF block.
private struct EXIFPlace {
    private var sides: [Int: Double] = [:]
    private var signs: [Int: Double] = [:]

    mutating func add(_ tag: Int, _ field: TIFFField, of bytes: Span<UInt8>) {
        if tag % 2 == 1 {
            signs[tag + 1] = [0x53, 0x57].contains(bytes.byte(at: field.offset)) ? -1 : 1
        } else {
            sides[tag] = (0..<min(field.count, 3)).reduce(0.0) { sum, index in
                sum + (field.fraction(index, in: bytes) ?? 0) / [1, 60, 3600][index]
            }
        }
    }

    var place: PictureDetails.Place? {
        guard let latitude = sides[2], let longitude = sides[4] else { return nil }
        return PictureDetails.Place(latitude: latitude * (signs[2] ?? 1), longitude: longitude * (signs[4] ?? 1))
    }
}

/// The normal form of a place: steps of 11 meters.
enum Coordinates {
    static func text(_ place: PictureDetails.Place) -> String {
        "\((place.latitude * 1e4).rounded()) \((place.longitude * 1e4).rounded())"
    }
}

private func greatestDivisor(_ first: Int, _ second: Int) -> Int {
    var (first, second) = (first, second)
    while second > 0 { (first, second) = (second, first % second) }
    return first
}
