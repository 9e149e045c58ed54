import Imaging

extension RawParts {
    private typealias Entry = RawWriter.Entry

    private func writer(_ little: String = "II*\0", _ big: String = "MM\0*") -> RawWriter {
        RawWriter(Array((isLittle ? little : big).utf8), isLittle: isLittle)
    }

    private var turned: RawWriter.Entry? { orientation.map { .short(274, $0) } }

    /// A directory with the data of a sensor.
    private func sensorDirectory(
        _ writer: inout RawWriter, compression: Int, photometric: Int = 32803, crop: Bool = false
    ) -> Int {
        let data = sensorData
        let place = writer.add(data)
        // The whole has edges beside the crop.
        let edge = crop ? 16 : 0
        return writer.add([
            .long(254, 0), .long(256, sensor.width + edge), .long(257, sensor.height + edge), .short(258, 14),
            .short(259, compression), .short(262, photometric), .long(273, place), .short(277, 1),
            .long(279, data.count),
            crop ? .long(50720, sensor.width, sensor.height) : nil,
        ])
    }

    private func jpeg(_ data: [UInt8], _ writer: inout RawWriter, tags: [RawWriter.Entry?] = [], next: Int = 0) -> Int {
        let place = writer.add(data)
        return writer.add([.short(259, 6), .long(513, place), .long(514, data.count)] + tags, next: next)
    }

    /// An uncompressed picture in the first directory: the one that generic readers take.
    private func plain(_ writer: inout RawWriter) -> [RawWriter.Entry?] {
        let data = [UInt8](repeating: 200, count: 16 * 12 * 3)
        let place = writer.add(data)
        return [
            .long(254, 1), .long(256, 16), .long(257, 12), .short(258, 8, 8, 8), .short(259, 1), .short(262, 2),
            .long(273, place), .short(277, 3), .long(278, 12), .long(279, data.count),
        ]
    }

    func nef(inNote: Bool) -> [UInt8] {
        var writer = self.writer()
        var below = [sensorDirectory(&writer, compression: 34713)]
        if !inNote { below.insert(jpeg(preview, &writer, tags: [.long(254, 1), turned]), at: isSensorFirst ? 1 : 0) }
        // A TIFF of its own, with its own offsets.
        var note = RawWriter(Array((isLittle ? "MM\0*" : "II*\0").utf8), isLittle: !isLittle)
        let inner = jpeg(inNote ? preview : thumbnail, &note)
        let first = note.add([.long(0x11, inner)])
        let photo = writer.add([.bytes(37500, Array("Nikon\0".utf8) + [2, 0x11, 0, 0] + note.file(first: first))])
        let directories = Entry(tag: 330, type: 4, values: below)
        return writer.file(first: writer.add(plain(&writer) + [turned, directories, .long(34665, photo)]))
    }

    func cr2() -> [UInt8] {
        var writer = self.writer()
        // The first directory stands at 16, and is written last.
        let count = 9
        _ = writer.add(Array("CR".utf8) + [2, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 6 + 12 * count))
        let data = sensorData
        let raw = writer.add(data)
        let third = writer.add([.short(259, 6), .long(273, raw), .long(279, data.count)])
        let second = writer.add(plain(&writer), next: third)
        let first = jpeg(thumbnail, &writer, next: second)
        let picture = writer.add(preview)
        let photo = writer.add([.long(40962, sensor.width), .long(40963, sensor.height)])
        var head = RawWriter([UInt8](repeating: 0, count: 12), isLittle: true)
        _ = head.add(
            [
                .long(256, 480), .long(257, 320), .short(258, 8), .short(259, 6), .long(273, picture),
                .short(274, orientation ?? 1), .long(279, preview.count), .short(277, 3), .long(34665, photo),
            ], next: first)
        writer.replace(16, with: Array(head.bytes[16...]))
        return writer.file(first: 16)
    }

    func arw() -> [UInt8] {
        var writer = self.writer()
        let raw = sensorDirectory(&writer, compression: 32767)
        let second = jpeg(thumbnail, &writer)
        return writer.file(
            first: jpeg(preview, &writer, tags: [.long(254, 1), turned, .long(330, raw)], next: second))
    }

