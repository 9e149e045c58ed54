import CVipsShim

/// Turns rasters into files.
enum Encode {
    /// The metadata that an output may carry beside its pixels.
    struct Metadata {
        var exif: [UInt8] = []
        /// The tags that ``exif`` is written from.
        var block: EXIFBlock?
        var xmp: [UInt8] = []
        /// The marks of rights that ``xmp`` is written from.
        var packet: RightsPacket?
        /// The file says by itself which space its colors are in, so that they were converted.
        var isConverted = false
        var icc: [UInt8] = []
        /// The gamut that the pixels were converted to.
        var gamut = Recipe.Gamut.sRGB
        /// The gain map behind the picture, for a JPEG.
        var gainMap: GainMapFile?
        /// Metadata that the recipe keeps and the header does not hold.
        var leftOut: Recipe.Metadata = []

        /// The same for a format: a JPEG has room for a block of 65,533 bytes with its prefix of six, the encoders of
        /// AVIF and JPEG XL take none, and GIF has no place for one. XMP is beside a gain map, or has a segment of its own.
        func fitting(_ format: ImageFormat) -> Metadata {
            var metadata = self
            let isTaken = format == .jpeg ? exif.count <= 65_533 - 6 : ![.avif, .jxl, .gif].contains(format)
            if !isTaken, !exif.isEmpty {
                metadata.exif = []
                // Names and rights alone are in the packet as well.
                if block != nil { metadata.leftOut.insert(.exif) }
            }
            if gainMap != nil { metadata.xmp = [] }
            if format == .jpeg, metadata.xmp.count > JPEGContainer.longestXMP {
                metadata.xmp = []
                metadata.leftOut.insert(.rights)
            }
            return metadata
        }
    }

    /// The JPEG that an output was made from.
    struct Source {
        let coding: JPEGCoding
        /// The length of the file.
        let bytes: Int
        /// The output has fewer pixels.
        let isShrunk: Bool
    }

    /// The pixels of an output: those of an animation lie one below the other.
    struct Frames {
        let raster: Raster
        /// The sides of each frame.
        let size: Size
        /// The times; nil for a single picture.
        let animation: Animation?

        init(_ frames: [Raster], _ animation: Animation?) {
            size = frames[0].size
            raster = Raster(stacked: frames)
            self.animation = frames.count > 1 ? animation?.of(frames.count) : nil
        }

        var count: Int { animation?.delays.count ?? 1 }
    }

    /// The pixels of an output and all that their coding depends on.
    struct Request {
        let frames: Frames
        let output: Output
        let source: Source?
        let metadata: Metadata
        let codec: JPEGCodec
        let deadline: Deadline

        func file(_ coding: Coding) throws(ImageError) -> File {
            let picture = try Encode.file(frames, coding, metadata: metadata, codec: codec, deadline: deadline)
            // Here, so that a limit of bytes is one for the whole file.
            return File(bytes: metadata.gainMap?.following(picture) ?? picture, coding: coding, similarity: nil)
        }
    }

    /// An encoded file, with the settings that its encoder was given.
    struct File {
        var bytes: [UInt8]
        var coding: Coding
        /// That to the pixels that were encoded; nil where it was not measured.
        var similarity: Double?
    }

    static func run(
        _ frames: Frames, as output: Output, at placement: Placement, of source: Source?, metadata: Metadata,
        codec: JPEGCodec, deadline: Deadline
    ) throws(ImageError) -> PreparedOutput {
        guard let coding = Coding(output) else {
            return PreparedOutput(
                size: frames.size, bytes: [], pixels: PixelBuffer(size: frames.size, bytes: frames.raster.bytes),
                label: output.label, placement: placement)
        }
        let metadata = metadata.fitting(coding.format)
        let request = Request(
            frames: frames, output: output, source: source, metadata: metadata, codec: codec, deadline: deadline)
        let file = try request.file(from: coding)
        var leftOut = metadata.leftOut
        // The encoder of AVIF, whose library may be an old one.
        if coding.format == .avif, !metadata.xmp.isEmpty, !file.bytes.holds(metadata.xmp) { leftOut.insert(.rights) }
        return PreparedOutput(
            size: frames.size, frames: frames.count, bytes: file.bytes, quality: file.coding.toldQuality,
            similarity: file.similarity,
            format: coding.format, gamut: metadata.gamut, leftOut: leftOut, label: output.label,
            placement: placement)
    }

