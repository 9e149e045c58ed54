extension Box {
    /// The part of the box that lies in a picture of `size`. A point, and no box at all, mean the whole picture.
    package static func clamped(_ box: Box?, to size: Size) throws(ImageError) -> Box {
        guard let box, !box.isPoint else { return Box(covering: size) }
        let (right, overflowsRight) = box.left.addingReportingOverflow(box.width)
        let (bottom, overflowsBottom) = box.top.addingReportingOverflow(box.height)
        let left = max(box.left, 0)
        let top = max(box.top, 0)
        let width = min(overflowsRight ? .max : right, size.width) - left
        let height = min(overflowsBottom ? .max : bottom, size.height) - top
        guard box.width > 0, box.height > 0, left < size.width, top < size.height, width > 0, height > 0 else {
            throw .boxOutside(box: box, image: size)
        }
        return Box(left: left, top: top, width: width, height: height)
    }
}
