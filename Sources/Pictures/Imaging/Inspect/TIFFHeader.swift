extension ImageHeader {
    /// Reads the directory of the picture in a TIFF or BigTIFF file (TIFF 6.0), and counts those of the chain.
    init(tiff bytes: Span<UInt8>, limits: Limits) throws(ImageError) {
        guard let layout = TIFFLayout(bytes),
            let first = layout.directory(at: layout.firstDirectory, in: bytes)
        else { throw .cutHeader }
        let (page, directory) = first.picture(in: bytes)
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
            hasAlpha: pixels.hasAlpha, frames: first.chain(in: bytes).count)
        self.page = page
        hasUnreadEXIF = value(.exif) != nil || value(.gps) != nil
        ignoredSamples = pixels.ignoredSamples
        needsCodec = pixels.needsCodec
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
    case newSubfileType = 254
    case subfileType = 255
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
    case subDirectories = 330
    case inkSet = 332
    case extraSamples = 338
    case sampleFormat = 339
    case exif = 34665
    case profile = 34675
    case gps = 34853
}

extension TIFFDirectory {
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
