/// The boxes that are added to a JPEG XL after it is coded (ISO/IEC 18181-2).
enum JXLContainer {
    /// Returns `file` with a packet of XMP as its last box. A bare codestream gets boxes around it.
    static func adding(xmp packet: [UInt8], to file: [UInt8]) -> [UInt8] {
        let isBare = file.starts(with: [0xFF, 0x0A])
        let head = box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
        return (isBare ? head + box("jxlc", file) : file) + box("xml ", packet)
    }

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        // Of 64 bits where 32 do not hold it.
        let length = content.count + 8
        let isLong = length >= 1 << 32
        let short = number(isLong ? 1 : length, 4)
        return short + Array(name.utf8) + (isLong ? number(length + 8, 8) : []) + content
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
