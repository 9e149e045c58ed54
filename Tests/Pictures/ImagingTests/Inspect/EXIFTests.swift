import Testing

@testable import Imaging

@Suite("EXIF orientation")
struct EXIFTests {
    @Test("all eight values, in both byte orders, as SHORT and as LONG", arguments: 1...8, [true, false])
    func orientations(_ orientation: Int, isLittle: Bool) throws {
        for type in [3, 4] {
            let block = Made.exif(orientation: orientation, isLittle: isLittle, type: type)
            #expect(EXIF.orientation(block.span) == orientation)
            let header = try inspect(Made.jpeg(Made.exifSegment(block), Made.frame(width: 40, height: 30)))
            #expect(header.orientation == orientation)
            #expect(header.storedSize == Size(width: 40, height: 30))
            #expect(header.uprightSize == Size(width: orientation < 5 ? 40 : 30, height: orientation < 5 ? 30 : 40))
            #expect(header.exif == block)
        }
    }

    @Test("values outside 1 to 8 count as 1", arguments: [0, 9, 255, 65535])
    func impossibleValues(_ value: Int) {
        #expect(EXIF.orientation(Made.exif(orientation: value).span) == 1)
    }

    @Test("a value of another type, or more than one value, counts as 1")
    func wrongTypes() {
        #expect(EXIF.orientation(Made.tiff([.init(tag: 0x112, type: 1, value: 6)]).span) == 1)
        #expect(EXIF.orientation(Made.tiff([.init(tag: 0x112, type: 2, value: 6)]).span) == 1)
        #expect(EXIF.orientation(Made.tiff([.init(tag: 0x112, count: 2, value: 0x0006_0006)]).span) == 1)
        #expect(EXIF.orientation(Made.tiff([.init(tag: 0x112, count: 0, value: 6)]).span) == 1)
    }

    @Test("the tag of the thumbnail's directory is ignored")
    func thumbnail() {
        let thumbnail = [Made.Entry(tag: 0x112, value: 6)]
        #expect(EXIF.orientation(Made.tiff([.init(tag: 0x10F, value: 1)], next: [thumbnail]).span) == 1)
        #expect(EXIF.orientation(Made.tiff([.init(tag: 0x112, value: 3)], next: [thumbnail]).span) == 3)
    }

    @Test("the tag is found behind others, and the first of two counts")
    func severalTags() {
        let entries = [(0x10F, 1), (0x110, 1), (0x112, 8), (0x112, 3)].map { Made.Entry(tag: $0.0, value: $0.1) }
        #expect(EXIF.orientation(Made.tiff(entries).span) == 8)
    }

    @Test("broken blocks count as 1")
    func brokenBlocks() {
        let good = Made.exif(orientation: 6)
        func changed(_ place: Int, _ bytes: [UInt8]) -> [UInt8] {
            var copy = good
            copy.replaceSubrange(place..<(place + bytes.count), with: bytes)
            return copy
        }
        #expect(EXIF.orientation([UInt8]().span) == 1)
        #expect(EXIF.orientation(ascii("II").span) == 1)
        #expect(EXIF.orientation(ascii("XX*\0\u{8}\0\0\0").span) == 1)
        #expect(EXIF.orientation(changed(2, [43, 0]).span) == 1, "not the number 42")
        #expect(EXIF.orientation(changed(4, [0xFF, 0xFF, 0xFF, 0xFF]).span) == 1, "directory past the end")
        #expect(EXIF.orientation(changed(4, [0, 0, 0, 0]).span) == 1, "directory inside the header")
        #expect(EXIF.orientation(changed(8, [0, 0]).span) == 1, "no entries")
        #expect(EXIF.orientation(changed(8, [0xFF, 0xFF]).span) == 6, "too many entries announced, ours is there")
        for count in 0..<20 { #expect(EXIF.orientation(Array(good.prefix(count)).span) == 1, "cut at \(count)") }
    }

    @Test("a directory that links to itself ends the search")
    func loop() {
        var block = Made.tiff([.init(tag: 0x10F, value: 1)])
        block.replaceSubrange((block.count - 4)..., with: little(8, 4))
        #expect(EXIF.orientation(block.span) == 1)
    }
}
