import Essentials

/// Collects the entries of one file while its blocks are walked.
struct HoldingsReader {
    let header: ImageHeader
    private(set) var entries: [UInt64] = []
    var isDamaged = false
    /// The same in words, for ``PictureDetails``; nil where nobody asks for it.
    var notes: DetailNotes?
    /// The tags of the EXIF blocks so far; those of the place are 65,536 higher.
    var exifTags: Set<Int> = []
    /// XMP is read last: it repeats what EXIF says.
    private var packets: [[UInt8]] = []
    /// The resources of Photoshop, which a JPEG may cut into several segments.
    var resources: [UInt8] = []

    /// The bytes that may still be read: values and items of damaged files name the same bytes again and again.
    private var budget: Int

    /// The most entries of a file. A file with more is not read, which keeps it from removal.
    private static let most = 1 << 14
    /// Unrecognized blocks of so many bytes are ignored.
    static let fewBytes = 8

    /// - Parameter length: That of the file, in bytes.
    init(_ header: ImageHeader, length: Int) {
        self.header = header
        budget = 4 * length + 1 << 20
        if header.ignoredSamples > 0 { add(.pictures, "samples", "\(header.ignoredSamples)".utf8) }
    }

    /// Walks the whole file.
    mutating func read(_ bytes: Span<UInt8>) {
        switch header.format {
        case .jpeg: read(jpeg: bytes)
        case .png: read(png: bytes)
        case .webp: read(webp: bytes)
        case .gif: read(gif: bytes)
        case .tiff: read(tiffFile: bytes)
        case .heic, .avif: read(boxes: bytes)
        case .jxl: if !bytes.holds("\u{FF}", at: 0), bytes.holds("JXL ", at: 4) { read(boxes: bytes) }
        case .raw: read(raw: bytes)
        // Drawings and pages are never given up for another file, see ``ImageHeader/hasMore(in:)``.
        case .svg, .pdf, .jp2, .bmp, .ico, .ppm, .psd, .gzip: break
        }
        finish()
    }

    mutating func add(_ kind: PictureHoldings.Kind, _ name: String, _ value: some Sequence<UInt8>) {
        guard entries.count < Self.most else {
            isDamaged = true
            return
        }
        entries.append(PictureHoldings.entry(kind, name, value))
    }

    /// A block by the hash of its bytes. Those of a few bytes do not count.
    mutating func add(
        _ kind: PictureHoldings.Kind, _ name: String, block: Range<Int>, of bytes: Span<UInt8>
    ) {
        // Details do not need the content of blocks.
        guard block.count > Self.fewBytes, notes == nil else { return }
        add(kind, name, bytes.hash(of: block))
    }

    /// A block that is not recognized.
    mutating func add(_ name: String, block: Range<Int>, of bytes: Span<UInt8>) {
        add(.blocks, name, block: block, of: bytes)
    }

    /// Content Credentials, behind bytes that are not theirs.
    mutating func add(credentials block: Range<Int>, of bytes: Span<UInt8>, behind head: Int = 0) {
        add(.credentials, "jumbf", block: block, of: bytes)
        if notes != nil { notes?.rights.add(credentials: bytes.copy(block.dropFirst(head))) }
    }

    /// Text in its normal form: no white space at the ends, one space in place of several characters.
    mutating func add(words name: String, _ text: String) {
        let normal = text.normalized
        guard !normal.isEmpty, !Words.isOfEncoder(normal) else { return }
        notes?.add(words: name, normal)
        add(.words, name, normal.utf8)
    }

    /// A time by its digits: EXIF, XMP and IPTC write the same one in three ways.
    mutating func add(time text: String, _ source: DetailNotes.TimeSource) {
        notes?.add(time: text, source)
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }.prefix(14)
        if digits.isEmpty {
            let text = text.normalized
            if text.contains(where: \.isLetter) { add(.time, "taken", text.utf8) }
        } else if digits.contains(where: { $0 != 0x30 }) {
            add(.time, "taken", digits.count == 12 ? digits + [0x30, 0x30] : Array(digits))
        }
    }

    /// Counts bytes that are about to be read. False where that is too much, which leaves the file unread.
    mutating func spend(_ count: Int) -> Bool {
        budget -= min(count, budget)
        if budget == 0 { isDamaged = true }
        return budget > 0
    }

    mutating func add(packet: [UInt8]) {
        if packets.count < 64 { packets.append(packet) } else { isDamaged = true }
    }

    /// The bytes behind the end that the format gives a file.
    mutating func add(tailFrom start: Int, of bytes: Span<UInt8>) {
        guard start < bytes.count, bytes.hasContent(from: start) else { return }
        let kind: PictureHoldings.Kind =
            bytes.holds("ftyp", at: start + 4) ? .film : bytes.u24(at: start) == 0xFFD8FF ? .pictures : .blocks
        add(kind, "tail", block: start..<bytes.count, of: bytes)
    }

    /// Reads what had to wait for the other blocks.
    private mutating func finish() {
        if !resources.isEmpty {
            let resources = resources
            read(resources: resources.span)
        }
        for packet in packets { read(xmp: packet) }
    }
}

extension String {
    /// Without white space and control characters at the ends, and one space in place of several.
    var normalized: String {
        var normal: [UInt8] = []
        normal.reserveCapacity(utf8.count)
        var isApart = false
        for byte in utf8 {
            if byte <= 0x20 {
                isApart = true
                continue
            }
            if isApart, !normal.isEmpty { normal.append(0x20) }
            isApart = false
            normal.append(byte)
        }
        return String(decoding: normal, as: UTF8.self)
    }

    /// UTF-8, or Latin-1 where the bytes are not UTF-8.
    init(anyBytes bytes: [UInt8]) {
        self =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension Span where Element == UInt8 {
    /// The hash of a part. Precondition: `range` is inside the file.
    func hash(of range: Range<Int>) -> [UInt8] {
        // Safe: `extracting` checks the range, and the pointer does not leave the closure.
        unsafe extracting(range).withUnsafeBytes { Array(littleEndian: unsafe $0.keyedHash) }
    }

    /// The text of a part, without NUL at its end.
    func text(_ range: Range<Int>) -> String {
        var bytes = copy(range)
        while bytes.last == 0 { bytes.removeLast() }
        return String(anyBytes: bytes)
    }

    /// The four letters of a name; others than letters, digits and spaces as numbers.
    func name(at offset: Int) -> String {
        guard let range = range(at: offset, length: 4) else { return "" }
        return String(String.UnicodeScalarView(copy(range).map { Unicode.Scalar($0) }))
    }
}
