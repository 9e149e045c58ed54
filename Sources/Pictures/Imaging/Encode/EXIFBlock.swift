/// The tags of an EXIF block that outputs keep, to be written anew for each of them.
///
/// A block holds more than its tags say: a second directory has a small picture of the whole photo, and so may a value, or
/// bytes that no tag reaches. An output that is cut out of a photo must not show what was cut off.
struct EXIFBlock: Sendable {
    private let order: ByteOrder
    /// The directories that are written: that of the picture, and those of the photo, of its interoperability and of its
    /// place.
    private var main: [EXIFTag] = []
    private var photo: [EXIFTag] = []
    private var interoperability: [EXIFTag] = []
    private var place: [EXIFTag] = []
    /// The note of the camera's maker and its place. It stays there, for its own offsets count from the start of the block.
    private var note: (offset: Int, bytes: [UInt8])?

    /// Nil for a block that cannot be read, and for one whose values are longer than itself.
    init?(_ block: Span<UInt8>, keepsNote: Bool) {
        guard let layout = TIFFLayout(block), !layout.isBig,
            let main = layout.directory(at: layout.firstDirectory, in: block)
        else { return nil }
        order = layout.order
        var room = block.count
        func directory(_ pointer: Int, of parent: TIFFDirectory?) -> TIFFDirectory? {
            parent?.integer(pointer, in: block).flatMap { layout.directory(at: $0, in: block) }
        }
        func kept(_ directory: TIFFDirectory?, _ keeps: (Int) -> Bool) -> [EXIFTag]? {
            guard let directory else { return [] }
            var kept: [Int: EXIFTag] = [:]
            for (number, field) in directory.fields(in: block) where keeps(number) && kept[number] == nil {
                guard let tag = EXIFTag(number, field, in: block) else { continue }
                room -= tag.value.count
                if room < 0 { return nil }
                if tag.isText || tag.value.count <= EXIFBlock.longest, !tag.value.holdsPicture { kept[number] = tag }
            }
            return kept.values.sorted { $0.number < $1.number }
        }
        let (photo, place) = (directory(0x8769, of: main), directory(0x8825, of: main))
        guard let mainTags = kept(main, EXIFTag.describesPicture),
            let photoTags = kept(photo, EXIFTag.describesPhoto),
            let related = kept(directory(0xA005, of: photo), { _ in true }),
            let placeTags = kept(place, { _ in true })
        else { return nil }
        (self.main, self.photo, interoperability, self.place) = (mainTags, photoTags, related, placeTags)
        if keepsNote, let field = photo?.field(EXIFTag.note, in: block), field.offset >= 8, field.length > 4,
            let range = block.range(at: field.offset, length: field.length), range.count <= room
        {
            note = (range.lowerBound, block.copy(range))
        }
    }

    /// A block without tags.
    init() { order = .big }

    /// The same with tags of the picture, as far as it has none of their numbers.
    func adding(_ tags: [EXIFTag]) -> EXIFBlock {
        var block = self
        block.main += tags.filter { tag in !main.contains { $0.number == tag.number } }
        return block
    }

    /// The most bytes of a value that is no text: longer ones are those of programs, and may be pictures.
    private static let longest = 1024

    /// The block of an upright picture with these sides, without anything else than its tags.
    ///
    /// - Parameter colorSpace: The value of the tag of that name, where the block has it; nil leaves it as it is.
    /// - Returns: Nothing, where no tag is left.
    func written(_ size: Size, colorSpace: Int?) -> [UInt8] {
        var (main, photo) = (main, photo)
        if main.isEmpty && photo.isEmpty && place.isEmpty && note == nil { return [] }
        if let index = main.firstIndex(where: { $0.number == 0x0112 }) {
            main[index] = EXIFTag(0x0112, short: 1, order)
        }
        if let colorSpace, let index = photo.firstIndex(where: { $0.number == 0xA001 }) {
            photo[index] = EXIFTag(0xA001, short: colorSpace, order)
        }
        // With it a file says that its colors are those of Adobe RGB.
        let interoperability = colorSpace == nil ? interoperability : []
        if !photo.isEmpty || note != nil {
            photo += [EXIFTag(0xA002, long: size.width, order), EXIFTag(0xA003, long: size.height, order)]
        }
        if let note { photo.append(EXIFTag(EXIFTag.note, type: 7, count: note.bytes.count, value: [])) }
        if !interoperability.isEmpty { photo.append(EXIFTag(0xA005, long: 0, order)) }
        if !photo.isEmpty { main.append(EXIFTag(0x8769, long: 0, order)) }
        if !place.isEmpty { main.append(EXIFTag(0x8825, long: 0, order)) }

        let parts = [main, photo, interoperability, place].map { $0.sorted { $0.number < $1.number } }
        let lengths = parts.map { $0.isEmpty ? 0 : 6 + $0.reduce(0) { $0 + 12 + $1.outside } }
        // The directories go in front of the note where they fit, and else behind it.
        let isBehind = note.map { 8 + lengths.reduce(0, +) > $0.offset } ?? false
        let start = isBehind ? note.map { ($0.offset + $0.bytes.count + 1) & ~1 } ?? 8 : 8
        let starts = lengths.indices.map { start + lengths[..<$0].reduce(0, +) }
        let pointers = [0x8769: starts[1], 0xA005: starts[2], 0x8825: starts[3], EXIFTag.note: note?.offset ?? 0]

        var bytes = Array((order == .little ? "II" : "MM").utf8) + order.bytes(42, 2) + order.bytes(start, 4)
        func fill(to end: Int) { bytes += [UInt8](repeating: 0, count: max(end - bytes.count, 0)) }
        if isBehind, let note {
            fill(to: note.offset)
            bytes += note.bytes
            fill(to: start)
        }
        for (part, start) in zip(parts, starts) where !part.isEmpty {
            var outside: [UInt8] = []
            let end = start + 6 + 12 * part.count
            bytes += order.bytes(part.count, 2)
            for tag in part {
                bytes += order.bytes(tag.number, 2) + order.bytes(tag.type, 2) + order.bytes(tag.count, 4)
                if let pointer = pointers[tag.number] {
                    bytes += order.bytes(pointer, 4)
                } else if tag.outside == 0 {
                    bytes += tag.value + [UInt8](repeating: 0, count: 4 - tag.value.count)
                } else {
                    bytes += order.bytes(end + outside.count, 4)
                    outside += tag.value + [UInt8](repeating: 0, count: tag.value.count & 1)
                }
            }
            bytes += [0, 0, 0, 0] + outside
        }
        if !isBehind, let note {
            fill(to: note.offset)
            bytes += note.bytes
        }
        return bytes
    }
}

extension ByteOrder {
    /// The low bytes of a number.
    fileprivate func bytes(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (self == .little ? $0 : width - 1 - $0))) }
    }
}

extension [UInt8] {
    /// True where a JPEG or a PNG begins somewhere within.
    fileprivate var holdsPicture: Bool {
        let bytes = span
        return indices.contains { index in
            self[index] == 0xFF && bytes.u24(at: index) == 0xFFD8FF
                || self[index] == 0x89 && bytes.u32(at: index) == 0x8950_4E47
        }
    }
}

extension EXIFTag {
    fileprivate init(_ number: Int, short value: Int, _ order: ByteOrder) {
        self.init(number, type: 3, count: 1, value: order.bytes(value, 2))
    }

    fileprivate init(_ number: Int, long value: Int, _ order: ByteOrder) {
        self.init(number, type: 4, count: 1, value: order.bytes(value, 4))
    }
}
