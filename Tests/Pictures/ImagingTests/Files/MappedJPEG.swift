import Imaging

/// A JPEG with a gain map behind it, put together by hand as Ultra HDR image format 1.1 describes it.
struct MappedJPEG {
    /// The XMP with the values of the map.
    static let adobe = xmp(
        #"<rdf xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="2.5"/>"#)
    /// The segment of ISO 21496-1 of the map: the version, and values that nobody here reads.
    static let iso = version + [UInt8](repeating: 0x40, count: 57)
    /// The one of the picture, which ends with the version.
    static let version = ascii("urn:iso:std:iso:ts:21496:-1\0") + [0, 0, 0, 1]

    var picture: [UInt8]
    var map: [UInt8]
    var orientation = 1
    var hasAdobe = true
    var hasISO = true
    var hasList = true
    /// The XMP of the picture names the length of the map.
    var hasDirectory = true
    /// Added to the offset and to the length of the map in the list.
    var offsetFault = 0
    var lengthFault = 0
    /// The length of the map in XMP, where it is another one.
    var directoryLength: Int?

    init(_ picture: [UInt8], map: [UInt8]) {
        self.picture = picture
        self.map = map
    }

    static func xmp(_ text: String) -> [UInt8] { ascii("http://ns.adobe.com/xap/1.0/\0" + text) }

    /// The map with its values.
    var wholeMap: [UInt8] {
        let values =
            (hasAdobe ? Made.segment(0xE1, Self.adobe) : []) + (hasISO ? Made.segment(0xE2, Self.iso) : [])
        return Array(map.prefix(2)) + values + map.dropFirst(2)
    }

    var file: [UInt8] {
        let map = wholeMap
        let items =
            #"<Container:Item Item:Semantic="Primary"/><Container:Item Item:Semantic="GainMap" "#
            + #"Item:Length="\#(directoryLength ?? map.count)"/>"#
        let packet =
            #"<rdf xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0">"#
            + (hasDirectory ? items : "") + "</rdf>"
        let signs =
            Made.exifSegment(Made.exif(orientation: orientation)) + Made.segment(0xE1, Self.xmp(packet))
            + (hasISO ? Made.segment(0xE2, Self.version) : [])
        let listBytes = hasList ? 90 : 0
        let pictureBytes = picture.count + signs.count + listBytes
        let offset = pictureBytes - (2 + signs.count + 8)
        let entries = [(0, 0), (map.count + lengthFault, offset + offsetFault)]
        let index = Made.tiff(
            [
                .init(tag: 0xB000, type: 7, count: 4, value: 0x30), .init(tag: 0xB001, type: 4, value: 2),
                .init(tag: 0xB002, type: 7, count: 32, value: 50),
            ], isLittle: false, tail: join(entries.map { big(0, 4) + big($0.0, 4) + big($0.1, 4) + big(0, 4) }))
        let list = hasList ? Made.segment(0xE2, ascii("MPF\0") + index) : []
        return Array(picture[..<2]) + signs + list + picture[2...] + map
    }
}

/// Both pictures of a file that a library wrote, by its list (CIPA DC-007); nil where the list leads anywhere but to a
/// second picture that begins behind the first and ends with the file.
struct ListedJPEGs {
    let picture: [UInt8]
    let map: [UInt8]

    init?(_ file: [UInt8]) {
        func number(_ place: Int) -> Int { file[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
        guard let name = file.firstRange(of: ascii("MPF\0MM\0*")) else { return nil }
        let header = name.lowerBound + 4
        let entries = header + number(header + 42)
        let (length, offset) = (number(entries + 20), number(entries + 24))
        let end = number(entries + 4)
        guard number(entries + 8) == 0, header + offset == end, end + length == file.count,
            file[(end - 2)..<(end + 3)] == [0xFF, 0xD9, 0xFF, 0xD8, 0xFF], file.suffix(2) == [0xFF, 0xD9]
        else { return nil }
        picture = Array(file[..<end])
        map = Array(file[end...])
    }
}
