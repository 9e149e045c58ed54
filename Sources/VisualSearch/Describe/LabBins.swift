import CKernels

/// The 144 soft bins of ``Descriptor/colors``: 4 of L, then 6 of a, then 6 of b.
public enum LabBins {
    /// Number of bins.
    public static let count = Int(CKD_LAB_BINS)

    /// Lab color in the middle of bin `index`, 0 ..< ``count``: L 12.5 to 87.5; a and b -90 to 90, closer near gray.
    public static func center(_ index: Int) -> (l: Double, a: Double, b: Double) {
        precondition((0..<count).contains(index))
        let side = Int(CKD_LAB_AB)
        return (
            l: (Double(index / (side * side)) + 0.5) * 100 / Double(CKD_LAB_L),
            a: chroma(index / side % side), b: chroma(index % side)
        )
    }

    /// Bins that a color falls into, with shares that add up to 1: at most 8.
    public static func shares(l: Double, a: Double, b: Double) -> [(bin: Int, share: Double)] {
        let side = Int(CKD_LAB_AB)
        let places = [
            min(max(l * Double(CKD_LAB_L) / 100 - 0.5, 0), Double(CKD_LAB_L) - 1.001), place(a), place(b),
        ]
        return (0..<8).compactMap { corner in
            var share = 1.0
            let index = places.enumerated().map { axis, place in
                let upper = corner >> (2 - axis) & 1
                let part = place - place.rounded(.down)
                share *= upper == 1 ? part : 1 - part
                return Int(place) + upper
            }
            return share > 0 ? ((index[0] * side + index[1]) * side + index[2], share) : nil
        }
    }

    private static let reach = 90.0

    private static func chroma(_ bin: Int) -> Double {
        let root = Double(bin) * 2 / Double(CKD_LAB_AB - 1) - 1
        return (root < 0 ? -1 : 1) * root * root * reach
    }

    private static func place(_ value: Double) -> Double {
        let root = (abs(value) / reach).squareRoot()
        let place = ((value < 0 ? -root : root) + 1) / 2 * Double(CKD_LAB_AB - 1)
        return min(max(place, 0), Double(CKD_LAB_AB) - 1.001)
    }
}
