extension ImageHeader {
    /// True where the file holds more than the one picture that is decoded: other frames, pages or pictures, a film, or
    /// maps of depth or brightness beside it. In doubt true. Unlike a header it takes a walk through the whole file.
    package func hasMore(in file: [UInt8]) -> Bool {
        if frames > 1 { return true }
        let bytes = file.span
        return switch format {
        case .jpeg: jpegHasMore(bytes)
        case .tiff: tiffHasMore(bytes)
        case .heic, .avif: isoHasMore(bytes)
        // Drawings and pages are more than their pixels; nothing here counts the frames of JPEG XL.
        case .svg, .pdf, .jxl: true
        default: false
        }
    }
}

/// A list of pictures (MPF, CIPA DC-007) in the header, or bytes behind the picture: a film, a second picture, a gain map.
private func jpegHasMore(_ bytes: Span<UInt8>) -> Bool {
    var position = 2
    while let found = bytes.firstIndex(of: 0xFF, from: position) {
        position = found + 1
        guard let marker = bytes.byte(at: position) else { return false }
        switch marker {
        // Filling, a byte of the scan, and markers without a length.
        case 0xFF: continue
        case 0x00, 0x01, 0xD0...0xD8: position += 1
        case 0xD9: return bytes.hasContent(from: position + 1)
        default:
            if marker == 0xE2, bytes.holds("MPF\0", at: position + 3) { return true }
            position += 1 + max(2, bytes.u16(at: position + 1) ?? 2)
        }
    }
    return false
}

/// Directories below the first one (SubIFDs): in raw files, and in those of some editors, the picture itself.
private func tiffHasMore(_ bytes: Span<UInt8>) -> Bool {
    guard let layout = TIFFLayout(bytes), let directory = layout.directory(at: layout.firstDirectory, in: bytes) else {
        return true
    }
    return directory.field(330, in: bytes) != nil
}

/// Films, and items that are neither the primary one, a part of it, its small picture nor its transparency.
private func isoHasMore(_ bytes: Span<UInt8>) -> Bool {
    let file = ISOBoxes(in: 0..<bytes.count, of: bytes)
    if file.first("moov", of: bytes) != nil { return true }
    guard let meta = file.first("meta", of: bytes)?.dropFirst(4) else { return true }
    let items = ISOBoxes(in: meta, of: bytes)
    guard let primary = items.first("pitm", of: bytes),
        let item = bytes.integer(at: primary.lowerBound + 4, width: bytes.byte(at: primary.lowerBound) == 0 ? 2 : 4)
    else { return true }
    let table = items.first("iprp", of: bytes).map { ISOProperties(in: $0, of: bytes) }
    let pictures = ["hvc1", "av01", "avc1", "jpeg", "j2k1", "unci", "grid", "iovl", "iden", "tmap"]
        .flatMap { ISOItems.identifiers(type: $0, in: items, of: bytes) }
    let references = items.first("iref", of: bytes).map { ISOReference.all(in: $0, of: bytes) } ?? []
    // The items that make up the primary one, in any number of steps.
    var parts: Set<Int> = [item]
    for _ in 0..<8 {
        let more = references.filter { $0.kind == "dimg" && parts.contains($0.from) }.flatMap(\.to)
        if parts.isSuperset(of: more) { break }
        parts.formUnion(more)
    }
    for reference in references where !parts.isDisjoint(with: reference.to) {
        let isAlpha = table?.properties(of: reference.from, in: bytes).contains { $0.isAlpha(in: bytes) } ?? false
        guard reference.kind == "thmb" || reference.kind == "auxl" && isAlpha else { continue }
        parts.insert(reference.from)
        parts.formUnion(references.filter { $0.kind == "dimg" && $0.from == reference.from }.flatMap(\.to))
    }
    return !parts.isSuperset(of: pictures)
}

/// The references of an item of a HEIF file to others (`iref`): of parts, thumbnails and auxiliary pictures.
struct ISOReference {
    let kind: String
    let from: Int
    let to: [Int]

    static func all(in box: Range<Int>, of bytes: Span<UInt8>) -> [ISOReference] {
        let width = bytes.byte(at: box.lowerBound) == 0 ? 2 : 4
        return ISOBoxes(in: box.dropFirst(4), of: bytes).boxes.compactMap { box in
            let start = box.content.lowerBound
            guard let kind = ["dimg", "thmb", "auxl"].first(where: { box.isNamed($0, in: bytes) }),
                let from = bytes.integer(at: start, width: width), let count = bytes.u16(at: start + width)
            else { return nil }
            let to = (0..<count).compactMap { bytes.integer(at: start + width + 2 + $0 * width, width: width) }
            return ISOReference(kind: kind, from: from, to: to)
        }
    }
}

extension Span where Element == UInt8 {
    /// True where more than filling follows: zeros, spaces and line ends.
    func hasContent(from start: Int) -> Bool {
        var index = start
        while index < count {
            if ![0, 0x20, 0x0A, 0x0D, 0xFF].contains(self[index]) { return true }
            index += 1
        }
        return false
    }
}
