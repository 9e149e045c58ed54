/// One of the eight positions of a picture: quarter turns, with or without a mirror.
public struct PictureTurn: Hashable, Sendable {
    /// Bits: 1 mirrors left and right, 2 mirrors top and bottom, 4 swaps the axes before.
    package let rawValue: Int

    /// The picture as it is.
    package static let upright = PictureTurn(rawValue: 0)
    /// All positions, the upright one first.
    package static let all = (0..<8).map { PictureTurn(rawValue: $0) }

    package init(rawValue: Int) { self.rawValue = rawValue & 7 }

    /// The turn that undoes this one.
    package var inverse: PictureTurn {
        swapsAxes ? PictureTurn(rawValue: 4 | (rawValue & 1) << 1 | (rawValue & 2) >> 1) : self
    }

    package var swapsAxes: Bool { rawValue & 4 != 0 }

    /// True for a mirror image, which no turning of the paper makes upright.
    public var isMirrored: Bool { [1, 2, 4, 7].contains(rawValue) }

    /// RGB pixels of a square in this position.
    func applied(to square: [UInt8], side: Int) -> [UInt8] {
        var turned = [UInt8](repeating: 0, count: square.count)
        for y in 0..<side {
            for x in 0..<side {
                let (u, v) = (rawValue & 1 != 0 ? side - 1 - x : x, rawValue & 2 != 0 ? side - 1 - y : y)
                let from = 3 * (swapsAxes ? u * side + v : v * side + u)
                for channel in 0..<3 { turned[3 * (y * side + x) + channel] = square[from + channel] }
            }
        }
        return turned
    }
}

extension PictureTurn: CustomStringConvertible {
    /// The turn in words, such as "turned left".
    public var description: String {
        [
            "upright", "mirrored", "mirrored and turned around", "turned around", "mirrored and turned left",
            "turned right", "turned left", "mirrored and turned right",
        ][rawValue]
    }
}
