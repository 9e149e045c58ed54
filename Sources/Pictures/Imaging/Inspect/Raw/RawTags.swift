/// The fields of one directory of a RAW file that are read, collected in one pass.
struct RawTags {
    private var fields: [Int: TIFFField] = [:]
    /// The offset of the next directory; 0 after the last.
    let next: Int
    let layout: TIFFLayout

    /// The tags beside those of ``TIFFTag`` and of cameras' notes.
    enum Tag {
        static let jpegStart = 513
        static let jpegLength = 514
        static let jpegTables = 347
        static let photoWidth = 40962
        static let photoHeight = 40963
        static let note = 37500
        static let dngVersion = 50706
        static let cropSize = 50720
    }

    /// The most entries of a directory that are read; cameras write some hundred.
    private static let mostEntries = 1024
    /// The most values of a field that are read: the offsets of directories, or a pair of sides.
    private static let mostBytes = 128

    /// Nil where no directory begins at `offset`, and where it is not there yet.
    init?(_ layout: TIFFLayout, at offset: Int, in bytes: Span<UInt8>, base: Int, reach: inout RawReach) {
        guard offset > 0, reach.holds(offset, 20 * Self.mostEntries + 16, of: bytes, base: base),
            let directory = layout.directory(at: offset, in: bytes), directory.count <= Self.mostEntries
        else { return nil }
        self.layout = layout
        next = directory.next(in: bytes) ?? 0
        var isThere = true
        for (tag, field) in directory.fields(in: bytes) where fields[tag] == nil {
            fields[tag] = field
            // Values of other tags are not read, so that they need not be there.
            guard Self.read.contains(tag) else { continue }
            isThere = reach.holds(field.offset, Self.mostBytes, of: bytes, base: base) && isThere
        }
        guard isThere, !fields.isEmpty else { return nil }
    }

    private static let read: Set = [
        TIFFTag.subDirectories.rawValue, TIFFTag.stripOffsets.rawValue, TIFFTag.stripLengths.rawValue,
        TIFFTag.tileOffsets.rawValue, TIFFTag.tileLengths.rawValue, Tag.cropSize, Tag.note,
    ]

    subscript(tag: Int) -> TIFFField? { fields[tag] }
    subscript(tag: TIFFTag) -> TIFFField? { fields[tag.rawValue] }

    func integer(_ tag: Int, in bytes: Span<UInt8>) -> Int? { fields[tag]?.integer(0, in: bytes) }
    func integer(_ tag: TIFFTag, in bytes: Span<UInt8>) -> Int? { integer(tag.rawValue, in: bytes) }

    /// Two sides, of integers or of fractions.
    func size(_ tag: Int, in bytes: Span<UInt8>) -> Size? {
        guard let field = fields[tag], field.count >= 2 else { return nil }
        let sides = (0..<2).compactMap { index in
            field.integer(index, in: bytes) ?? field.fraction(index, in: bytes).map { Int($0.rounded()) }
        }
        return sides.count == 2 ? Size(width: sides[0], height: sides[1]) : nil
    }

    /// Width and height of the directory.
    func size(in bytes: Span<UInt8>) -> Size? {
        guard let width = integer(.width, in: bytes), let height = integer(.height, in: bytes) else { return nil }
        return Size(width: width, height: height)
    }

    func orientation(in bytes: Span<UInt8>) -> Int? {
        integer(.orientation, in: bytes).flatMap { (1...8).contains($0) ? $0 : nil }
    }
}

extension TIFFLayout {
    /// The layout of a file that is TIFF but for the number in place of 42: those of Olympus (`RO`, `RS`) and of Panasonic
    /// (`U`, 0) have others.
    init?(raw bytes: Span<UInt8>) {
        if let layout = TIFFLayout(bytes) {
            self = layout
            return
        }
        let isLittle = bytes.holds("IIRO", at: 0) || bytes.holds("IIRS", at: 0) || bytes.holds("IIU\0", at: 0)
        guard isLittle || bytes.holds("MMOR", at: 0) else { return nil }
        order = isLittle ? .little : .big
        isBig = false
        firstDirectory = bytes.u32(at: 4, order) ?? .max
    }

    /// The layout of directories in the note of a camera, which may have a byte order of their own.
    init(_ order: ByteOrder, firstDirectory: Int) {
        self.order = order
        isBig = false
        self.firstDirectory = firstDirectory
    }
}
