extension ImageHeader {
    /// Takes an EXIF block out of the file, unless it is too large. Some writers put the prefix of JPEG in front of it
    /// in other formats as well.
    mutating func take(exif block: Range<Int>, of bytes: Span<UInt8>) {
        let prefix = bytes.holds("Exif\0\0", at: block.lowerBound) && block.count >= 6 ? 6 : 0
        if block.count <= largestMetadata {
            exif = bytes.copy(block.dropFirst(prefix))
        } else {
            hasUnreadEXIF = true
        }
    }
}

/// The one value that decoding needs from an EXIF block: the orientation.
enum EXIF {
    private static let orientationTag = 0x0112

    /// The orientation in the first directory of a block that begins with its TIFF header, 1…8.
    ///
    /// Tags of the thumbnail's directory do not count. A broken block, and a value outside 1…8, count as 1.
    static func orientation(_ block: Span<UInt8>) -> Int { givenOrientation(block) ?? 1 }

    /// The same; nil for a block that has none, for a broken one, and for a value outside 1…8.
    static func givenOrientation(_ block: Span<UInt8>) -> Int? {
        orientationField(block)?.integer(0, in: block).flatMap { (1...8).contains($0) ? $0 : nil }
    }

    /// True for a block with a directory of the photo, beside that of the picture.
    static func describesPhoto(_ block: Span<UInt8>) -> Bool {
        guard let layout = TIFFLayout(block), !layout.isBig,
            let main = layout.directory(at: layout.firstDirectory, in: block)
        else { return false }
        return main.field(TIFFTag.exif.rawValue, in: block) != nil
    }

    /// A single SHORT as the standard has it, or a LONG as some writers do.
    private static func orientationField(_ block: Span<UInt8>) -> TIFFField? {
        guard let layout = TIFFLayout(block), !layout.isBig,
            let field = layout.directory(at: layout.firstDirectory, in: block)?.field(orientationTag, in: block),
            field.count == 1, field.type == 3 || field.type == 4
        else { return nil }
        return field
    }
}
