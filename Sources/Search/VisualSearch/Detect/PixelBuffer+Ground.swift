import Imaging

extension PixelBuffer {
    /// The pixels that are not part of a plain ground, as a product stands before a wall or a sheet of one color.
    ///
    /// The ground is what is joined to the border and has its color. Nil where less than four fifths of the border have
    /// one color, or nothing stands before it.
    func standingOut() -> [Bool]? {
        let (width, height) = (size.width, size.height)
        guard channels == 3, width > 2, height > 2 else { return nil }
        var border = Array(0..<width) + Array((height - 1) * width..<height * width)
        for row in 1..<height - 1 { border += [row * width, row * width + width - 1] }
        let color = (0..<3).map { channel in
            let values = border.map { bytes[3 * $0 + channel] }.sorted()
            return Int(values[values.count / 2])
        }
        func isGround(_ pixel: Int) -> Bool {
            (0..<3).allSatisfy { abs(Int(bytes[3 * pixel + $0]) - color[$0]) <= PixelBuffer.shade }
        }
        var open = border.filter(isGround)
        guard 5 * open.count >= 4 * border.count else { return nil }
        var standsOut = [Bool](repeating: true, count: size.pixelCount)
        for pixel in open { standsOut[pixel] = false }
        while let pixel = open.popLast() {
            let column = pixel % width
            for next in [
                column > 0 ? pixel - 1 : -1, column < width - 1 ? pixel + 1 : -1, pixel - width, pixel + width,
            ] where standsOut.indices.contains(next) && standsOut[next] && isGround(next) {
                standsOut[next] = false
                open.append(next)
            }
        }
        return standsOut.contains(true) ? standsOut : nil
    }

    /// The largest difference of a channel that light on one sheet makes.
    private static var shade: Int { 28 }
}
