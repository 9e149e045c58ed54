import Imaging

extension PixelBuffer {
    /// The longest side to give a picture whose objects are looked for, in pixels.
    package static let objectSide = 512

    /// The colors of what stands before a plain ground, or of the objects whose outlines are known.
    ///
    /// Nil where there is neither. So it is on a near-white background: that it is left out, and when, is decided by its
    /// color, see ``/Imaging/Recipe/ignoresBackground``.
    ///
    /// - Parameter count: The most colors wanted, 1…16.
    package func objectColors(_ count: Int) -> [DominantColor]? {
        if hasNearWhiteBorder { return nil }
        let isObject = standingOut() ?? outlined()
        guard Double(isObject.count { $0 }) >= 0.01 * Double(size.pixelCount) else { return nil }
        return dominantColors(count, of: isObject)
    }

    private func outlined() -> [Bool] {
        var isObject = [Bool](repeating: false, count: size.pixelCount)
        for object in ObjectDetector.shared.objects(in: self) where object.hasOutline {
            let part = object.box.inside(size)
            for row in part.top..<part.bottom {
                for column in part.left..<part.right where object.covers(Double(column), Double(row)) {
                    isObject[row * size.width + column] = true
                }
            }
        }
        return isObject
    }
}

extension DetectedObject {
    /// True where a mask is known that covers enough of the box to be the object.
    fileprivate var hasOutline: Bool { !isWholePicture && (mask.map { $0.share >= Self.leastCoverage } ?? false) }
}
