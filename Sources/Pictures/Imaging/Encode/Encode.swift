import CVipsShim

/// Turns rasters into files.
enum Encode {
    /// The metadata that an output may carry beside its pixels.
    struct Metadata {
        var exif: [UInt8] = []
        var icc: [UInt8] = []
        /// What the recipe keeps and the header does not hold.
        var leftOut: Recipe.Metadata = []

        /// The same for a JPEG, which has room for a block of 65,533 bytes with its prefix of six.
        var forJPEG: Metadata {
            var metadata = self
            if exif.count > 65_533 - 6 {
                metadata.exif = []
                metadata.leftOut.insert(.exif)
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

    static func run(
        _ raster: Raster, as output: Output, at placement: Placement, of source: Source?, metadata: Metadata,
        codec: JPEGCodec
    ) throws(ImageError) -> PreparedOutput {
        var metadata = metadata
        if case .jpeg = output.encoding { metadata = metadata.forJPEG }
        let file = try file(raster, as: output, of: source, metadata: metadata, codec: codec)
        return PreparedOutput(
            size: raster.size, bytes: file?.bytes ?? [],
            pixels: file == nil ? PixelBuffer(size: raster.size, bytes: raster.bytes) : nil, quality: file?.quality,
            format: file?.format, leftOut: file == nil ? [] : metadata.leftOut, label: output.label,
            placement: placement)
    }

    /// An encoded file, with the quality that its encoder was given.
    private typealias File = (bytes: [UInt8], quality: Int?, format: ImageFormat)

    /// Nil for pixels.
    private static func file(
        _ raster: Raster, as output: Output, of source: Source?, metadata: Metadata, codec: JPEGCodec
    ) throws(ImageError) -> File? {
        switch output.encoding {
        case .pixels: return nil
        case .jpeg(let quality?):
            let coding = JPEGSetting(quality: quality, halvesColor: false)
            return (try jpeg(raster, coding, metadata: metadata, codec: codec), quality, .jpeg)
        case .jpeg(nil):
            var coding = JPEGSetting(quality: output.shape.defaultQuality, halvesColor: false)
            if let source, !source.isShrunk { coding = coding.notFiner(than: source.coding) }
            var bytes = try jpeg(raster, coding, metadata: metadata, codec: codec)
            if let source, source.isShrunk, bytes.count > source.bytes {
                coding = coding.notFiner(than: source.coding)
                bytes = try jpeg(raster, coding, metadata: metadata, codec: codec)
            }
            return (bytes, coding.quality, .jpeg)
        case .png:
            var bytes = try save(raster, as: .png, quality: 100, icc: metadata.icc)
            if !metadata.exif.isEmpty { bytes = PNGContainer.adding(exif: metadata.exif, to: bytes) }
            return (bytes, nil, .png)
        case .webp(let quality):
            let quality = quality ?? output.shape.defaultQuality
            let file = try save(raster, as: .webp, quality: quality, icc: [])
            guard let bytes = WebPContainer.rewrap(file, size: raster.size, metadata: metadata) else {
                throw .internal(stage: .encode, detail: "no picture in the coded WebP")
            }
            return (bytes, quality, .webp)
        }
    }

    private static func jpeg(
        _ raster: Raster, _ setting: JPEGSetting, metadata: Metadata, codec: JPEGCodec
    ) throws(ImageError) -> [UInt8] {
        var file: UnsafePointer<UInt8>?
        var count = 0
        // Safe: the raster has three bytes per pixel; the file is copied before the codec is used again.
        let code = unsafe raster.bytes.withUnsafeBufferPointer { pixels in
            unsafe withBlocks(metadata) { blocks in
                unsafe cvs_jpeg_encode(
                    codec.handle, pixels.baseAddress!, CInt(raster.size.width), CInt(raster.size.height),
                    CInt(setting.quality), setting.halvesColor ? 1 : 0, blocks, &file, &count)
            }
        }
        guard code == .ok, let file = unsafe file else {
            throw .internal(stage: .encode, detail: codec.message)
        }
        return unsafe [UInt8](UnsafeBufferPointer(start: file, count: count))
    }

    private static func save(
        _ raster: Raster, as format: cvs_loader, quality: Int, icc: [UInt8]
    ) throws(ImageError) -> [UInt8] {
        var file: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message = MessageBuffer()
        // Safe: the raster has three bytes per pixel; the file is copied, then freed.
        let code = unsafe message.with { text in
            unsafe raster.bytes.withUnsafeBufferPointer { pixels in
                unsafe icc.withUnsafeBufferPointer { icc in
                    unsafe cvs_save(
                        format, pixels.baseAddress!, CInt(raster.size.width), CInt(raster.size.height),
                        CInt(quality), icc.baseAddress, icc.count, &file, &count, text)
                }
            }
        }
        if code == .noLibrary { throw .missingLibrary(reason: message.text) }
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
                var blocks = unsafe cvs_metadata(
                    exif: exif.baseAddress, exif_size: exif.count, icc: icc.baseAddress, icc_size: icc.count)
                return unsafe body(&blocks)
            }
        }
    }
}

/// The settings of libjpeg.
private struct JPEGSetting {
    /// 1…100.
    var quality: Int
    /// Color at half the resolution, also from quality 90 up.
    var halvesColor: Bool

    func notFiner(than source: JPEGCoding) -> JPEGSetting {
        let known = source.quality
        return known < quality ? JPEGSetting(quality: known, halvesColor: source.halvesColor) : self
    }
}
