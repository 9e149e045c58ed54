extension RawFile {
    /// Reads the previews in the note of a camera (tag 37500). Each maker counts offsets from a place of its own, found in
    /// the tables of public readers.
    mutating func read(noteAt start: Int, _ order: ByteOrder, of bytes: Span<UInt8>) {
        guard start > 0, start < bytes.count, reach.holds(start, 64, of: bytes) else { return }
        func ownOrder(at offset: Int) -> ByteOrder {
            bytes.holds("MM", at: start + offset) ? .big : bytes.holds("II", at: start + offset) ? .little : order
        }
        if bytes.holds("Nikon\0", at: start) {
            readNikon(at: start + 10, of: bytes)
        } else if bytes.holds("OLYMPUS\0", at: start) {
            readOlympus(TIFFLayout(ownOrder(at: 8), firstDirectory: 12), base: start, of: bytes)
        } else if bytes.holds("OM SYSTEM\0", at: start) {
            readOlympus(TIFFLayout(ownOrder(at: 12), firstDirectory: 16), base: start, of: bytes)
        } else if bytes.holds("OLYMP\0", at: start) {
            readOlympus(TIFFLayout(order, firstDirectory: start + 8), base: 0, of: bytes)
        } else if bytes.holds("AOC\0", at: start) {
            readPentax(TIFFLayout(ownOrder(at: 4), firstDirectory: start + 6), base: 0, of: bytes)
        } else if bytes.holds("PENTAX \0", at: start) {
            readPentax(TIFFLayout(ownOrder(at: 8), firstDirectory: 10), base: start, of: bytes)
        } else if bytes.holds("SONY DSC \0", at: start) || bytes.holds("SONY CAM \0", at: start) {
            readSony(TIFFLayout(order, firstDirectory: start + 12), of: bytes)
        }
    }

    /// A directory of a note, each once. Offsets in it count from `base`.
    private mutating func tags(_ layout: TIFFLayout, at offset: Int, base: Int, of bytes: Span<UInt8>) -> RawTags? {
        guard seen.count < Self.mostDirectories, seen.insert(base + offset).inserted else { return nil }
        return RawTags(layout, at: offset, in: bytes.extracting(base..<bytes.count), base: base, reach: &reach)
    }

    /// Nikon: a TIFF of its own in the note, in which tag 0x11 is the directory of a preview.
    private mutating func readNikon(at base: Int, of bytes: Span<UInt8>) {
        guard base < bytes.count else { return }
        let block = bytes.extracting(base..<bytes.count)
        guard let layout = TIFFLayout(block), !layout.isBig,
            let note = tags(layout, at: layout.firstDirectory, base: base, of: bytes),
            let offset = note.integer(0x11, in: block),
            let preview = tags(layout, at: offset, base: base, of: bytes)
        else { return }
        add(
            jpegAt: preview.integer(RawTags.Tag.jpegStart, in: block).map { base + $0 },
            length: preview.integer(RawTags.Tag.jpegLength, in: block), of: bytes)
    }

    /// Olympus: in the settings of the camera (0x2020), start (0x101) and length (0x102) of the preview.
    private mutating func readOlympus(_ layout: TIFFLayout, base: Int, of bytes: Span<UInt8>) {
        let block = bytes.extracting(base..<bytes.count)
        guard let note = tags(layout, at: layout.firstDirectory, base: base, of: bytes), let place = note[0x2020] else {
            return
        }
        // Older cameras have the directory as the value of the tag, newer ones its offset.
        let offset = place.type == 7 ? place.offset : place.integer(0, in: block)
        guard let offset, let settings = tags(layout, at: offset, base: base, of: bytes) else { return }
        add(
            jpegAt: settings.integer(0x101, in: block).map { base + $0 }, length: settings.integer(0x102, in: block),
            of: bytes)
    }

    /// Pentax: start (4) and length (3) of the preview.
    private mutating func readPentax(_ layout: TIFFLayout, base: Int, of bytes: Span<UInt8>) {
        let block = bytes.extracting(base..<bytes.count)
        guard let note = tags(layout, at: layout.firstDirectory, base: base, of: bytes) else { return }
        add(jpegAt: note.integer(4, in: block).map { base + $0 }, length: note.integer(3, in: block), of: bytes)
    }

    /// Sony: the preview is the value of tag 0x2001, in some cameras behind 32 bytes.
    private mutating func readSony(_ layout: TIFFLayout, of bytes: Span<UInt8>) {
        guard let note = tags(layout, at: layout.firstDirectory, base: 0, of: bytes), let field = note[0x2001],
            field.type == 7, field.count > 64
        else { return }
        for head in [0, 32] { add(jpegAt: field.offset + head, length: field.count - head, of: bytes) }
    }
}
