/// The chunks that are added to a PNG after it is coded.
enum PNGContainer {
    /// Returns `file` with an EXIF block right behind IHDR. libvips would write the block anew, and lose unknown
    /// entries.
    static func adding(exif: [UInt8], to file: [UInt8]) -> [UInt8] {
        let named = Array("eXIf".utf8) + exif
        return file[..<33] + number(exif.count) + named + number(Int(crc32(named.span))) + file[33...]
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
