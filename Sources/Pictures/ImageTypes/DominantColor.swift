/// One of the colors that a picture is made of.
public struct DominantColor: Hashable, Sendable, Codable {
    /// The color of the cluster, in sRGB.
    public let color: RGB
    /// The part of the picture that the cluster covers, 0…1.
    public let share: Double

    /// Creates a dominant color from its sRGB color and its share, 0…1. The share is not checked.
    package init(color: RGB, share: Double) {
        self.color = color
        self.share = share
    }

    /// The color as lower-case `#rrggbb`.
    public var hex: String { color.hex }
}
