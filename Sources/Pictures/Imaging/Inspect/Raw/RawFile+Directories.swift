extension RawFile {
    /// The data of a sensor in a directory (PhotometricInterpretation): a filter of colors, or linear colors.
    private static let sensorData: Set = [32803, 34892]

    /// Reads a file of directories. Returns false for a plain TIFF.
    mutating func read(_ layout: TIFFLayout, of bytes: Span<UInt8>) -> Bool {
        var isRaw = TIFFLayout(bytes) == nil || Self.hasMark(layout, bytes)
        // Sides of any directory, for files in which none has the data of a sensor by its tags.
        var largest: Size?
        var waiting = [(offset: layout.firstDirectory, depth: 0)]
        while !waiting.isEmpty, seen.count < Self.mostDirectories {
            let (offset, depth) = waiting.removeFirst()
            guard seen.insert(offset).inserted,
                let tags = RawTags(layout, at: offset, in: bytes, base: 0, reach: &reach)
            else { continue }
            let hasSensorData = tags.integer(.photometric, in: bytes).map(Self.sensorData.contains) ?? false
            isRaw = isRaw || hasSensorData || tags[RawTags.Tag.dngVersion] != nil
            if orientation == nil, depth == 0 { orientation = tags.orientation(in: bytes) }
            if hasSensorData, let size = tags.size(RawTags.Tag.cropSize, in: bytes) ?? tags.size(in: bytes) {
                take(sensor: size)
            }
            if let size = tags.size(in: bytes), size.pixelCount > largest?.pixelCount ?? 0 { largest = size }
            addPreviews(of: tags, bytes)

            if let below = tags[.subDirectories], depth < 3 {
                for index in 0..<min(below.count, 16) {
                    if let offset = below.integer(index, in: bytes) { waiting.append((offset, depth + 1)) }
                }
            }
            if let photo = tags.integer(.exif, in: bytes), seen.insert(photo).inserted {
                let size = readPhoto(at: photo, layout, of: bytes)
                if let size, size.pixelCount > largest?.pixelCount ?? 0 { largest = size }
            }
            // Those below a directory are listed, and not a chain.
            if depth == 0, tags.next > 0 { waiting.append((tags.next, 0)) }
        }
        if bytes.holds("IIU\0", at: 0) { takePanasonicSensor(layout, of: bytes) }
        if sensor == nil, let largest { take(sensor: largest) }
        return isRaw
    }

    /// The marks of Canon and of Phase One behind the head of a TIFF. Pixels of a plain TIFF may begin there, too: so with
    /// Canon's mark the place of the first directory counts, and Phase One's is long.
    private static func hasMark(_ layout: TIFFLayout, _ bytes: Span<UInt8>) -> Bool {
        bytes.holds("CR\u{2}\0", at: 8) && layout.firstDirectory == 16
            || bytes.holds("IIII", at: 8) && bytes.holds("waR", at: 13)
            || bytes.holds("MMMMRaw", at: 8)
    }

    /// The JPEGs that a directory names.
    private mutating func addPreviews(of tags: RawTags, _ bytes: Span<UInt8>) {
        let orientation = tags.orientation(in: bytes)
        if let start = tags.integer(RawTags.Tag.jpegStart, in: bytes) {
            add(
                jpegAt: start, length: tags.integer(RawTags.Tag.jpegLength, in: bytes), of: bytes,
                orientation: orientation)
        }
        // Panasonic: the whole JPEG is the value of a tag, and in newer cameras a second one.
        if bytes.holds("IIU\0", at: 0) {
            for tag in [0x2E, 0x127] {
                if let field = tags[tag], field.type == 7 {
                    add(jpegAt: field.offset, length: field.count, of: bytes, orientation: orientation)
                }
            }
        }
        // Strips of JPEG, unless they are data of the sensor or a mask, or lack their tables.
        guard let compression = tags.integer(.compression, in: bytes), compression == 6 || compression == 7,
            [nil, 2, 6].contains(tags.integer(.photometric, in: bytes)), tags[RawTags.Tag.jpegTables] == nil,
            (tags.integer(.newSubfileType, in: bytes) ?? 0) & 4 == 0
        else { return }
        for (offsets, lengths) in [(TIFFTag.stripOffsets, TIFFTag.stripLengths), (.tileOffsets, .tileLengths)] {
            guard let offsets = tags[offsets], let lengths = tags[lengths], offsets.count == 1 else { continue }
            add(
                jpegAt: offsets.integer(0, in: bytes), length: lengths.integer(0, in: bytes), of: bytes,
                orientation: orientation)
        }
    }

    /// Reads the directory of the photo, and in it the note of the camera. Returns the sides of the photo.
    private mutating func readPhoto(at offset: Int, _ layout: TIFFLayout, of bytes: Span<UInt8>) -> Size? {
        guard let tags = RawTags(layout, at: offset, in: bytes, base: 0, reach: &reach) else { return nil }
        describesPhoto = true
        if let note = tags[RawTags.Tag.note], note.count > 4 {
            read(noteAt: note.offset, layout.order, of: bytes)
        }
        guard let width = tags.integer(RawTags.Tag.photoWidth, in: bytes),
            let height = tags.integer(RawTags.Tag.photoHeight, in: bytes)
        else { return nil }
        return Size(width: width, height: height)
    }

    /// Panasonic gives the edges of the picture on the sensor: top, left, bottom, right.
    private mutating func takePanasonicSensor(_ layout: TIFFLayout, of bytes: Span<UInt8>) {
        guard let tags = RawTags(layout, at: layout.firstDirectory, in: bytes, base: 0, reach: &reach) else { return }
        let edges = (4...7).compactMap { tags.integer($0, in: bytes) }
        if edges.count == 4 {
            take(sensor: Size(width: edges[3] - edges[1], height: edges[2] - edges[0]))
        } else if let width = tags.integer(2, in: bytes), let height = tags.integer(3, in: bytes) {
            take(sensor: Size(width: width, height: height))
        }
    }
}
