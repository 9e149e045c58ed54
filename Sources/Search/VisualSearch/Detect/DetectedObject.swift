/// One object in a picture.
package struct DetectedObject: Hashable, Sendable {
    /// Its box, in pixels of the picture that was searched, or of its original after ``scaled(from:to:)``.
    package var box: Box
    /// The probability that this is one whole object (an overlap of half or more with the box that a person would
    /// draw), 0…1, as counted on labeled pictures.
    package var score: Double
    /// Which part of the box is the object; nil where only a box is known.
    package var mask: ObjectMask?
    /// True for the object that is the whole picture, because nothing in it stands out.
    package var isWholePicture = false

    /// Returns the same object in a picture of another size: from the pixels that were searched to the upright
    /// original. Edges are rounded to the nearest pixel; the box stays within the picture and keeps at least one pixel.
    package func scaled(from size: Size, to original: Size) -> DetectedObject {
        var object = self
        object.box = box.scaled(from: size, to: original)
        return object
    }

    static func wholePicture(_ size: Size) -> DetectedObject {
        DetectedObject(box: Box(covering: size), score: 0, isWholePicture: true)
    }
}

/// The pixels of an object within its box, coarsely.
package struct ObjectMask: Hashable, Sendable {
    /// The grid that is laid over the box; as a rule it has fewer pixels than the box.
    package let size: Size
    /// Row by row, 255 where the object is and 0 where it is not.
    package let coverage: [UInt8]

    /// Nil unless `coverage` has one value for each cell of the grid.
    package init?(size: Size, coverage: [UInt8]) {
        guard size.width > 0, size.height > 0, coverage.count == size.pixelCount else { return nil }
        self.size = size
        self.coverage = coverage
    }

    /// Returns true if the object covers a point of the box, given as shares of its sides.
    func covers(x: Double, y: Double) -> Bool {
        let column = min(max(Int(x * Double(size.width)), 0), size.width - 1)
        let row = min(max(Int(y * Double(size.height)), 0), size.height - 1)
        return coverage[row * size.width + column] >= 128
    }
}

extension Box {
    /// The joint area over the area of both together, 0…1.
    func overlap(_ other: Box) -> Double {
        let width = max(min(right, other.right) - max(left, other.left), 0)
        let height = max(min(bottom, other.bottom) - max(top, other.top), 0)
        let joint = Double(width * height)
        return joint / max(Double(size.pixelCount + other.size.pixelCount) - joint, 1)
    }

    /// The same part of a picture of another size, each edge at the nearest pixel.
    func scaled(from size: Size, to other: Size) -> Box {
        func edge(_ value: Int, _ from: Int, _ to: Int) -> Int {
            min(max(Int((Double(value) * Double(to) / Double(from)).rounded()), 0), to)
        }
        let left = min(edge(self.left, size.width, other.width), other.width - 1)
        let top = min(edge(self.top, size.height, other.height), other.height - 1)
        return Box(
            left: left, top: top, width: max(edge(right, size.width, other.width) - left, 1),
            height: max(edge(bottom, size.height, other.height) - top, 1))
    }
}
