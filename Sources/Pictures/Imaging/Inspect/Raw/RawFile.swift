/// The contents of a camera's RAW file as far as they can be shown: its JPEG previews, and the sides of the sensor.
///
/// Bounded, whatever the bytes claim: at most ``mostDirectories`` directories, none of them twice, and as many previews.
struct RawFile: Sendable {
    /// A JPEG in the file.
    struct Preview: Hashable, Sendable {
        /// Its bytes, cut at the end of the file.
        let place: Range<Int>
        /// The sides in its frame header, in pixels.
        let size: Size
        /// The orientation in the directory that names it, 1…8.
        let orientation: Int?
    }

    /// The most directories, and the most previews, of a file that are looked at.
    static let mostDirectories = 64

    /// The previews, the one with the most pixels first.
    private(set) var previews: [Preview] = []
    /// The sides of the sensor's picture, as stored, in pixels.
    var sensor: Size?
    /// The orientation of the photo, 1…8.
    var orientation: Int?
    /// The file has a directory of the photo (EXIF) of its own.
    var describesPhoto = false
    /// Offsets of the directories, counted from the start of the file.
    var seen: Set<Int> = []
    /// The parts of the file that are there.
    var reach: RawReach
    /// False for a plain TIFF, in which no directory has the data of a sensor, and for all other files.
    private(set) var isRaw = true

    /// Nil for a file that is no RAW.
    init?(_ bytes: Span<UInt8>) {
        self.init(bytes, reach: .whole)
        guard isRaw else { return nil }
    }

    /// Returns true for the first bytes of a RAW file, and for those of each TIFF.
    static func mayBegin(with head: Span<UInt8>) -> Bool {
        head.holds("FUJIFILMCCD-RAW ", at: 0) || head.holds("ftypcrx ", at: 4) || TIFFLayout(raw: head) != nil
    }

    /// Reads a file of which parts are there: complete when nothing is missing in ``reach``.
    init(_ bytes: Span<UInt8>, reach: RawReach) {
        self.reach = reach
        if bytes.holds("FUJIFILMCCD-RAW ", at: 0) {
            read(raf: bytes)
        } else if bytes.holds("ftypcrx ", at: 4) {
            read(cr3: bytes)
        } else if let layout = TIFFLayout(raw: bytes) {
            isRaw = read(layout, of: bytes)
        } else {
            isRaw = false
        }
        // A sort that keeps the order of equals, so that the choice does not depend on the implementation.
        previews = previews.enumerated().sorted {
            let (one, other) = ($0.element, $1.element)
            if one.size.pixelCount != other.size.pixelCount { return one.size.pixelCount > other.size.pixelCount }
            if one.place.count != other.place.count { return one.place.count > other.place.count }
            return $0.offset < $1.offset
        }.map(\.element)
    }

    /// Adds the JPEG at this place, if there is one: data of a sensor may begin like a JPEG, too.
    mutating func add(jpegAt start: Int?, length: Int?, of bytes: Span<UInt8>, orientation: Int? = nil) {
        guard previews.count < Self.mostDirectories, let start, let length, length > 0, start >= 0, start < bytes.count
        else { return }
        let place = start..<min(start + length, bytes.count)
        guard !previews.contains(where: { $0.place == place }),
            let size = size(ofJPEG: bytes.extracting(place), at: start)
        else { return }
        previews.append(Preview(place: place, size: size, orientation: orientation))
    }

    /// The sides of a JPEG that a usual decoder reads; nil for others, such as one without loss (SOF3).
    private mutating func size(ofJPEG bytes: Span<UInt8>, at base: Int) -> Size? {
        guard reach.holds(0, 4, of: bytes, base: base), bytes.u16(at: 0) == 0xFFD8 else { return nil }
        var position = 2
        for _ in 0..<1024 {
            guard reach.holds(position, 32, of: bytes, base: base), bytes.byte(at: position) == 0xFF else { return nil }
            position += 1
            for _ in 0..<16 where bytes.byte(at: position) == 0xFF { position += 1 }
            guard let marker = bytes.byte(at: position), let length = bytes.u16(at: position + 1), length >= 2 else {
                return nil
            }
            switch marker {
            case 0xC0...0xC2, 0xC9, 0xCA:
                guard bytes.byte(at: position + 3) == 8, let height = bytes.u16(at: position + 4),
                    let width = bytes.u16(at: position + 6), width > 0, height > 0
                else { return nil }
                return Size(width: width, height: height)
            case 0xC4, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: position += 1 + length
            default: return nil
            }
        }
        return nil
    }

    /// Takes a size that the sensor has, if it is the largest so far.
    mutating func take(sensor size: Size) {
        guard size.width > 0, size.height > 0, size.width <= 1 << 20, size.height <= 1 << 20 else { return }
        if size.pixelCount > sensor?.pixelCount ?? 0 { sensor = size }
    }
}
