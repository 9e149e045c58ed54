/// Byte order and offsets of a TIFF file, or of an EXIF block, which is built the same way.
struct TIFFLayout: Hashable, Sendable {
    let order: ByteOrder
    /// BigTIFF: offsets and counts of 64 bits.
    let isBig: Bool
    /// The offset of the first directory, in bytes from the start of the block.
    let firstDirectory: Int

    /// Nil when the bytes do not begin with one of the four TIFF signatures.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.holds("II", at: 0) || bytes.holds("MM", at: 0) else { return nil }
        order = bytes.holds("II", at: 0) ? .little : .big
        switch bytes.u16(at: 2, order) {
        case 42: isBig = false
        case 43 where bytes.u32(at: 4, order) == (order == .big ? 0x0008_0000 : 8): isBig = true
        default: return nil
        }
        firstDirectory = (isBig ? bytes.u64(at: 8, order) : bytes.u32(at: 4, order)) ?? .max
    }

    /// Returns the directory at `offset`, or nil for an invalid offset. Its entries may still reach beyond the block.
    func directory(at offset: Int, in bytes: Span<UInt8>) -> TIFFDirectory? {
        guard let count = isBig ? bytes.u64(at: offset, order) : bytes.u16(at: offset, order), count <= 65535 else {
            return nil
        }
        return TIFFDirectory(layout: self, start: offset + (isBig ? 8 : 2), count: count)
    }
}

/// One directory of tags.
struct TIFFDirectory: Hashable, Sendable {
    let layout: TIFFLayout
    /// The offset of the first entry.
    let start: Int
    /// Number of entries as announced, 0…65535.
    let count: Int

    /// Bytes of an entry.
    var entryLength: Int { layout.isBig ? 20 : 12 }

    /// The offset of the next directory, 0 after the last; nil where the block ends before.
    func next(in bytes: Span<UInt8>) -> Int? {
        let end = start + count * entryLength
        return layout.isBig ? bytes.u64(at: end, layout.order) : bytes.u32(at: end, layout.order)
    }

    /// The first entry with this tag.
    func field(_ tag: Int, in bytes: Span<UInt8>) -> TIFFField? {
        for index in 0..<count {
            let entry = start + index * entryLength
            guard let found = bytes.u16(at: entry, layout.order) else { return nil }
            if found == tag { return TIFFField(layout: layout, entry: entry, in: bytes) }
        }
        return nil
    }

    /// The tags and their fields up to the end of the block.
    func fields(in bytes: Span<UInt8>) -> [(tag: Int, field: TIFFField)] {
        var fields: [(tag: Int, field: TIFFField)] = []
        for entry in stride(from: start, to: start + count * entryLength, by: entryLength) {
            guard let tag = bytes.u16(at: entry, layout.order),
                let field = TIFFField(layout: layout, entry: entry, in: bytes)
            else { break }
            fields.append((tag, field))
        }
        return fields
    }

    /// The first value of a tag, where it is an unsigned integer.
    func integer(_ tag: Int, in bytes: Span<UInt8>) -> Int? { field(tag, in: bytes)?.integer(0, in: bytes) }
}

/// The values of one tag.
struct TIFFField: Hashable, Sendable {
    /// BYTE 1, SHORT 3, LONG 4, LONG8 16 …
    let type: Int
    /// Number of values.
    let count: Int
    /// The offset of the values: in the entry itself when they fit there.
    let offset: Int
    let order: ByteOrder

    /// Nil where the entry is cut off.
    init?(layout: TIFFLayout, entry: Int, in bytes: Span<UInt8>) {
        order = layout.order
        let place = entry + (layout.isBig ? 12 : 8)
        guard let type = bytes.u16(at: entry + 2, order),
            let count = layout.isBig ? bytes.u64(at: entry + 4, order) : bytes.u32(at: entry + 4, order),
            let pointer = layout.isBig ? bytes.u64(at: place, order) : bytes.u32(at: place, order)
        else { return nil }
        self.type = type
        self.count = count
        offset = count <= (layout.isBig ? 8 : 4) / Self.width(of: type) ? place : pointer
    }

    /// Bytes per value; 1 for types that no one here reads.
    static func width(of type: Int) -> Int {
        switch type {
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16, 17, 18: 8
        default: 1
        }
    }

    /// Returns value `index`; nil when it is not an unsigned integer or is outside the block.
    func integer(_ index: Int, in bytes: Span<UInt8>) -> Int? {
        guard [1, 3, 4, 13, 16, 18].contains(type), index >= 0, index < count else { return nil }
        let width = Self.width(of: type)
        return bytes.integer(at: offset + index * width, width: width, order)
    }
}
