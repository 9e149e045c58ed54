@testable import Imaging

/// An EXIF block as cameras write it: with a note of the maker, a place, and a small picture of the whole photo.
struct CameraBlock {
    typealias Tag = (number: Int, type: Int, count: Int, value: [UInt8])

    static let secret = ascii("between the values")
    /// Not a whole picture: it begins as one does.
    static let thumbnail = [0xFF, 0xD8, 0xFF, 0xDB] + ascii("a small picture of the whole photo") + [0xFF, 0xD9]
    static let note = ascii("Maker\0") + thumbnail
    static let comment = ascii("ASCII\0\0\0" + String(repeating: "long words ", count: 200))

    let isLittle: Bool
    private(set) var bytes: [UInt8]
    /// The place of the note of the maker.
    private(set) var noteOffset = 0

    private func number(_ value: Int, _ width: Int) -> [UInt8] { isLittle ? little(value, width) : big(value, width) }

    init(isLittle: Bool) {
        self.isLittle = isLittle
        bytes = Array((isLittle ? "II" : "MM").utf8)
        bytes += number(42, 2) + number(8, 4)
        func text(_ tag: Int, _ text: String) -> Tag { (tag, 2, text.utf8.count + 1, Array(text.utf8) + [0]) }
        func short(_ tag: Int, _ values: Int...) -> Tag { (tag, 3, values.count, join(values.map { number($0, 2) })) }
        func long(_ tag: Int, _ value: Int) -> Tag { (tag, 4, 1, number(value, 4)) }
        // The offsets of the other directories are filled in below.
        add([
            text(0x10E, "A gate"), text(0x10F, "Maker"), short(0x112, 6), text(0x132, "2024:08:01 10:00:00"),
            (0x2BC, 1, CameraBlock.thumbnail.count, CameraBlock.thumbnail), text(0x8298, "A person"), long(0x8769, 0),
            long(0x8825, 0), (0xC4A5, 7, 2000, [UInt8](repeating: 9, count: 2000)),
        ])
        bytes += CameraBlock.secret + [0]
        link(0x8769, in: 8)
        let photo = bytes.count
        add([
            text(0x9003, "2024:08:01 10:00:00"), (0x927C, 7, CameraBlock.note.count, CameraBlock.note),
            (0x9286, 7, CameraBlock.comment.count, CameraBlock.comment), short(0x9214, 2000, 1500, 100, 100),
            short(0xA001, 65535), long(0xA002, 4000), long(0xA003, 3000), long(0xA005, 0),
        ])
        link(0xA005, in: photo)
        add([text(1, "R03")])
        link(0x8825, in: 8)
        add([(0, 1, 4, [2, 3, 0, 0]), text(1, "N"), (2, 5, 3, [UInt8](repeating: 1, count: 24))])
        // The second directory follows the first one.
        let next = 8 + 2 + 9 * 12
        bytes.replaceSubrange(next..<next + 4, with: number(bytes.count, 4))
        add([short(0x103, 6), long(0x201, bytes.count + 2 + 3 * 12 + 4), long(0x202, CameraBlock.thumbnail.count)])
        bytes += CameraBlock.thumbnail
    }

    private mutating func add(_ tags: [Tag]) {
        var outside: [UInt8] = []
        let end = bytes.count + 2 + 12 * tags.count + 4
        bytes += number(tags.count, 2)
        for tag in tags {
            bytes += number(tag.number, 2) + number(tag.type, 2) + number(tag.count, 4)
            if tag.value.count <= 4 {
                bytes += tag.value + [UInt8](repeating: 0, count: 4 - tag.value.count)
            } else {
                if tag.number == 0x927C { noteOffset = end + outside.count }
                bytes += number(end + outside.count, 4)
                outside += tag.value + (tag.value.count % 2 == 1 ? [0] : [])
            }
        }
        bytes += [0, 0, 0, 0] + outside
    }

    /// Sets the value of a tag to the end of the block.
    private mutating func link(_ tag: Int, in directory: Int) {
        var entry = directory + 2
        while Array(bytes[entry..<entry + 2]) != number(tag, 2) { entry += 12 }
        bytes.replaceSubrange(entry + 8..<entry + 12, with: number(bytes.count, 4))
    }

    /// The values of a block by the tags of the directories that lead to them, such as `8769/A002`.
    static func values(_ block: [UInt8]) -> [String: [UInt8]] {
        let bytes = block.span
        guard let layout = TIFFLayout(bytes) else { return [:] }
        var values: [String: [UInt8]] = [:]
        func read(_ offset: Int, _ path: String) {
            guard let directory = layout.directory(at: offset, in: bytes) else { return }
            for (tag, field) in directory.fields(in: bytes) {
                let name = path + String(tag, radix: 16, uppercase: true)
                if [0x8769, 0x8825, 0xA005].contains(tag) { read(field.integer(0, in: bytes) ?? 0, name + "/") }
                values[name] = bytes.range(at: field.offset, length: field.length).map { bytes.copy($0) }
            }
            if path.isEmpty, let next = directory.next(in: bytes), next != 0 { read(next, "next/") }
        }
        read(layout.firstDirectory, "")
        return values
    }
}
