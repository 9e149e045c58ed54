internal import Imaging

extension PixelBuffer {
    /// More pixels than any describer looks at, on a side.
    private static let onWhiteSide = 256

    /// A thing alone on white, its aspect ratio kept, in the middle of a square that it fills: as it would stand in the
    /// picture of an item, and without what is around it.
    ///
    /// - Parameter mask: Which part of these pixels is the thing; nil for all of them.
    func onWhite(_ mask: ObjectMask?) -> PixelBuffer {
        let fitting = Recipe(.pixels(fitting: PixelBuffer.onWhiteSide))
        let thing = (try? prepare(.pixels(self), as: fitting))?.outputs[0].pixels ?? self
        let (width, height, side) = (thing.size.width, thing.size.height, thing.size.longestSide)
        let start = ((side - height) / 2 * side + (side - width) / 2) * 3
        var square = [UInt8](repeating: 255, count: side * side * 3)
        for row in 0..<height {
            let down = (Double(row) + 0.5) / Double(height)
            for column in 0..<width {
                let across = (Double(column) + 0.5) / Double(width)
                let coverage = Int(mask?.coverage(x: across, y: down) ?? 255)
                let (from, to) = ((row * width + column) * thing.channels, start + (row * side + column) * 3)
                for channel in 0..<3 {
                    let value = (Int(thing.bytes[from + channel]) * coverage + 255 * (255 - coverage) + 127) / 255
                    square[to + channel] = UInt8(truncatingIfNeeded: value)
                }
            }
        }
        return PixelBuffer(size: Size(width: side, height: side), bytes: square) ?? thing
    }
}
