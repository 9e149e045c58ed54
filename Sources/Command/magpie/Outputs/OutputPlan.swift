import Imaging

/// The outputs of a call of `magpie prep`, each with its file name.
struct OutputPlan: Hashable, Sendable {
    static let thumbnailSide = 200
    static let thumbnailLabel = "thumbnail"

    /// Each shape in each format.
    let outputs: [Output]
    let names: [OutputName]

    /// That of each output.
    var formats: [ImageFormat] { names.map(\.format) }

    init(_ options: OutputOptions) {
        let (shapes, formats) = (options.usedShapes, options.usedFormats)
        let gravity: Output.Gravity =
            switch options.gravity {
            case nil, .center: .center
            case .point(let x, let y): .point(x: x, y: y)
            // With objects wanted, each picture gets the boxes of its own.
            case .attention, .objects: .attention
            }
        let pairs = shapes.flatMap { shape in formats.map { (shape: shape, format: $0) } }
        outputs = pairs.map { shape, format in
            let quality =
                options.quality ?? options.purpose?.quality(of: format, options.encoder) ?? shape.webQuality(of: format)
            var encoder = options.encoder.supported(by: format)
            // Together with a setting that decides it, the quality is only where the search begins.
            if encoder.leastSimilarity != nil { encoder.maxBytes = nil }
            return Output(
                shape, encoding: Output.Encoding(format, quality: quality), options: encoder,
                gravity: shape.isFill ? gravity : .center, enlarges: options.enlarges)
        }
        names = pairs.map { shape, format in
            OutputName(
                format: format, suffix: shapes.count > 1 ? shape.suffix : "", template: options.name,
                size: String(shape.suffix.dropFirst()))
        }
    }

    /// A small JPEG for the report, never larger than the outputs, so the decoder needs no finer scale for it.
    var thumbnail: Output {
        let side = outputs.map(\.shape.longestSide).max() ?? Self.thumbnailSide
        return Output.fit(min(side, Self.thumbnailSide), quality: 75).labeled(Self.thumbnailLabel)
    }
}

extension Output.Encoding {
    fileprivate init(_ format: ImageFormat, quality: Int?) {
        switch format {
        case .png: self = .png
        case .webp: self = .webp(quality: quality)
        case .avif: self = .avif(quality: quality)
        case .jxl: self = .jxl(quality: quality)
        case .gif: self = .gif
        default: self = .jpeg(quality: quality)
        }
    }
}

extension Output.Shape {
    var isFill: Bool { if case .fill = self { true } else { false } }

    /// The default quality of widths, which web pages are made of; nil for other shapes.
    fileprivate func webQuality(of format: ImageFormat) -> Int? {
        guard case .width = self else { return nil }
        return format == .avif ? 60 : 80
    }

    /// `@512`, `@640w`, `@original`, `@300x200`, `@300x200-exact`, `@300x200-pad`
    var suffix: String {
        switch self {
        case .fit(let side): "@\(side)"
        case .width(let width): "@\(width)w"
        case .original: "@original"
        case .within(let size): "@\(size)-within"
        case .fill(let size): "@\(size)"
        case .exact(let size): "@\(size)-exact"
        case .pad(let size, _): "@\(size)-pad"
        }
    }
}
