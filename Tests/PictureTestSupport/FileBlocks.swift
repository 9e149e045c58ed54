/// Blocks for files of pictures, byte by byte, where programs and people leave them.
public enum FileBlocks {
    /// An unsigned number, the highest byte first.
    public static func big(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
    }

    public static func little(_ value: Int, _ width: Int) -> [UInt8] { big(value, width).reversed() }

    /// A packet with these properties, such as `<dc:source>attic</dc:source>`, and attributes such as `xmp:Rating="5"`.
    public static func xmp(_ properties: String = "", attributes: String = "") -> [UInt8] {
        let names = [
            ("dc", "http://purl.org/dc/elements/1.1/"), ("xmp", "http://ns.adobe.com/xap/1.0/"),
            ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"), ("exif", "http://ns.adobe.com/exif/1.0/"),
            ("tiff", "http://ns.adobe.com/tiff/1.0/"), ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
            ("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"),
            ("GDepth", "http://ns.google.com/photos/1.0/depthmap/"), ("mine", "http://example.com/mine/"),
        ]
        let spaces = names.map { "xmlns:\($0.0)=\"\($0.1)\"" }.joined(separator: " ")
        return Array(
            """
            <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Kit 1">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" \(spaces) \(attributes)>\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
            <?xpacket end="w"?>
            """.utf8)
    }

    /// A property that is a list of texts.
    public static func list(_ name: String, _ values: String...) -> String {
        "<\(name)><rdf:Bag>\(values.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Bag></\(name)>"
    }

    /// One data set of IPTC-IIM, record 2.
    public static func iptc(_ number: Int, _ text: String) -> [UInt8] {
        [0x1C, 2, UInt8(number)] + big(text.utf8.count, 2) + Array(text.utf8)
    }

    /// A resource of Photoshop.
    public static func resource(_ number: Int, _ content: [UInt8]) -> [UInt8] {
        Array("8BIM".utf8) + big(number, 2) + [0, 0] + big(content.count, 4) + content
            + (content.count % 2 == 1 ? [0] : [])
    }

    /// A tag with its values as bytes.
    public struct Tag: Sendable {
        let number, type: Int
        let bytes: [UInt8]

        /// Text, or bytes of another type: 1 bytes, 3 numbers of two bytes, 5 fractions, 7 anything.
        public init(_ number: Int, _ text: String) { self.init(number, type: 2, Array(text.utf8) + [0]) }
        public init(_ number: Int, type: Int, _ bytes: [UInt8]) {
            (self.number, self.type, self.bytes) = (number, type, bytes)
        }

        fileprivate var count: Int { bytes.count / ([3: 2, 4: 4, 5: 8, 10: 8, 12: 8][type] ?? 1) }
    }

    /// An EXIF block of the byte order of Motorola, with the directories of the photo (0x8769) and of the place (0x8825).
    public static func exif(_ main: [Tag] = [], photo: [Tag] = [], place: [Tag] = []) -> [UInt8] {
        var block = Array("MM".utf8) + big(42, 2) + big(8, 4)
        let below = [(0x8769, photo), (0x8825, place)].filter { !$0.1.isEmpty }
        var start = 8 + length(main) + 12 * below.count
        var pointers: [Tag] = []
        for (number, tags) in below {
            pointers.append(Tag(number, type: 4, big(start, 4)))
            start += length(tags)
        }
        block += directory(main + pointers, at: 8)
        for (_, tags) in below { block += directory(tags, at: block.count) }
        return block
    }

    private static func length(_ tags: [Tag]) -> Int {
        6 + 12 * tags.count + tags.reduce(0) { $0 + ($1.bytes.count > 4 ? $1.bytes.count + $1.bytes.count % 2 : 0) }
    }

    private static func directory(_ tags: [Tag], at offset: Int) -> [UInt8] {
        var entries = big(tags.count, 2)
        var values: [UInt8] = []
        let start = offset + 6 + 12 * tags.count
        for tag in tags.sorted(by: { $0.number < $1.number }) {
            entries += big(tag.number, 2) + big(tag.type, 2) + big(tag.count, 4)
            if tag.bytes.count > 4 {
                entries += big(start + values.count, 4)
                values += tag.bytes + (tag.bytes.count % 2 == 1 ? [0] : [])
            } else {
                entries += tag.bytes + [UInt8](repeating: 0, count: 4 - tag.bytes.count)
            }
        }
        return entries + big(0, 4) + values
    }

    /// A matrix profile with these columns, which are the XYZ of red, green and blue for the white of profiles.
    public static func profile(_ columns: [[Double]], gamma: Double = 2.2) -> [UInt8] {
        func number(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded()), 4) }
        let curve = Array("curv\0\0\0\0".utf8) + big(1, 4) + big(Int(gamma * 256), 2) + [0, 0]
        let light = columns.map { Array("XYZ \0\0\0\0".utf8) + $0.flatMap(number) }
        let white = Array("XYZ \0\0\0\0".utf8) + [0.9642, 1, 0.8249].flatMap(number)
        let text = Array("desc\0\0\0\0".utf8) + big(5, 4) + Array("Wide\0".utf8) + [UInt8](repeating: 0, count: 79)
        let tags =
            [("desc", text), ("wtpt", white), ("cprt", Array("text\0\0\0\0none\0\0\0\0".utf8))]
            + zip(["rXYZ", "gXYZ", "bXYZ"], light) + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
        var (table, data): ([UInt8], [UInt8]) = ([], [])
        for (name, value) in tags {
            table += Array(name.utf8) + big(132 + 12 * tags.count + data.count, 4) + big(value.count, 4)
            data += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<4, with: big(132 + table.count + data.count, 4))
        header.replaceSubrange(8..<12, with: big(0x0210_0000, 4))
        header.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        header.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(number))
        return header + big(tags.count, 4) + table + data
    }

    /// Display P3.
    public static let displayP3 = profile(
        [[0.5151, 0.2412, -0.0011], [0.2920, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841]])
    /// Adobe RGB (1998).
    public static let adobeRGB = profile([
        [0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446],
    ])
}

