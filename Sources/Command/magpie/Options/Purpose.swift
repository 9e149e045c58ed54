import Imaging

/// The use of outputs: it has the sizes, formats, qualities and metadata that people expect of it. Options that are given
/// count more.
enum Purpose: String, CaseIterable, Hashable, Sendable {
    /// A photo for others to see, in a gallery or a message.
    case upload
    /// The srcset of a web page.
    case web
    /// A picture to search with or to find.
    case search
    /// A copy in place of the original.
    case archive

    var shapes: [Output.Shape] {
        switch self {
        case .upload: [.fit(2048)]
        case .web: [320, 640, 1280].map { .width($0) }
        case .search: [.fit(512)]
        case .archive: [.original]
        }
    }

    var formats: [ImageFormat] { self == .web ? [.avif, .webp, .jpeg] : [.jpeg] }

    /// Nil for the default of the format, and where a setting of the encoder decides.
    func quality(of format: ImageFormat, _ encoder: EncoderOptions) -> Int? {
        if encoder.maxBytes != nil || encoder.leastSimilarity != nil || encoder.isLossless { return nil }
        switch (self, format) {
        case (.upload, .jpeg), (.upload, .webp): return 85
        case (.web, .jpeg), (.web, .webp), (.web, .jxl): return 80
        default: return nil
        }
    }

    /// The metadata that outputs keep.
    func keeps(_ outputs: OutputOptions) -> Prep.Kept {
        guard self == .archive else { return Prep.Kept() }
        var kept = Prep.Kept(metadata: [.exif, .rights], times: true)
        // Neither has a place for the profile of the picture.
        if outputs.gamut == .sRGB, !outputs.usedFormats.contains(.gif) { kept.metadata.insert(.icc) }
        return kept
    }
}

extension OptionValue<Purpose> {
    static var purpose: OptionValue {
        .word(["upload": .upload, "web": .web, "search": .search, "archive": .archive])
    }
}

extension OptionValue<NameTemplate> {
    static var nameTemplate: OptionValue {
        let fields = NameTemplate.Field.allCases.map { "{\($0.rawValue)}" }
        var value = OptionValue(
            "NAME",
            expected: "a name such as {stem}-{width}.{ext}, of text, \(fields.dropLast().joined(separator: ", ")) and "
                + "\(fields.last ?? "")"
        ) { NameTemplate($0) }
        value.meant = NameTemplate.meant
        return value
    }
}