    func dng() -> [UInt8] {
        var writer = self.writer()
        let place = writer.add(preview)
        let picture = writer.add([
            .long(254, 1), .long(256, 480), .long(257, 320), .short(259, 7), .short(262, 6), .long(273, place),
            .short(277, 3), .long(279, preview.count),
        ])
        let raw = sensorDirectory(&writer, compression: 7, crop: true)
        let below = Entry(tag: 330, type: 4, values: isSensorFirst ? [raw, picture] : [picture, raw])
        return writer.file(
            first: writer.add(plain(&writer) + [turned, below, .bytes(50706, [1, 4, 0, 0])]))
    }

    func phoneDNG() -> [UInt8] {
        var writer = self.writer()
        let raw = sensorDirectory(&writer, compression: 7, photometric: 34892)
        // A mask that is no picture, though it is a JPEG.
        let mask = writer.add(thumbnail)
        let third = writer.add([
            .long(254, 65540), .short(259, 7), .short(262, 6), .long(273, mask), .long(279, thumbnail.count),
        ])
        let place = writer.add(preview)
        return writer.file(
            first: writer.add([
                .long(254, 1), .long(256, 480), .long(257, 320), .short(259, 7), .short(262, 6), .long(273, place),
                turned, .short(277, 3), .long(279, preview.count), .long(330, raw, third), .bytes(50706, [1, 4, 0, 0]),
            ]))
    }

    func orf() -> [UInt8] {
        var writer = self.writer("IIRO", "MMOR")
        let data = sensorData
        let place = writer.add(data)
        let start = writer.next
        // The note begins at `start`, and its offsets count from there.
        var note = RawWriter(Array("OLYMPUS\0".utf8), isLittle: isLittle)
        note.replace(8, with: Array((isLittle ? "II" : "MM").utf8) + [3, 0])
        let head = 2 + 12 + 4
        _ = note.add([UInt8](repeating: 0, count: head))
        let picture = note.add(preview)
        let settings = note.add([.long(0x100, 1), .long(0x101, picture), .long(0x102, preview.count)])
        var first = RawWriter([UInt8](repeating: 0, count: 8), isLittle: isLittle)
        _ = first.add([Entry(tag: 0x2020, type: 13, values: [settings])])
        note.replace(12, with: Array(first.bytes[12...]))
        _ = writer.add(note.bytes)
        // The value of the tag is the note itself.
        let photo = writer.next
        _ = writer.add(
            writer.number(1, 2) + writer.number(37500, 2) + writer.number(7, 2) + writer.number(note.bytes.count, 4)
                + writer.number(start, 4) + writer.number(0, 4))
        return writer.file(
            first: writer.add([
                .long(256, sensor.width), .long(257, sensor.height), .short(258, 16), .short(259, 1), .long(273, place),
                turned, .long(279, data.count), .long(34665, photo),
            ]))
    }

    func rw2() -> [UInt8] {
        var writer = RawWriter(Array("IIU\0".utf8), isLittle: true)
        let data = sensorData
        let place = writer.add(data)
        return writer.file(
            first: writer.add([
                .short(2, sensor.width + 40), .short(3, sensor.height + 20), .short(4, 8), .short(5, 12),
                .short(6, sensor.height + 8), .short(7, sensor.width + 12), .bytes(0x2E, preview), .long(273, place),
                turned, .long(279, data.count),
            ]))
    }

    func pef() -> [UInt8] {
        var writer = self.writer()
        let third = jpeg(preview, &writer)
        let second = jpeg(thumbnail, &writer, next: third)
        let data = sensorData
        let place = writer.add(data)
        return writer.file(
            first: writer.add(
                [
                    .long(256, sensor.width), .long(257, sensor.height), .short(258, 12), .short(259, 65535),
                    .short(262, 32803), .long(273, place), turned, .short(277, 1), .long(279, data.count),
                ], next: second))
    }

    func srw() -> [UInt8] {
        var writer = self.writer()
        let small = jpeg(thumbnail, &writer)
        let second = writer.add([.long(254, 1), .long(330, small)])
        let below = jpeg(preview, &writer, tags: [.long(254, 1)])
        let data = sensorData
        let place = writer.add(data)
        return writer.file(
            first: writer.add(
                [
                    .long(256, sensor.width), .long(257, sensor.height), .short(258, 12), .short(259, 32770),
                    .short(262, 32803), .long(273, place), turned, .long(279, data.count), .long(330, below),
                ], next: second))
    }
}
