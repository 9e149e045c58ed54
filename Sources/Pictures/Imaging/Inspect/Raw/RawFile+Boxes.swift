extension RawFile {
    /// Fujifilm: offset and length of the whole JPEG at 84 and 88, those of the records of the sensor at 92 and 96.
    mutating func read(raf bytes: Span<UInt8>) {
        guard reach.holds(0, 112, of: bytes) else { return }
        add(jpegAt: bytes.u32(at: 84), length: bytes.u32(at: 88), of: bytes)
        guard let start = bytes.u32(at: 92), reach.holds(start, 4096, of: bytes), let count = bytes.u32(at: start)
        else {
            return
        }
        var position = start + 4
        var full: Size?
        for _ in 0..<min(count, 256) {
            guard let tag = bytes.u16(at: position), let length = bytes.u16(at: position + 2) else { break }
            // Height before width: of the sensor, and of its part that is the picture.
            if tag == 0x100 || tag == 0x111, let height = bytes.u16(at: position + 4),
                let width = bytes.u16(at: position + 6)
            {
                if tag == 0x111 { take(sensor: Size(width: width, height: height)) }
                full = Size(width: width, height: height)
            }
            position += 4 + length
            guard position <= start + 4096 - 8 else { break }
        }
        if sensor == nil, let full { take(sensor: full) }
    }

    /// Canon's CR3, an ISO base media file: the picture in full size is the sample of a track, the others are in boxes.
    mutating func read(cr3 bytes: Span<UInt8>) {
        guard let file = boxes(in: 0..<bytes.count, of: bytes) else { return }
        for box in file where box.isNamed("uuid", in: bytes) {
            // Eight bytes stand between the identifier and the box of the preview.
            guard reach.holds(box.content.lowerBound, 64, of: bytes),
                bytes.isIdentifier([0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88], at: box.content.lowerBound),
                box.content.count > 24, let inner = boxes(in: box.content.dropFirst(24), of: bytes)
            else { continue }
            for box in inner where box.isNamed("PRVW", in: bytes) { add(box: box, of: bytes) }
        }
        guard let film = file.first(where: { $0.isNamed("moov", in: bytes) }),
            let inner = boxes(in: film.content, of: bytes)
        else { return }
        var tracks = 0
        for box in inner {
            if box.isNamed("uuid", in: bytes), reach.holds(box.content.lowerBound, 64, of: bytes),
                bytes.isIdentifier([0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0], at: box.content.lowerBound),
                box.content.count > 16
            {
                read(canon: box.content.dropFirst(16), of: bytes)
            } else if box.isNamed("trak", in: bytes), tracks < 16 {
                tracks += 1
                read(track: box.content, of: bytes)
            }
        }
    }

    /// The boxes of a part, each head of which is there.
    private mutating func boxes(in range: Range<Int>, of bytes: Span<UInt8>) -> [ISOBox]? {
        var position = range.lowerBound
        // The heads only: the boxes themselves may be as long as the file.
        for _ in 0..<64 where position < range.upperBound {
            guard reach.holds(position, 16, of: bytes) else { return nil }
            guard let box = ISOBoxes(in: position..<range.upperBound, most: 1, of: bytes).boxes.first else { break }
            position = box.content.upperBound
        }
        return ISOBoxes(in: range.lowerBound..<min(position, range.upperBound), most: 64, of: bytes).boxes
    }

    /// A box with a JPEG behind a few numbers, whose count depends on its version.
    private mutating func add(box: ISOBox, of bytes: Span<UInt8>) {
        let start = box.content.lowerBound
        guard reach.holds(start, 64, of: bytes) else { return }
        for head in stride(from: 8, through: 32, by: 2) where bytes.u24(at: start + head) == 0xFFD8FF {
            add(jpegAt: start + head, length: box.content.upperBound - start - head, of: bytes)
            return
        }
    }

    /// The boxes of Canon's own: the small picture, and the first directory (`CMT1`), a TIFF of its own.
    private mutating func read(canon range: Range<Int>, of bytes: Span<UInt8>) {
        for box in boxes(in: range, of: bytes) ?? [] {
            if box.isNamed("THMB", in: bytes) { add(box: box, of: bytes) }
            describesPhoto = describesPhoto || box.isNamed("CMT2", in: bytes)
            guard box.isNamed("CMT1", in: bytes), !box.content.isEmpty,
                reach.holds(box.content.lowerBound, box.content.count, of: bytes)
            else { continue }
            let block = bytes.extracting(box.content)
            guard let layout = TIFFLayout(block), !layout.isBig,
                let tags = RawTags(
                    layout, at: layout.firstDirectory, in: block, base: box.content.lowerBound, reach: &reach)
            else { continue }
            orientation = tags.orientation(in: block)
            if let size = tags.size(in: block) { sensor = size }
        }
    }

    /// A track with one picture: a JPEG, or the data of the sensor, whose sides count where the directory has none.
    private mutating func read(track: Range<Int>, of bytes: Span<UInt8>) {
        var table = track
        for name in ["mdia", "minf", "stbl"] {
            guard let box = boxes(in: table, of: bytes)?.first(where: { $0.isNamed(name, in: bytes) }) else { return }
            table = box.content
        }
        guard let boxes = boxes(in: table, of: bytes) else { return }
        func content(_ name: String) -> Int? { boxes.first { $0.isNamed(name, in: bytes) }?.content.lowerBound }
        guard let description = content("stsd"), reach.holds(description, 256, of: bytes),
            bytes.holds("CRAW", at: description + 12)
        else { return }
        // Behind the entry of 78 bytes that all pictures have: a box for a JPEG, or for the data of the sensor.
        let isJPEG = (90...106).contains { bytes.holds("JPEG", at: description + $0) }
        if !isJPEG, sensor == nil, let width = bytes.u16(at: description + 40),
            let height = bytes.u16(at: description + 42)
        {
            take(sensor: Size(width: width, height: height))
        }
        guard isJPEG, let sizes = content("stsz"), reach.holds(sizes, 16, of: bytes) else { return }
        // One size for all samples, or else a list.
        let length = bytes.u32(at: sizes + 4).flatMap { $0 > 0 ? $0 : bytes.u32(at: sizes + 12) }
        if let chunks = content("co64"), reach.holds(chunks, 16, of: bytes) {
            add(jpegAt: bytes.u64(at: chunks + 8), length: length, of: bytes)
        } else if let chunks = content("stco"), reach.holds(chunks, 16, of: bytes) {
            add(jpegAt: bytes.u32(at: chunks + 8), length: length, of: bytes)
        }
    }
}

extension Span where Element == UInt8 {
    /// Returns true if an identifier that begins with these bytes is at `offset`.
    fileprivate func isIdentifier(_ start: [UInt8], at offset: Int) -> Bool {
        range(at: offset, length: start.count).map { copy($0) == start } ?? false
    }
}
