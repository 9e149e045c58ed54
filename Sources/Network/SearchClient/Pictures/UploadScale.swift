/// The scale between an original picture and its upload; carries boxes and points from one to the other.
///
/// Boxes to the upload have the scale of its longer side on both axes and are cut to whole pixels, as the official
/// clients do.
package struct UploadScale: Hashable, Sendable {
    /// Upright, in pixels.
    package let original: Size
    /// The part of the original that is uploaded, in upright pixels of the original.
    package let part: Box
    /// In pixels.
    package let uploaded: Size

    /// Creates the scale between an upright original, or a part of it, and its upload, all in pixels.
    package init(from original: Size, part: Box? = nil, to uploaded: Size) {
        self.original = original
        self.part = part ?? Box(covering: original)
        self.uploaded = uploaded
    }

    private var across: Double { Double(uploaded.width) / Double(part.width) }
    private var down: Double { Double(uploaded.height) / Double(part.height) }
    private var scale: Double { uploaded.width >= uploaded.height ? across : down }

    /// A box in the original as a box in the upload. What reaches out of the uploaded part is cut off; at least a
    /// pixel stays. A box without an area is a point, and stays one. Nil for what lies outside.
    package func map(_ box: Box) -> Box? {
        if case .point(let point) = Region(box) { return map(point).map { Region.point($0).wireBox } }
        let inside = Box(
            x1: max(box.left, part.left), y1: max(box.top, part.top), x2: min(box.right, part.right),
            y2: min(box.bottom, part.bottom))
        guard box.width > 0, box.height > 0, inside.width > 0, inside.height > 0 else { return nil }
        // The shorter side may have been rounded down.
        let start = nearest(Point(left: inside.left, top: inside.top))
        let right = min(Int(Double(inside.right - part.left) * scale), uploaded.width)
        let bottom = min(Int(Double(inside.bottom - part.top) * scale), uploaded.height)
        return Box(
            left: start.left, top: start.top, width: max(1, right - start.left), height: max(1, bottom - start.top))
    }

    /// A point in the original as the point in the upload. Nil for a point outside of the uploaded part.
    package func map(_ point: Point) -> Point? {
        guard (part.left..<part.right).contains(point.left), (part.top..<part.bottom).contains(point.top) else {
            return nil
        }
        return nearest(point)
    }

    /// The point in the upload that is nearest to a point in or outside of the uploaded part.
    package func nearest(_ point: Point) -> Point {
        func place(_ value: Int, _ start: Int, _ side: Int) -> Int {
            Int(min(max((Double(value) - Double(start)) * scale, 0), Double(side - 1)))
        }
        return Point(
            left: place(point.left, part.left, uploaded.width), top: place(point.top, part.top, uploaded.height))
    }

    /// A box in the upload, as answers give it, as a box in the original.
    package func unmap(_ box: Box) -> Box {
        func place(_ value: Int, _ start: Int, _ density: Double, _ side: Int) -> Int {
            Int(min(max((Double(start) + Double(value) / density).rounded(), 0), Double(side)))
        }
        return Box(
            x1: place(box.left, part.left, across, original.width), y1: place(box.top, part.top, down, original.height),
            x2: place(box.right, part.left, across, original.width),
            y2: place(box.bottom, part.top, down, original.height))
    }

    /// A box and points in the original as those in the upload; throws for what lies outside.
    package func moved(_ box: Box?, _ points: [Point]) throws(ClientError) -> (box: Box?, points: [Point]) {
        let movedBox = try box.map { box throws(ClientError) in
            guard let moved = map(box) else {
                throw .invalidArgument("the box \(box) does not overlap the picture of \(original)")
            }
            return moved
        }
        let movedPoints = try points.map { point throws(ClientError) in
            guard let moved = map(point) else {
                throw .invalidArgument("the point \(point.left),\(point.top) is not in the picture of \(original)")
            }
            return moved
        }
        return (movedBox, movedPoints)
    }
}
