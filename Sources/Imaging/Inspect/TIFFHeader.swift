extension ImageHeader {
    /// Reads the first directory of a TIFF or BigTIFF file (TIFF 6.0) and counts the others.
    init(tiff bytes: Span<UInt8>, limits: Limits) throws(ImageError) {
        guard let layout = TIFFLayout(bytes),
            let directory = layout.directory(at: layout.firstDirectory, in: bytes)
        else { throw .cutHeader }
        func value(_ tag: Tag) -> Int? { directory.integer(tag.rawValue, in: bytes) }

        guard let width = value(.width), let height = value(.height) else {
            if directory.next(in: bytes) == nil { throw .cutHeader }
            throw .broken(.tiff, "width or height is missing")
        }
        guard width > 0, height > 0 else { throw .broken(.tiff, "the size is \(width)x\(height)") }
        // A tile may be larger than the picture, and is decoded as a whole.
        try limits.check(pixels: Size(width: value(.tileWidth) ?? 0, height: value(.tileHeight) ?? 0))
        let photometric = value(.photometric) ?? 0
        let samples = value(.samplesPerPixel) ?? 1
        let bits = value(.bitsPerSample) ?? 1
        guard (1...64).contains(samples), (1...64).contains(bits) else {
            throw .broken(.tiff, "\(samples) samples of \(bits) bits")
        }
        // Without extra samples: white or black is zero, palette and mask have 1, CMYK 4, all others 3.
        let colors = [0, 1, 3, 4].contains(photometric) ? 1 : photometric == 5 ? 4 : 3
        self.init(
            format: .tiff, storedSize: Size(width: width, height: height), components: samples, bitDepth: bits,
            hasAlpha: samples > colors, frames: directory.pages(in: bytes))
        if let orientation = value(.orientation), (1...8).contains(orientation) { self.orientation = orientation }
        if photometric == 3 { components += 2 }
        if let field = directory.field(Tag.profile.rawValue, in: bytes), field.count <= largestMetadata {
            profile = bytes.range(at: field.offset, length: field.count).map { bytes.copy($0) }
            hasProfile = profile != nil
        }
        isTruncated =
            directory.reachesBeyond(bytes, offsets: .stripOffsets, lengths: .stripLengths)
            || directory.reachesBeyond(bytes, offsets: .tileOffsets, lengths: .tileLengths)
    }
}

private enum Tag: Int {
    case width = 256
    case height = 257
    case bitsPerSample = 258
    case photometric = 262
    case stripOffsets = 273
    case orientation = 274
    case samplesPerPixel = 277
    case stripLengths = 279
    case tileWidth = 322
    case tileHeight = 323
    case tileOffsets = 324
    case tileLengths = 325
    case profile = 34675
}

extension TIFFDirectory {
    /// The number of directories in the chain that begins with this one. Loops end the count, as does the end of
    /// the file and directory 4096.
    fileprivate func pages(in bytes: Span<UInt8>) -> Int {
        var seen: Set<Int> = [layout.firstDirectory]
        var directory = self
        while seen.count < 4096, let offset = directory.next(in: bytes), offset > 0, !seen.contains(offset),
            let next = layout.directory(at: offset, in: bytes)
        {
            seen.insert(offset)
            directory = next
        }
        return seen.count
    }

    /// Whether one of the first 65,536 strips or tiles does not lie in the file.
    fileprivate func reachesBeyond(_ bytes: Span<UInt8>, offsets: Tag, lengths: Tag) -> Bool {
        guard let offsets = field(offsets.rawValue, in: bytes), let lengths = field(lengths.rawValue, in: bytes)
        else { return false }
        return (0..<min(offsets.count, lengths.count, 65536)).contains { index in
            guard let offset = offsets.integer(index, in: bytes), let length = lengths.integer(index, in: bytes)
            else { return true }
            return bytes.range(at: offset, length: length) == nil
        }
    }
}
