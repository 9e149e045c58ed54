internal import CKernels

/// The colors of the object in a picture, largest share first: at most 8.
///
/// If the border of the picture is mostly of a few colors, the region connected to it is background and does not count.
package struct Palette: Hashable, Sendable {
    /// Length of ``bytes``.
    package static let byteCount = Int(CK_PALETTE_BYTES)
    static let colorLimit = Int(CK_PALETTE_COLORS)

    /// Four bytes for each color: L of CIE Lab times 2.55, a and b plus 128, share of the object in 1/255. Colors that
    /// are not there have the share 0.
    package let bytes: [UInt8]

    init(of pixels: PixelBuffer) {
        let foreground = foreground(of: pixels)
        var bytes: [UInt8] = []
        for color in foreground.dominantColors(Palette.colorLimit) {
            let lab = CIELab(color.color)
            bytes.append(UInt8(min(max((lab.lightness * 2.55).rounded(), 0), 255)))
            bytes.append(UInt8(min(max((lab.a + 128).rounded(), 0), 255)))
            bytes.append(UInt8(min(max((lab.b + 128).rounded(), 0), 255)))
            bytes.append(UInt8(min(max((color.share * 255).rounded(), 1), 255)))
        }
        self.bytes = bytes + Array(repeating: 0, count: Palette.byteCount - bytes.count)
    }
}

extension Palette {
    /// The color with the largest share in ``bytes``; nil for an empty palette.
    static func mainColor(of bytes: [UInt8]) -> RGB? {
        guard bytes.count == byteCount, bytes[3] > 0 else { return nil }
        return CIELab(
            lightness: Double(bytes[0]) / 2.55, a: Double(bytes[1]) - 128, b: Double(bytes[2]) - 128
        ).rgb
    }
}

/// The colors of a query.
struct ColorTarget {
    private let wanted: [ck_wanted_color]

    /// Normalizes the weights of the wanted colors, at most `CK_WANTED_COLORS`, to a sum of 1.
    init(_ colors: [(color: RGB, weight: Double)]) {
        let sum = colors.reduce(0) { $0 + $1.weight }
        wanted = colors.map { entry in
            let lab = CIELab(entry.color)
            return ck_wanted_color(
                lightness: Float(lab.lightness), a: Float(lab.a), b: Float(lab.b),
                chroma: Float((lab.a * lab.a + lab.b * lab.b).squareRoot()), weight: Float(entry.weight / sum))
        }
    }

    /// Returns the share of the palettes in the slots that is near the wanted colors, 0…1; 0 for slots without a
    /// palette.
    ///
    /// Of several colors each counts up to its weight, so that items that have all of them in these shares come first.
    /// - Parameter palettes: ``Palette/bytes`` of each slot, one behind the other.
    func nearness(of palettes: [UInt8], at slots: [Int]) -> [Float] {
        // Safe: there are as many scores as slots, and the loop reads only palettes that are there.
        unsafe [Float](unsafeUninitializedCapacity: slots.count) { scores, count in
            unsafe ck_color_nearness(CK_BEST)!(
                wanted, wanted.count, palettes, palettes.count / Palette.byteCount, slots, slots.count,
                scores.baseAddress)
            count = slots.count
        }
    }
}
