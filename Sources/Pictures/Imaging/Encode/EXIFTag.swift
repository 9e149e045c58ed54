/// A tag of an EXIF block with its value, which has the byte order of the block.
struct EXIFTag: Sendable {
    let number: Int
    let type: Int
    let count: Int
    let value: [UInt8]

    init(_ number: Int, type: Int, count: Int, value: [UInt8]) {
        (self.number, self.type, self.count, self.value) = (number, type, count, value)
    }

    /// Nil where the value is not in the block, and for a type that no standard knows.
    init?(_ number: Int, _ field: TIFFField, in block: Span<UInt8>) {
        guard (1...13).contains(field.type) || field.type == 129, field.count > 0,
            let range = block.range(at: field.offset, length: field.length)
        else { return nil }
        self.init(number, type: field.type, count: field.count, value: block.copy(range))
    }

    /// The bytes that the value takes beside its directory, an even number.
    var outside: Int { value.count > 4 ? (value.count + 1) & ~1 : 0 }

    /// Words of people or cameras, of any length: ASCII, UTF-8 of EXIF 3.0, the comment, and those that Windows writes.
    var isText: Bool { type == 2 || type == 129 || number == 0x9286 || (0x9C9B...0x9C9F).contains(number) }

    /// The note of the camera's maker, in a form of its own.
    static let note = 0x927C
    /// Those who made the picture, and the notice of rights.
    static let artist = 0x013B
    static let copyright = 0x8298

    /// True for the tags of the first directory but for those that say where pixels are, and blocks of other kinds that may
    /// hold pictures: XMP, IPTC, resources of Photoshop and private ones of DNG.
    static func describesPicture(_ number: Int) -> Bool {
        switch number {
        case 0xFE...0x103, 0x106, 0x111, 0x115...0x119, 0x11C, 0x120...0x125, 0x140...0x15B, 0x200...0x210, 0x2BC,
            0x83BB,
            0x8649, 0x8769, 0x8773, 0x8825, 0x935C, 0xC612...0xC7FF, 0xEA1C:
            false
        default: true
        }
    }

    /// True for the tags of the photo's directory but for its sides and the areas in it, which are those of the input, and
    /// for the note of the maker, which may hold pictures.
    static func describesPhoto(_ number: Int) -> Bool {
        ![note, 0x9214, 0xA002, 0xA003, 0xA005, 0xA214, 0xEA1C].contains(number)
    }
}
