internal import Foundation
internal import Imaging

/// The colors of the thing in a picture, largest share first: at most 8.
///
/// Where the border of the picture is mostly of a few colors, what hangs together with it is taken for the background
/// and does not count.
public struct Palette: Hashable, Sendable {
    /// Length of ``bytes``.
    public static let byteCount = 4 * colorLimit
    static let colorLimit = 8

    /// Four bytes for each color: L of CIE Lab times 2.55, a and b plus 128, share of the thing in 1/255. Colors that
    /// are not there have the share 0.
    public let bytes: [UInt8]

    init(of pixels: PixelBuffer) {
        let thing = foreground(of: pixels)
        var bytes: [UInt8] = []
        for color in thing.dominantColors(Palette.colorLimit) {
            let lab = CIELab(color.color)
            bytes.append(UInt8(min(max((lab.lightness * 2.55).rounded(), 0), 255)))
            bytes.append(UInt8(min(max((lab.a + 128).rounded(), 0), 255)))
            bytes.append(UInt8(min(max((lab.b + 128).rounded(), 0), 255)))
            bytes.append(UInt8(min(max((color.share * 255).rounded(), 1), 255)))
        }
        self.bytes = bytes + Array(repeating: 0, count: Palette.byteCount - bytes.count)
    }
}

/// Colors to look for, and how near to them a palette is.
struct ColorTarget {
    private let wanted: [(color: CIELab, chroma: Double, weight: Double)]

    /// The weights of the wanted colors are brought to add up to 1.
    init(_ colors: [(color: RGB, weight: Double)]) {
        let sum = colors.reduce(0) { $0 + $1.weight }
        wanted = colors.map { entry in
            let lab = CIELab(entry.color)
            return (lab, (lab.a * lab.a + lab.b * lab.b).squareRoot(), entry.weight / sum)
        }
    }

    /// 0…1: how much of the palette is near the wanted colors. Of several colors each counts up to its weight, so that
    /// things that have all of them in these shares come first.
    func nearness(of palette: ArraySlice<UInt8>) -> Double {
        if wanted.count == 1 { return nearnessToOne(of: palette) }
        var room = wanted.map(\.weight)
        var sum = 0.0
        var at = palette.startIndex
        while at + 3 < palette.endIndex, palette[at + 3] > 0 {
            let color = ColorTarget.color(palette, at)
            var share = Double(palette[at + 3]) / 255
            let near = wanted.indices.map { (index: $0, nearness: nearness(of: color, to: $0)) }
                .sorted { ($1.nearness, $0.index) < ($0.nearness, $1.index) }
            for (index, nearness) in near {
                let part = min(share * nearness, room[index])
                room[index] -= part
                sum += part
                share -= nearness > 0 ? part / nearness : 0
            }
            at += 4
        }
        return min(sum, 1)
    }

    /// The same for one color, without arrays: most searches are for one.
    private func nearnessToOne(of palette: ArraySlice<UInt8>) -> Double {
        var sum = 0.0
        var at = palette.startIndex
        while at + 3 < palette.endIndex, palette[at + 3] > 0 {
            sum += Double(palette[at + 3]) / 255 * nearness(of: ColorTarget.color(palette, at), to: 0)
            at += 4
        }
        return min(sum, 1)
    }

    private static func color(_ palette: ArraySlice<UInt8>, _ at: Int) -> CIELab {
        CIELab(
            lightness: Double(palette[at]) / 2.55, a: Double(palette[at + 1]) - 128, b: Double(palette[at + 2]) - 128)
    }

    /// 1 for the same color, falling with the distance of CIE94, in which lightness counts less, as shades of one
    /// material do.
    private func nearness(of color: CIELab, to index: Int) -> Double {
        let target = wanted[index]
        let lightness = 0.7 * (color.lightness - target.color.lightness)
        let (a, b) = (color.a - target.color.a, color.b - target.color.b)
        let chroma = (color.a * color.a + color.b * color.b).squareRoot() - target.chroma
        let hue = max(a * a + b * b - chroma * chroma, 0)
        let (chromaScale, hueScale) = (1 + 0.045 * target.chroma, 1 + 0.015 * target.chroma)
        let square =
            lightness * lightness + chroma * chroma / (chromaScale * chromaScale) + hue / (hueScale * hueScale)
        return exp(-square / 144)
    }
}
