extension ImageHeader {
    /// Reads the first directory of a TIFF or BigTIFF file (TIFF 6.0) and counts the others.
    init(tiff bytes: Span<UInt8>, limits: Limits) throws(ImageError) {
        guard let layout = TIFFLayout(bytes),
            let directory = layout.directory(at: layout.firstDirectory, in: bytes)
        else { throw .cutHeader }
        func value(_ tag: TIFFTag) -> Int? { directory.integer(tag.rawValue, in: bytes) }

        guard let width = value(.width), let height = value(.height) else {
            if directory.next(in: bytes) == nil { throw .cutHeader }
            throw .broken(.tiff, "width or height is missing")
        }
        guard width > 0, height > 0 else { throw .broken(.tiff, "the size is \(width)x\(height)") }
        // A tile may be larger than the picture, and is decoded as a whole.
        try limits.check(pixels: Size(width: value(.tileWidth) ?? 0, height: value(.tileHeight) ?? 0))
        let pixels = try TIFFPixels(directory, in: bytes)
        self.init(
            format: .tiff, storedSize: Size(width: width, height: height),
            components: pixels.samples + (pixels.color == .palette ? 2 : 0), bitDepth: pixels.bits,
            hasAlpha: pixels.hasAlpha, frames: directory.pages(in: bytes))
        ignoredSamples = pixels.ignoredSamples
        if let orientation = value(.orientation), (1...8).contains(orientation) { self.orientation = orientation }
        if let field = directory.field(TIFFTag.profile.rawValue, in: bytes), field.count <= largestMetadata {
            profile = bytes.range(at: field.offset, length: field.count).map { bytes.copy($0) }
            hasProfile = profile != nil
        }
        isTruncated =
            directory.reachesBeyond(bytes, offsets: .stripOffsets, lengths: .stripLengths)
            || directory.reachesBeyond(bytes, offsets: .tileOffsets, lengths: .tileLengths)
    }
}

/// The tags of TIFF 6.0 that are read.
enum TIFFTag: Int {
    case width = 256
    case height = 257
    case bitsPerSample = 258
    case compression = 259
    case photometric = 262
    case stripOffsets = 273
    case orientation = 274
    case samplesPerPixel = 277
    case stripLengths = 279
    case planes = 284
    case colorMap = 320
    case tileWidth = 322
    case tileHeight = 323
    case tileOffsets = 324
    case tileLengths = 325
    case inkSet = 332
    case extraSamples = 338
    case sampleFormat = 339
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

    /// Returns true if one of the first 65,536 strips or tiles is not inside the file.
    fileprivate func reachesBeyond(_ bytes: Span<UInt8>, offsets: TIFFTag, lengths: TIFFTag) -> Bool {
        guard let offsets = field(offsets.rawValue, in: bytes), let lengths = field(lengths.rawValue, in: bytes)
        else { return false }
        return (0..<min(offsets.count, lengths.count, 65536)).contains { index in
            guard let offset = offsets.integer(index, in: bytes), let length = lengths.integer(index, in: bytes)
            else { return true }
            return bytes.range(at: offset, length: length) == nil
        }
    }
}
