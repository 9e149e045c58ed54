import Imaging

/// The outputs of a call of `magpie prep`, each with its file name.
struct OutputPlan: Hashable, Sendable {
    static let thumbnailSide = 200
    static let thumbnailLabel = "thumbnail"

    let outputs: [Output]
    let names: [OutputName]

    init(
        shapes: [Output.Shape], format: ImageFormat = .jpeg, quality: Int? = nil, enlarges: Bool = false
    ) {
        // The same size twice is one output.
        let shapes = shapes.enumerated().filter { !shapes[..<$0.offset].contains($0.element) }.map(\.element)
        outputs = shapes.map { shape in
            let encoding: Output.Encoding =
                switch format {
                case .png: .png
                case .webp: .webp(quality: quality)
                default: .jpeg(quality: quality)
                }
            return Output(shape, encoding: encoding, enlarges: enlarges)
        }
        names = shapes.map { OutputName(format: format, suffix: shapes.count > 1 ? $0.suffix : "") }
    }

    /// A small JPEG for the report, never larger than the outputs, so the decoder needs no finer scale for it.
    var thumbnail: Output {
        let side = outputs.map(\.shape.longestSide).max() ?? Self.thumbnailSide
        return Output.fit(min(side, Self.thumbnailSide), quality: 75).labeled(Self.thumbnailLabel)
    }
}

extension Output.Shape {
    /// `@512`, `@300x200`, `@300x200-exact`
    var suffix: String {
        switch self {
        case .fit(let side): "@\(side)"
        case .fill(let size): "@\(size)"
        case .exact(let size): "@\(size)-exact"
        }
    }
}
