/// The extensions that are added to a GIF after it is coded.
enum GIFContainer {
    /// Returns `file` with a packet of XMP in front of its first block (XMP specification, part 3). The packet is written as
    /// it is; the 257 bytes behind it lead a reader of blocks to the end, wherever it comes from.
    static func adding(xmp packet: [UInt8], to file: [UInt8]) -> [UInt8] {
        guard let flags = file.span.byte(at: 10), !packet.contains(0) else { return file }
        let start = 13 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
        guard start <= file.count else { return file }
        let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
        let block = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + trailer
        // Files without extensions may be of the version that has none.
        return Array("GIF89a".utf8) + file[6..<start] + block + file[start...]
    }
}
