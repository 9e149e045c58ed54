internal import Models

/// The model that finds lines of text.
struct LineDetector: Sendable {
    let graph: TextGraph
    /// The least short side of the picture that the model sees, in pixels.
    let mapSide: Int

    /// The most pixels of the picture that the model sees. Only strips more than 14 times as high as wide would have more;
    /// they are seen smaller. The small detector of PP-OCRv6 takes 1.9 GB and 22 s of a core for 12 million pixels, 0.9 GB
    /// and 7 s for the 4 million that other pictures have at most.
    static let mostPixels = 8_000_000

    /// The boxes of lines in a picture, in the order of reading.
    func boxes(in picture: Raster) throws(TextReaderError) -> [TextBox] {
        guard let size = LineDetector.mapSize(of: picture, mapSide) else { return [] }
        var planes = PlanesOfLines(count: 1, width: size.width, height: size.height)
        planes.set(picture.resized(width: size.width, height: size.height), at: 0, PlanesOfLines.Scale.map)
        let output = try graph.run(planes, count: 1, byteLimit: size.width * size.height * 8)
        guard output.shape == [1, 1, size.height, size.width] else {
            throw graph.misfit(
                "its output has the shape \(output.shape), and a map of [1, 1, \(size.height), \(size.width)] is expected"
            )
        }
        return TextMap(width: size.width, height: size.height, values: output.values)
            .boxes(width: picture.width, height: picture.height)
    }

    /// The size that the model sees: multiples of 32; nil where a side would have none.
    static func mapSize(of picture: Raster, _ side: Int) -> (width: Int, height: Int)? {
        let short = min(picture.width, picture.height)
        let ratio = short < side ? Double(side) / Double(short) : 1
        let (width, height) = (Double(picture.width) * ratio, Double(picture.height) * ratio)
        let excess = (width * height / Double(mostPixels)).squareRoot()
        let size = (
            width: PictureBounds.multiple(Int(excess > 1 ? width / excess : width)),
            height: PictureBounds.multiple(Int(excess > 1 ? height / excess : height))
        )
        return size.width > 0 && size.height > 0 ? size : nil
    }
}
