extension ImageHeader {
    /// Reads the header of a RAW file: that of its largest preview, with the orientation of the photo.
    ///
    /// An orientation in the preview's own EXIF block describes its pixels and comes first; else that of the RAW counts, and
    /// each is applied once. A preview whose header is broken gives way to the next smaller one.
    static func raw(_ bytes: Span<UInt8>, limits: Limits) throws(ImageError) -> ImageHeader {
        guard let file = RawFile(bytes) else { throw .broken(.raw, "it has no directories") }
        let turns = file.orientation ?? file.previews.first?.orientation ?? 1
        let sensor = file.sensor.map { turns < 5 ? $0 : $0.transposed }
        var failure: ImageError?
        for found in file.previews {
            var header: ImageHeader
            do throws(ImageError) {
                header = try ImageHeader(jpeg: bytes.extracting(found.place), limits: limits)
            } catch {
                if case .tooLarge = error { throw error }
                failure = failure ?? error
                continue
            }
            header.format = .raw
            let own = header.exif.flatMap { EXIF.givenOrientation($0.span) }
            header.orientation = own ?? file.orientation ?? found.orientation ?? 1
            // A map of light beside a preview is not looked for.
            header.gainMap = nil
            if file.describesPhoto, !(header.exif.map { EXIF.describesPhoto($0.span) } ?? false) {
                header.hasUnreadEXIF = true
            }
            let preview = RawPreview(size: header.uprightSize, sensorSize: sensor, place: found.place)
            guard !preview.isThumbnail else { throw .noPreview(beside: sensor, thumbnail: preview.size) }
            header.preview = preview
            return header
        }
        throw failure ?? .noPreview(beside: sensor, thumbnail: nil)
    }
}

extension ImageError {
    /// The error for a RAW file without a preview that is worth being shown.
    fileprivate static func noPreview(beside sensor: Size?, thumbnail: Size?) -> ImageError {
        let found = thumbnail.map { "its largest preview is a thumbnail of \($0.width) x \($0.height)" }
        let known = sensor.map { "; the sensor has \($0.width) x \($0.height)" } ?? ""
        return .broken(.raw, (found ?? "it has no JPEG preview") + known + "; develop it to JPEG or TIFF first")
    }
}
