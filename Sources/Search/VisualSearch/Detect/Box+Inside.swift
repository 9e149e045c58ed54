extension Box {
    /// Returns the part of the box inside a picture of `size`, or else the pixel of the picture that is nearest to it.
    func inside(_ size: Size) -> Box {
        let left = min(max(left, 0), size.width - 1)
        let top = min(max(top, 0), size.height - 1)
        return Box(
            left: left, top: top, width: max(min(right, size.width) - left, 1),
            height: max(min(bottom, size.height) - top, 1))
    }
}
