/// One of the colors that a picture is made of.
public struct DominantColor: Hashable, Sendable, Codable {
    /// The color of the cluster, in sRGB.
    public let color: RGB
    /// The part of the picture that the cluster covers, 0…1.
    public let share: Double

    public init(color: RGB, share: Double) {
        self.color = color
        self.share = share
    }

    /// Lower-case `#rrggbb`.
    public var hex: String { color.hex }
}
