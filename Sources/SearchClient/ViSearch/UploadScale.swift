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

    /// A box in the original as a box in the upload. What reaches out of the picture is cut off; a point stays one, and
    /// what has an area keeps at least a pixel. Nil for a box that lies outside or has only one side.
    package func map(_ box: Box) -> Box? {
        if box.isPoint {
            guard (0..<original.width).contains(box.left), (0..<original.height).contains(box.top) else { return nil }
        }
        guard let inside = box.isPoint ? box : try? Box.clamped(box, to: original) else { return nil }
        let moved = placement.map(inside)
        // The shorter side may have been rounded down.
        let (left, top) = (min(moved.left, uploaded.width - 1), min(moved.top, uploaded.height - 1))
        if box.isPoint { return Box(left: left, top: top, width: 0, height: 0) }
        return Box(
            left: left, top: top, width: max(1, min(moved.right, uploaded.width) - left),
            height: max(1, min(moved.bottom, uploaded.height) - top))
    }

    /// A place in the original as a place in the upload; nil outside.
    func map(_ point: ViSearch.Point) -> ViSearch.Point? {
        map(Box(left: point.left, top: point.top, width: 0, height: 0))
            .map { ViSearch.Point(left: $0.left, top: $0.top) }
    }

    /// A box in the upload, as answers give it, as a box in the original.
    package func unmap(_ box: Box) -> Box { placement.unmap(box) }
}
