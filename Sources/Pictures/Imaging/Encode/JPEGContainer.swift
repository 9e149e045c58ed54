/// The segments that are added to a JPEG after it is coded.
enum JPEGContainer {
    /// The most bytes of a packet of XMP: those of a segment without its length and name.
    static let longestXMP = 65_533 - nameOfXMP.utf8.count

    private static let nameOfXMP = "http://ns.adobe.com/xap/1.0/\0"

    /// The content of the segment of a packet.
    static func xmp(_ packet: [UInt8]) -> [UInt8] { Array(nameOfXMP.utf8) + packet }

    /// Returns `file` with a packet of XMP; as it is without one.
    static func adding(xmp packet: [UInt8], to file: [UInt8]) -> [UInt8] {
        packet.isEmpty ? file : inserting(segment(0xE1, xmp(packet)), into: file)
    }

    /// A segment with its marker and length; nothing without content.
    static func segment(_ marker: UInt8, _ content: [UInt8]?) -> [UInt8] {
        guard let content else { return [] }
        let length = content.count + 2
        return [0xFF, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + content
    }

    /// The file with segments behind JFIF and EXIF, which come first.
    static func inserting(_ segments: [UInt8], into file: [UInt8]) -> [UInt8] {
        let place = endOfApplicationData(of: file)
        return file[..<place] + segments + file[place...]
    }

    /// The end of the first segments of a file that the encoder wrote, as far as they are JFIF and EXIF.
    static func endOfApplicationData(of file: [UInt8]) -> Int {
        let bytes = file.span
        var position = 2
        while let marker = bytes.u16(at: position), marker == 0xFFE0 || marker == 0xFFE1,
            let length = bytes.u16(at: position + 2)
        {
            position += 2 + length
        }
        return min(position, bytes.count)
    }
}
