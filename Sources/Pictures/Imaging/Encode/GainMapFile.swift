/// The parts of a JPEG with a gain map beside the picture (Ultra HDR image format 1.1, ISO 21496-1).
///
/// The map follows the picture. Segments of the picture tell programs of three kinds of it: XMP with the length of the
/// map, the version of ISO 21496-1, and a list of both pictures (MPF, CIPA DC-007).
struct GainMapFile {
    /// The JPEG of the map, with its values.
    private let map: [UInt8]
    /// The segments of the picture before the list.
    private let signs: [UInt8]
    /// The packet has the marks of rights.
    let hasRights: Bool

    /// - Parameter rights: The marks that stand in the same packet, of which a JPEG has one.
    init(_ map: [UInt8], _ values: GainMapPicture.Values, rights: RightsPacket? = nil) {
        let blocks = JPEGContainer.segment(0xE1, values.xmp) + JPEGContainer.segment(0xE2, values.iso21496)
        self.map = JPEGContainer.inserting(blocks, into: map)
        // The version is the first four bytes of the values, behind their name.
        let version = values.iso21496.map { Array($0.prefix(28 + 4)) }
        let descriptions = Self.descriptions(mapBytes: self.map.count, hasAdobeValues: values.xmp != nil)
        let room = JPEGContainer.longestXMP - RightsPacket.packet(descriptions).count
        let marks = rights.map(\.descriptions) ?? ""
        hasRights = !marks.isEmpty && marks.utf8.count <= room
        let packet = JPEGContainer.xmp(RightsPacket.packet(descriptions + (hasRights ? marks : "")))
        signs = JPEGContainer.segment(0xE1, packet) + JPEGContainer.segment(0xE2, version)
    }

    /// The file of a picture, which is a JPEG, and the map behind it.
    func following(_ picture: [UInt8]) -> [UInt8] {
        let start = JPEGContainer.endOfApplicationData(of: picture)
        let list = self.list(pictureBytes: picture.count + signs.count + Self.listBytes, at: start + signs.count)
        return JPEGContainer.inserting(signs + JPEGContainer.segment(0xE2, list), into: picture) + map
    }

    /// The bytes of the segment with the list.
    private static let listBytes = 4 + 4 + 50 + 32

    /// The list of both pictures (CIPA DC-007, section 5): a directory of three tags, and an entry of 16 bytes for each
    /// picture. Offsets count from the TIFF header behind the name of the segment, whose marker is at `place`.
    private func list(pictureBytes: Int, at place: Int) -> [UInt8] {
        func number(_ value: Int, _ width: Int = 4) -> [UInt8] {
            (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func tag(_ tag: Int, type: Int, count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count) + value
        }
        let header = Array("MM".utf8) + number(42, 2) + number(8)
        let directory =
            number(3, 2) + tag(0xB000, type: 7, count: 4, Array("0100".utf8))
            + tag(0xB001, type: 4, count: 1, number(2)) + tag(0xB002, type: 7, count: 32, number(50)) + number(0)
        // Kinds: the primary picture in the baseline form, and one of no kind that the standard knows.
        let primary = number(0x03_0000) + number(pictureBytes) + number(0) + number(0)
        let second = number(0) + number(map.count) + number(pictureBytes - (place + 8)) + number(0)
        return Array("MPF\0".utf8) + header + directory + primary + second
    }

    /// The XMP of the picture: the directory of Ultra HDR, and the version of Adobe's values where the map has them.
    private static func descriptions(mapBytes: Int, hasAdobeValues: Bool) -> String {
        let version =
            hasAdobeValues ? #" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0""# : ""
        let item = #"<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic="#
        return #"<rdf:Description rdf:about="" xmlns:Container="http://ns.google.com/photos/1.0/container/""#
            + #" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"\#(version)>"#
            + "<Container:Directory><rdf:Seq>\(item)\"Primary\"/></rdf:li>"
            + "\(item)\"GainMap\" Item:Length=\"\(mapBytes)\"/></rdf:li></rdf:Seq></Container:Directory>"
            + "</rdf:Description>"
    }
}
