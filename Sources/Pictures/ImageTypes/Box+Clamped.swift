extension Box {
    /// Returns the part of the box that is inside a picture of `size`. No box means the whole picture.
    package static func clamped(_ box: Box?, to size: Size) throws(ImageError) -> Box {
        guard let box else { return Box(covering: size) }
        guard box.width > 0, box.height > 0 else { throw .boxOutside(box: box, image: size) }
        let left = max(box.left, 0)
        let top = max(box.top, 0)
        let right = min(box.right, size.width)
        let bottom = min(box.bottom, size.height)
        guard left < right, top < bottom else { throw .boxOutside(box: box, image: size) }
        return Box(left: left, top: top, width: right - left, height: bottom - top)
    }
}