    private static func file(
        _ frames: Frames, _ coding: Coding, metadata: Metadata, codec: JPEGCodec, deadline: Deadline
    ) throws(ImageError) -> [UInt8] {
        switch coding.format {
        case .jpeg:
            let bytes = try jpeg(frames.raster, coding, metadata: metadata, codec: codec, deadline: deadline)
            return JPEGContainer.adding(xmp: metadata.xmp, to: bytes)
        case .png:
            // libvips interlaces.
            let bytes =
                coding.isProgressive
                ? try save(frames, coding, as: .png, icc: metadata.icc, deadline)
                : try png(frames.raster, coding, icc: metadata.icc, deadline)
            return PNGContainer.adding(exif: metadata.exif, xmp: metadata.xmp, to: bytes)
        case .webp:
            var file = try webp(frames, coding, deadline)
            if file == nil { file = try save(frames, coding, as: .webp, icc: [], deadline) }
            guard let bytes = WebPContainer.rewrap(file ?? [], size: frames.size, metadata: metadata) else {
                throw .internal(stage: .encode, detail: "no picture in the coded WebP")
            }
            return bytes
        case .avif: return try save(frames, coding, as: .heif, icc: metadata.icc, xmp: metadata.xmp, deadline)
        case .jxl:
            let bytes = try save(frames, coding, as: .jxl, icc: metadata.icc, deadline)
            return metadata.xmp.isEmpty ? bytes : JXLContainer.adding(xmp: metadata.xmp, to: bytes)
        case .gif:
            let bytes = try save(frames, coding, as: .gif, icc: [], deadline)
            return metadata.xmp.isEmpty ? bytes : GIFContainer.adding(xmp: metadata.xmp, to: bytes)
        default: throw .internal(stage: .encode, detail: "no encoder for \(coding.format.rawValue)")
        }
    }

    private static func jpeg(
        _ raster: Raster, _ coding: Coding, metadata: Metadata, codec: JPEGCodec, deadline: Deadline
    ) throws(ImageError) -> [UInt8] {
        var file: UnsafePointer<UInt8>?
        var count = 0
        // Safe: the raster has a byte for each channel of a pixel; the file is copied before the codec is used again.
        let code = unsafe raster.bytes.withUnsafeBufferPointer { pixels in
            unsafe withBlocks(metadata) { blocks in
                unsafe cvs_jpeg_encode(
                    codec.handle, pixels.baseAddress!, CInt(raster.size.width), CInt(raster.size.height),
                    CInt(raster.channels), coding.settings, blocks, deadline.stop, &file, &count)
            }
        }
        if code == .timedOut { throw deadline.stopped(.encode) }
        if code == .noMemory { throw .outOfMemory(.encode) }
        guard code == .ok, let file = unsafe file else {
            throw .internal(stage: .encode, detail: codec.message)
        }
        return unsafe [UInt8](UnsafeBufferPointer(start: file, count: count))
    }

    private static func save(
        _ frames: Frames, _ coding: Coding, as format: cvs_loader, icc: [UInt8], xmp: [UInt8] = [], _ deadline: Deadline
    ) throws(ImageError) -> [UInt8] {
        var file: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message = MessageBuffer()
        // Safe: the message buffer has CVS_MESSAGE_SIZE bytes.
        if unsafe message.with({ unsafe cvs_has_saver(format, $0) }) == .failed {
            throw .missingEncoder(format: coding.format, reason: "the installed libvips has no encoder for it")
        }
        let size = frames.raster.size
        let delays = (frames.animation?.delays ?? []).map { CInt(clamping: $0) }
        // Safe: the raster has three bytes per pixel, and each of its frames a delay; the file is copied, then freed.
        let code = unsafe message.with { text in
            unsafe frames.raster.bytes.withUnsafeBufferPointer { pixels in
                unsafe withBlocks(Metadata(xmp: xmp, icc: icc)) { blocks in
                    unsafe delays.withUnsafeBufferPointer { delays in
                        unsafe cvs_save(
                            format, pixels.baseAddress!, CInt(size.width), CInt(size.height),
                            cvs_frames(
                                count: CInt(frames.count), delays: delays.baseAddress,
                                plays: CInt(frames.animation?.plays ?? 0)),
                            coding.settings, blocks, deadline.stop, &file, &count, text)
                    }
                }
            }
        }
        if code == .timedOut { throw deadline.stopped(.encode) }
        if code == .noMemory { throw .outOfMemory(.encode) }
        if code == .noLibrary { throw .missingVips(message.text) }
        if code == .noEncoder { throw .missingEncoder(format: coding.format, reason: message.text) }
        guard code == .ok, let file = unsafe file else {
            throw .internal(stage: .encode, detail: message.text)
        }
        defer { unsafe cvs_free(file) }
        return unsafe [UInt8](UnsafeBufferPointer(start: file, count: count))
    }

    private static func withBlocks<Value>(
        _ metadata: Metadata, _ body: (UnsafePointer<cvs_metadata>) -> Value
    ) -> Value {
        // Safe: the arrays live until `body` returns.
        unsafe metadata.exif.withUnsafeBufferPointer { exif in
            unsafe metadata.icc.withUnsafeBufferPointer { icc in
                unsafe metadata.xmp.withUnsafeBufferPointer { xmp in
                    var blocks = unsafe cvs_metadata(
                        exif: exif.baseAddress, exif_size: exif.count, icc: icc.baseAddress, icc_size: icc.count,
                        xmp: xmp.baseAddress, xmp_size: xmp.count)
                    return unsafe body(&blocks)
                }
            }
        }
    }
}

extension [UInt8] {
    /// A part is somewhere within. Precondition: it is not empty.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        var start = 0
        while let place = span.firstIndex(of: part[0], from: start), count - place >= part.count {
            if self[place..<place + part.count].elementsEqual(part) { return true }
            start = place + 1
        }
        return false
    }
}
