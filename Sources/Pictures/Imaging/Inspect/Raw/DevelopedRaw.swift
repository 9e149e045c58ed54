/// Inspects a file for a recipe. Where the recipe develops RAW files, one whose preview is missing, broken or too small has
/// the header of its sensor's picture.
func inspect(_ bytes: Span<UInt8>, limits: Limits, for recipe: Recipe) throws(ImageError) -> ImageHeader {
    do throws(ImageError) {
        let header = try inspect(bytes, limits: limits)
        try header.preview?.check(recipe)
        return header
    } catch {
        guard recipe.developsRaw, error.isAboutPreview, let file = RawFile(bytes) else { throw error }
        let header = ImageHeader(developed: file)
        try limits.check(pixels: header.storedSize)
        return header
    }
}

extension ImageHeader {
    /// The header of a RAW file that is to be developed. Its picture comes upright and in sRGB.
    fileprivate init(developed file: RawFile) {
        let sensor = file.sensor ?? Size(width: 0, height: 0)
        let turns = file.orientation ?? file.previews.first?.orientation ?? 1
        self.init(format: .raw, storedSize: turns < 5 ? sensor : sensor.transposed)
        isDeveloped = true
        hasUnreadEXIF = file.describesPhoto
    }
}

extension ImageError {
    /// The preview of a RAW file cannot stand for it. Of other files it may be true of a broken header.
    fileprivate var isAboutPreview: Bool {
        switch self {
        case .previewTooSmall, .undecodable(.inspect, _, _), .truncated(.inspect, _): true
        default: false
        }
    }
}
