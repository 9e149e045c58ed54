/// The chunks that are added to a PNG after it is coded.
enum PNGContainer {
    /// Returns `file` with an EXIF block and a packet of XMP right behind IHDR, as far as there are any.
    static func adding(exif: [UInt8], xmp: [UInt8], to file: [UInt8]) -> [UInt8] {
        if exif.isEmpty && xmp.isEmpty { return file }
        // The keyword; no compression, no method, no language and no other keyword.
        let text = xmp.isEmpty ? [] : Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp
        return file[..<33] + chunk("eXIf", exif) + chunk("iTXt", text) + file[33...]
    }

    /// Nothing without content.
    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        if content.isEmpty { return [] }
        let named = Array(name.utf8) + content
        return number(content.count) + named + number(Int(crc32(named.span)))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
