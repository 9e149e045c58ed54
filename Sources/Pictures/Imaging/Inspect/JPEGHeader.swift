extension ImageHeader {
    /// Walks the markers up to the first scan, and through all scans where the decoder needs them together.
    ///
    /// The segments are those of ITU-T T.81, annex B. Bytes between segments are skipped, as decoders do.
    init(jpeg bytes: Span<UInt8>, limits: Limits) throws(ImageError) {
        var frame: JPEGFrame?
        var exif: Range<Int>?
        var profile = JPEGProfile()
        var tables = JPEGTables()
        var map = JPEGGainMap()
        var position = 2
        walk: while true {
            guard let marker = jpegMarker(in: bytes, after: &position) else { throw .cutHeader }
            switch marker {
            case 0x01, 0xD0...0xD7: continue walk
            case 0xD8: throw .broken(.jpeg, "a second picture begins inside the header")
            case 0xD9: throw .broken(.jpeg, "there is no picture before the end marker")
            case 0xC0...0xFE: break
            default: throw .broken(.jpeg, "unknown marker \(marker)")
            }
            guard let length = bytes.u16(at: position) else { throw .cutHeader }
            guard length >= 2 else { throw .broken(.jpeg, "a segment has the length \(length)") }
            guard let segment = bytes.range(at: position + 2, length: length - 2) else { throw .cutHeader }
            position = segment.upperBound
            map.add(marker: marker, segment, of: bytes)
            switch marker {
            case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
                guard frame == nil else { throw .broken(.jpeg, "there are two frame headers") }
                frame = try JPEGFrame(marker: marker, bytes.extracting(segment), limits)
            case 0xC8: throw .unsupportedFormat(found: "a JPEG extension")
            case 0xDE: throw .unsupportedFormat(found: "a hierarchical JPEG image")
            case 0xE1 where exif == nil && bytes.holds("Exif\0\0", at: segment.lowerBound):
                exif = segment.dropFirst(6)
            case 0xE2 where bytes.holds("ICC_PROFILE\0", at: segment.lowerBound) && segment.count > 14:
                profile.add(segment, of: bytes)
            case 0xDB: tables.add(bytes.extracting(segment))
            case 0xDA:
                guard let frame else { throw .broken(.jpeg, "a scan begins before the frame header") }
                let needsAllScans = frame.isProgressive || bytes.byte(at: segment.lowerBound) != frame.components
                let scans = needsAllScans ? jpegScans(in: bytes, from: position, limit: limits.scans) : 1
                try limits.check(scans: scans)
                let profile = profile.assembled(from: bytes)
                self.init(
                    format: .jpeg, storedSize: frame.size,
                    orientation: exif.map { EXIF.orientation(bytes.extracting($0)) } ?? 1,
                    components: frame.components, isInterlaced: needsAllScans, scans: scans,
                    profile: profile, hasProfile: profile != nil, exif: exif.map { bytes.copy($0) })
                coding = tables[frame.table].map { JPEGCoding(luminance: $0, halvesColor: frame.halvesColor) }
                gainMap = map.kind(in: bytes)
                return
            default: break
            }
        }
    }
}

/// The marker after `position`, which is moved behind it; nil at the end of the file.
func jpegMarker(in bytes: Span<UInt8>, after position: inout Int) -> Int? {
    while let start = bytes.firstIndex(of: 0xFF, from: position) {
        position = start + 1
        while bytes.byte(at: position) == 0xFF { position += 1 }
        guard let code = bytes.byte(at: position) else { return nil }
        position += 1
        if code != 0 { return code }
    }
    return nil
}

/// The number of scans when the first one's data begin at `position`; counting ends one above `limit`.
private func jpegScans(in bytes: Span<UInt8>, from position: Int, limit: Int) -> Int {
    var position = position
    var scans = 1
    while scans <= limit, let marker = jpegMarker(in: bytes, after: &position), marker != 0xD9 {
        if (0xD0...0xD8).contains(marker) { continue }
        if marker == 0xDA { scans += 1 }
        // Skip tables, which may contain any bytes; in a broken file the search continues right behind the marker.
        if marker >= 0xC0, let length = bytes.u16(at: position), length <= bytes.count - position {
            position += length
        }
    }
    return scans
}

/// The fields of a frame header (SOF).
private struct JPEGFrame {
    let size: Size
    let components: Int
    let isProgressive: Bool
    /// The number of the quantization table of the first component.
    let table: Int
    /// The first component has twice the samples of the others on both axes.
    let halvesColor: Bool

    init(marker: Int, _ segment: Span<UInt8>, _ limits: Limits) throws(ImageError) {
        guard let precision = segment.byte(at: 0), let height = segment.u16(at: 1), let width = segment.u16(at: 3),
            let components = segment.byte(at: 5), segment.count == 6 + 3 * components
        else { throw .broken(.jpeg, "the frame header has the wrong length") }
        switch marker {
        case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA: break
        case 0xC3, 0xCB: throw .unsupportedFormat(found: "a lossless JPEG image")
        default: throw .unsupportedFormat(found: "a hierarchical JPEG image")
        }
        guard precision != 12 else { throw .unsupportedFormat(found: "a JPEG image of 12 bits") }
        guard precision == 8 else { throw .broken(.jpeg, "\(precision) bits per component") }
        guard width > 0, height > 0 else { throw .broken(.jpeg, "the size is \(width)x\(height)") }
        size = Size(width: width, height: height)
        try limits.check(pixels: size)
        guard [1, 3, 4].contains(components) else { throw .broken(.jpeg, "\(components) components") }
        self.components = components
        isProgressive = marker == 0xC2 || marker == 0xCA
        table = segment.byte(at: 8) ?? 0
        halvesColor = components == 3 && segment.byte(at: 7) == 0x22 && segment.byte(at: 10) == 0x11
    }
}

/// An ICC profile in numbered pieces, each at most one segment long. Of pieces with the same number the first counts.
private struct JPEGProfile {
    private var pieces: [Int: Range<Int>] = [:]
    private var total: Int?
    private var isConsistent = true

    mutating func add(_ segment: Range<Int>, of bytes: Span<UInt8>) {
        let number = Int(bytes[segment.lowerBound + 12])
        let total = Int(bytes[segment.lowerBound + 13])
        isConsistent = isConsistent && total == self.total ?? total && (1...max(1, total)).contains(number)
        self.total = total
        guard pieces[number] == nil else { return }
        pieces[number] = (segment.lowerBound + 14)..<segment.upperBound
    }

    /// Nil when pieces are missing, contradict each other or are too many bytes.
    func assembled(from bytes: Span<UInt8>) -> [UInt8]? {
        guard let total, isConsistent, pieces.count == total else { return nil }
        var profile: [UInt8] = []
        for number in 1...total {
            guard let piece = pieces[number], profile.count + piece.count <= largestMetadata else { return nil }
            profile += bytes.copy(piece)
        }
        return profile
    }
}