extension [UInt8] {
    /// A JPEG with one more segment behind its first marker.
    public func adding(segment marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        Array(prefix(2)) + [0xFF, marker] + FileBlocks.big(content.count + 2, 2) + content + dropFirst(2)
    }

    public func adding(segment marker: UInt8, _ text: String, _ content: [UInt8] = []) -> [UInt8] {
        adding(segment: marker, Array(text.utf8) + content)
    }

    /// A JPEG with an EXIF block.
    public func adding(exif block: [UInt8]) -> [UInt8] { adding(segment: 0xE1, "Exif\0\0", block) }
    /// A JPEG with a packet of XMP.
    public func adding(xmp packet: [UInt8]) -> [UInt8] {
        adding(segment: 0xE1, "http://ns.adobe.com/xap/1.0/\0", packet)
    }
    /// A JPEG with data of IPTC-IIM in a resource of Photoshop.
    public func adding(iptc data: [UInt8]) -> [UInt8] {
        adding(segment: 0xED, "Photoshop 3.0\0", FileBlocks.resource(0x0404, data))
    }

    /// A PNG with one more chunk behind IHDR.
    public func adding(chunk name: String, _ content: [UInt8]) -> [UInt8] {
        Array(prefix(33)) + Self.chunk(name, content) + dropFirst(33)
    }

    /// A PNG with one more chunk before IEND, which has to be the last.
    public func adding(lastChunk name: String, _ content: [UInt8]) -> [UInt8] {
        Array(dropLast(12)) + Self.chunk(name, content) + suffix(12)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        var sum: UInt32 = .max
        for byte in Array(name.utf8) + content {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return FileBlocks.big(content.count, 4) + Array(name.utf8) + content + FileBlocks.big(Int(~sum), 4)
    }

    /// A WebP with one more chunk at its end. One without a head of its own gets one.
    public func adding(riff name: String, _ content: [UInt8], size: (Int, Int)) -> [UInt8] {
        var chunks = Array(dropFirst(12))
        if !chunks.starts(with: "VP8X".utf8) {
            let hasAlpha = chunks.starts(with: "VP8L".utf8) && chunks[12] >> 4 & 1 == 1
            chunks =
                Array("VP8X".utf8) + FileBlocks.little(10, 4) + [hasAlpha ? 0x10 : 0, 0, 0, 0]
                + FileBlocks.little(size.0 - 1, 3) + FileBlocks.little(size.1 - 1, 3) + chunks
        }
        chunks[8] |= ["ICCP": 0x20, "EXIF": 8, "XMP ": 4][name] ?? 0
        let chunk =
            Array(name.utf8) + FileBlocks.little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
        // A profile stands behind the head.
        let body = name == "ICCP" ? Array(chunks[..<18]) + chunk + chunks[18...] : chunks + chunk
        return Array("RIFF".utf8) + FileBlocks.little(body.count + 4, 4) + Array("WEBP".utf8) + body
    }

    /// A GIF with one more extension in front of its first frame.
    public func adding(gifExtension label: UInt8, _ content: [UInt8]) -> [UInt8] {
        let start = 13 + (self[10] & 0x80 != 0 ? 3 << Int(self[10] & 7 + 1) : 0)
        var blocks: [UInt8] = []
        for part in stride(from: 0, to: content.count, by: 255) {
            let piece = content[part..<Swift.min(part + 255, content.count)]
            blocks += [UInt8(piece.count)] + piece
        }
        return Array(prefix(start)) + [0x21, label] + blocks + [0] + dropFirst(start)
    }

    /// An ISO base media file with one more box at its end.
    public func adding(box name: String, _ content: [UInt8]) -> [UInt8] {
        self + FileBlocks.big(content.count + 8, 4) + Array(name.utf8) + content
    }

    /// A TIFF of 32 bits with more tags: its first directory is written anew at the end of the file.
    public func adding(tags: [FileBlocks.Tag]) -> [UInt8] {
        let isLittle = first == 0x49
        func number(_ value: Int, _ width: Int) -> [UInt8] {
            isLittle ? FileBlocks.little(value, width) : FileBlocks.big(value, width)
        }
        func read(_ offset: Int, _ width: Int) -> Int {
            let bytes = self[offset..<offset + width]
            return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        let old = read(4, 4)
        let count = read(old, 2)
        var file = self + (self.count % 2 == 1 ? [0] : [])
        var entries = (0..<count).map {
            (tag: read(old + 2 + 12 * $0, 2), bytes: Array(self[old + 2 + 12 * $0..<old + 14 + 12 * $0]))
        }
        let next = Array(self[old + 2 + 12 * count..<old + 6 + 12 * count])
        for tag in tags {
            let count = tag.bytes.count / ([3: 2, 4: 4, 5: 8, 10: 8, 12: 8][tag.type] ?? 1)
            let value =
                tag.bytes.count > 4
                ? number(file.count, 4) : tag.bytes + [UInt8](repeating: 0, count: 4 - tag.bytes.count)
            if tag.bytes.count > 4 { file += tag.bytes + (tag.bytes.count % 2 == 1 ? [0] : []) }
            entries.append((tag.number, number(tag.number, 2) + number(tag.type, 2) + number(count, 4) + value))
        }
        file.replaceSubrange(4..<8, with: number(file.count, 4))
        file += number(entries.count, 2) + entries.sorted { $0.tag < $1.tag }.flatMap(\.bytes) + next
        return file
    }
}
