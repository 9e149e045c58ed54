/// The scale between an original picture and its upload; carries boxes and points from one to the other.
///
/// Boxes to the upload have the scale of its longer side on both axes and are cut to whole pixels, as the official
/// clients do.
package struct UploadScale: Hashable, Sendable {
    /// Upright, in pixels.
    package let original: Size
    /// In pixels.
    package let uploaded: Size
    private let placement: Placement

    /// Creates the scale between an upright original and its upload, both in pixels.
    package init(from original: Size, to uploaded: Size) {
        self.original = original
        self.uploaded = uploaded
        placement = Placement(of: original, resizedTo: uploaded)
    }

    /// A box in the original as a box in the upload. What reaches out of the picture is cut off; at least a
    /// pixel stays. A box without an area is a point, and stays one. Nil for what lies outside.
    package func map(_ box: Box) -> Box? {
        if case .point(let point) = Region(box) { return map(point).map { Region.point($0).wireBox } }
        guard let inside = try? Box.clamped(box, to: original) else { return nil }
        let moved = placement.map(inside)
        // The shorter side may have been rounded down.
        let (left, top) = (min(moved.left, uploaded.width - 1), min(moved.top, uploaded.height - 1))
        return Box(
            left: left, top: top, width: max(1, min(moved.right, uploaded.width) - left),
            height: max(1, min(moved.bottom, uploaded.height) - top))
    }

    /// A point in the original as the point in the upload. Nil for a point outside of the picture.
    func map(_ point: Point) -> Point? {
        guard (0..<original.width).contains(point.left), (0..<original.height).contains(point.top) else { return nil }
        return placement.map(point)
    }

    /// The point in the upload that is nearest to a point in or outside of the original.
    func nearest(_ point: Point) -> Point { placement.map(point) }

    /// A box in the upload, as answers give it, as a box in the original.
    package func unmap(_ box: Box) -> Box { placement.unmap(box) }
}
