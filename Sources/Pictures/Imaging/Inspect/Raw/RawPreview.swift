/// The JPEG that stands for a camera's RAW file: the largest one in it. The data of the sensor are not developed.
public struct RawPreview: Hashable, Sendable {
    /// The sides of the preview as a person sees it, in pixels.
    public let size: Size
    /// The sides of the picture that the data of the sensor hold, as a person sees it, in pixels; nil where the file does
    /// not tell. With or without the few columns and rows at the edges that cameras cut off: makers differ.
    public let sensorSize: Size?
    /// The bytes of the preview in the file.
    let place: Range<Int>

    /// True where the preview has clearly fewer pixels than the sensor: below nine tenths of its longer side, which is more
    /// than edges take.
    public var isReduced: Bool {
        sensorSize.map { 10 * size.longestSide < 9 * $0.longestSide } ?? false
    }

    /// Previews below this length of the longer side are thumbnails, where the sensor has at least twice as many columns.
    static let leastSide = 320

    var isThumbnail: Bool {
        size.longestSide < Self.leastSide && (sensorSize.map { $0.longestSide >= 2 * size.longestSide } ?? true)
    }

    /// Throws `previewTooSmall` for the first output that asks for more than the preview has, though the sensor has more.
    ///
    /// Without enlarging, such an output would get the size of the preview, as if the photo had no more. Pixels are for
    /// programs, which describe and compare small pictures and parts.
    func check(_ recipe: Recipe) throws(ImageError) {
        guard isReduced, let sensorSize else { return }
        for output in recipe.outputsForPreview ?? recipe.outputs where output.encoding != .pixels {
            guard let asked = output.asked(of: size), asked.width > size.width || asked.height > size.height else {
                continue
            }
            throw .previewTooSmall(output: asked, preview: size, sensor: sensorSize)
        }
    }
}

extension Output {
    /// The size that this output asks of a whole picture with these sides; nil for one that takes it as it is.
    fileprivate func asked(of size: Size) -> Size? {
        switch shape {
        case .original: nil
        case .fit(let side): size.fitted(to: side, enlarges: true)
        case .width(let width): size.scaled(toWidth: width)
        case .within(let asked): size.inside(asked, enlarges: true)
        case .pad(let asked, let padding): size.inside(padding.inner(of: asked), enlarges: true)
        case .exact(let asked), .fill(let asked): asked
        }
    }
}

extension Size {
    /// The size with the same aspect ratio and this width; the height is rounded, at least 1.
    fileprivate func scaled(toWidth asked: Int) -> Size {
        let scale = Double(asked) / Double(width)
        return Size(width: asked, height: max(1, Int((Double(height) * scale).rounded())))
    }
}
