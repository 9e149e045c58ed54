/// The kinds of gain map that phones store beside a picture.
///
/// Files often describe one map in several ways, for older programs. Of these ISO 21496-1 counts before Ultra HDR, and
/// that before Apple's. What the map holds, and whether all of it is there, is not examined.
public enum GainMap: String, Hashable, Sendable, Codable {
    /// Described by XMP in Adobe's namespace `hdr-gain-map`: Ultra HDR image format 1.0 of Android, and the gain maps
    /// of Adobe in JPEG, HEIC and AVIF.
    case ultraHDR
    /// ISO 21496-1: a segment of its own in a JPEG, as Ultra HDR image format 1.1 has it, and the derived item `tmap`
    /// of ISO/IEC 23008-12 in HEIC and AVIF.
    case iso21496
    /// Apple's own kind, without a published standard: an auxiliary picture in HEIC, a second picture of the
    /// Multi-Picture Format (CIPA DC-007) in JPEG.
    case apple

    /// The one of several kinds that counts; nil for an empty set.
    init?(_ kinds: Set<GainMap>) {
        guard let kind = [GainMap.iso21496, .ultraHDR, .apple].first(where: kinds.contains) else { return nil }
        self = kind
    }
}

/// The signs of a gain map in the header of one picture of a JPEG file.
struct JPEGGainMap {
    private var kinds: Set<GainMap> = []
    /// The XMP that was searched.
    private(set) var packets: [Range<Int>] = []
    /// The first segment of ISO 21496-1.
    private(set) var iso21496: Range<Int>?
    /// The list of all pictures of the file (MPF, CIPA DC-007), from its TIFF header on. The first one counts.
    private var list: Range<Int>?

    init() {}

    /// Reads the header of another picture of the file up to its first scan; there is no sign where none begins.
    init(ofPictureAt place: Int, in bytes: Span<UInt8>) {
        guard bytes.u16(at: place) == 0xFFD8 else { return }
        // Bounded, since a list may name the same long header, or something else, again and again.
        let picture = bytes.extracting(place..<min(place + 1 << 20, bytes.count))
        var position = 2
        while let marker = jpegMarker(in: picture, after: &position), (0xC0...0xFE).contains(marker),
            !(0xD0...0xDA).contains(marker), let length = picture.u16(at: position),
            let segment = picture.range(at: position + 2, length: length - 2)
        {
            add(marker: marker, segment, of: picture)
            position = segment.upperBound
        }
    }

    /// Adds the signs of one segment of the header.
    mutating func add(marker: Int, _ segment: Range<Int>, of bytes: Span<UInt8>) {
        let content = bytes.extracting(segment)
        // There is one segment of XMP; the limit is for files that are made of them.
        if marker == 0xE1, packets.count < 4, content.holds("http://ns.adobe.com/xap/1.0/\0", at: 0) {
            packets.append(segment)
            // Ultra HDR demands the attribute: a namespace alone may be left over from another program.
            if content.contains("http://ns.adobe.com/hdr-gain-map/1.0/"), content.contains("hdrgm:Version") {
                kinds.insert(.ultraHDR)
            }
            if content.contains("http://ns.apple.com/HDRGainMap/1.0/") { kinds.insert(.apple) }
        } else if marker == 0xE2, content.holds("urn:iso:std:iso:ts:21496:-1\0", at: 0) {
            kinds.insert(.iso21496)
            iso21496 = iso21496 ?? segment
        } else if marker == 0xE2, list == nil, content.holds("MPF\0", at: 0) {
            list = segment.dropFirst(4)
        }
    }

    /// The kind of the map, by the signs in this picture, the file's first, and in the others that it lists.
    func kind(in bytes: Span<UInt8>) -> GainMap? {
        // Apple's namespace marks the picture that is the map.
        var kinds = kinds.subtracting([.apple])
        for other in otherPictures(in: bytes) {
            kinds.formUnion(JPEGGainMap(ofPictureAt: other.place, in: bytes).kinds)
        }
        return GainMap(kinds)
    }

    /// The offsets and lengths of other pictures in the file, by the first eight entries of the list. They may be beyond
    /// its end.
    func otherPictures(in bytes: Span<UInt8>) -> [(place: Int, length: Int)] {
        guard let list else { return [] }
        let block = bytes.extracting(list)
        // CIPA DC-007, section 5.2.3: MP entries of 16 bytes, of type UNDEFINED.
        guard let layout = TIFFLayout(block), !layout.isBig,
            let entries = layout.directory(at: layout.firstDirectory, in: block)?.field(0xB002, in: block),
            entries.type == 7
        else { return [] }
        return (0..<min(entries.count / 16, 8)).compactMap { index in
            // Attributes, size, offset. The offset counts from the TIFF header, and is 0 for the first picture.
            let entry = entries.offset + 16 * index
            guard let length = block.u32(at: entry + 4, layout.order),
                let offset = block.u32(at: entry + 8, layout.order), offset > 0
            else { return nil }
            return (list.lowerBound + offset, length)
        }
    }
}

extension Span where Element == UInt8 {
    /// Returns true if the bytes of `text`, which is not empty, are anywhere in these.
    func contains(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        var start = 0
        while let place = firstIndex(of: first, from: start) {
            if holds(text, at: place) { return true }
            start = place + 1
        }
        return false
    }
}
