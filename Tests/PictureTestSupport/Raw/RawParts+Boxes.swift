import Imaging

extension RawParts {
    /// A RAF: the head, the JPEG, and the records of the sensor.
    func raf() -> [UInt8] {
        let data = sensorData
        let records =
            FileBlocks.big(2, 4) + FileBlocks.big(0x100, 2) + FileBlocks.big(4, 2)
            + FileBlocks.big(sensor.height + 24, 2) + FileBlocks.big(sensor.width + 32, 2) + FileBlocks.big(0x111, 2)
            + FileBlocks.big(4, 2) + FileBlocks.big(sensor.height, 2) + FileBlocks.big(sensor.width, 2)
        var head = Array("FUJIFILMCCD-RAW 0201FF000000Camera".utf8)
        head += [UInt8](repeating: 0, count: 84 - head.count)
        let jpeg = 160 + data.count
        head += FileBlocks.big(jpeg, 4) + FileBlocks.big(preview.count, 4)
        head += FileBlocks.big(jpeg + preview.count, 4) + FileBlocks.big(records.count, 4)
        head += [UInt8](repeating: 0, count: 160 - head.count)
        return head + data + preview + records
    }

    private func box(_ name: String, _ content: [UInt8]...) -> [UInt8] {
        let length = content.reduce(8) { $0 + $1.count }
        return content.reduce(into: FileBlocks.big(length, 4) + Array(name.utf8)) { $0 += $1 }
    }

    /// A track with one sample at this place in the file.
    private func track(_ inner: [UInt8], size: (Int, Int), place: Int, count: Int) -> [UInt8] {
        let entry = box(
            "CRAW", [UInt8](repeating: 0, count: 24), FileBlocks.big(size.0, 2), FileBlocks.big(size.1, 2),
            [UInt8](repeating: 0, count: 50), inner)
        let table = box(
            "stbl", box("stsd", FileBlocks.big(0, 4), FileBlocks.big(1, 4), entry),
            box("stsz", FileBlocks.big(0, 4), FileBlocks.big(count, 4), FileBlocks.big(1, 4)),
            box("co64", FileBlocks.big(0, 4), FileBlocks.big(1, 4), FileBlocks.big(place, 8)))
        return box("trak", box("mdia", box("minf", table)))
    }

    /// A CR3: the preview in full size in `mdat`, a smaller one in `PRVW`, and the smallest in `THMB`.
    func cr3() -> [UInt8] {
        let data = sensorData
        let head = box("ftyp", Array("crx ".utf8), FileBlocks.big(1, 4), Array("crx isom".utf8))
        var note = RawWriter(Array("II*\0".utf8), isLittle: true)
        let first = note.add([
            .short(256, sensor.width), .short(257, sensor.height), orientation.map { .short(274, $0) },
        ])
        func small(_ name: String, _ numbers: Int) -> [UInt8] {
            box(name, [UInt8](repeating: 0, count: numbers - 4), FileBlocks.big(thumbnail.count, 4), thumbnail)
        }
        let identifier: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
        ]
        let other: [UInt8] = [
            0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
        ]
        let canon = box(
            "uuid", identifier, box("CMT1", note.file(first: first)), photo.isEmpty ? [] : box("CMT2", photo),
            small("THMB", 16))
        func film(_ start: Int) -> [UInt8] {
            let jpeg = track(
                box("JPEG", [0, 0, 0, 0]), size: (480, 320), place: start + data.count, count: self.preview.count)
            let raw = track(
                box("CMP1", [UInt8](repeating: 1, count: 52)), size: (sensor.width + 88, sensor.height + 56),
                place: start,
                count: data.count)
            return box("moov", canon, isSensorFirst ? raw + jpeg : jpeg + raw)
        }
        let smaller = box("uuid", other, FileBlocks.big(1, 8), small("PRVW", 16))
        let start = head.count + film(0).count + smaller.count + 8
        return head + film(start) + smaller + box("mdat", data, self.preview)
    }
}
