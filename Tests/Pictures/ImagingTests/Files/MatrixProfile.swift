import Foundation
import Imaging

/// A color space of three primaries and one power curve: its ICC profile, and what its values are in sRGB.
struct MatrixProfile {
    /// Red, green and blue as XYZ, adapted to the white of profiles (D50).
    let primaries: [[Double]]
    let gamma: Double

    static let displayP3 = MatrixProfile(
        primaries: [[0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407]], gamma: 2.2)
    static let adobeRGB = MatrixProfile(
        primaries: [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
        gamma: 2.19921875)
    private static let sRGB = [[0.4360, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]]

    /// A version 2 profile (ICC.1:2001-04).
    var bytes: [UInt8] {
        Self.file("RGB ", Self.colors(primaries, [curve, curve, curve]))
    }

    /// The tags of color.
    static func colors(_ primaries: [[Double]], _ curves: [[UInt8]]) -> [(String, [UInt8])] {
        Array(zip(["rXYZ", "gXYZ", "bXYZ"], primaries.map(xyz))) + Array(zip(["rTRC", "gTRC", "bTRC"], curves))
    }

    /// A profile of the same curve for gray.
    var grayBytes: [UInt8] { Self.file("GRAY", [("kTRC", curve)]) }

    static func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded()), 4) }
    static func xyz(_ values: [Double]) -> [UInt8] { ascii("XYZ \0\0\0\0") + values.flatMap(fixed) }
    private var curve: [UInt8] { ascii("curv\0\0\0\0") + big(1, 4) + big(Int((gamma * 256).rounded()), 2) + [0, 0] }

    /// A profile of these tags beside those that each profile has.
    static func file(
        _ space: String, _ colors: [(String, [UInt8])], kind: String = "mntr", connection: String = "XYZ ",
        version: Int = 0x0210_0000, white: [Double] = [0.9642, 1, 0.8249]
    ) -> [UInt8] {
        let description = ascii("desc\0\0\0\0") + big(5, 4) + ascii("Test\0") + [UInt8](repeating: 0, count: 78) + [0]
        let white = xyz(white)
        let tags =
            [("desc", description), ("cprt", ascii("text\0\0\0\0none\0\0\0\0")), ("wtpt", white)] + colors
        var table: [UInt8] = []
        var data: [UInt8] = []
        for (name, content) in tags {
            table += ascii(name) + big(132 + 12 * tags.count + data.count, 4) + big(content.count, 4)
            data += content
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<4, with: big(132 + table.count + data.count, 4))
        header.replaceSubrange(8..<12, with: big(version, 4))
        header.replaceSubrange(12..<24, with: ascii(kind + space + connection))
        header.replaceSubrange(36..<40, with: ascii("acsp"))
        header.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(fixed))
        return header + big(tags.count, 4) + table + data
    }

    /// The color in sRGB that a value of this space means; values outside sRGB are clipped.
    func sRGB(_ color: RGB) -> RGB {
        let light = [color.red, color.green, color.blue].map { pow(Double($0) / 255, gamma) }
        let xyz = (0..<3).map { axis in (0..<3).reduce(0) { $0 + primaries[$1][axis] * light[$1] } }
        let target = Self.inverse(Self.sRGB)
        let linear = (0..<3).map { channel in (0..<3).reduce(0) { $0 + target[$1][channel] * xyz[$1] } }
        let values = linear.map { light -> UInt8 in
            let light = min(max(light, 0), 1)
            let coded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8((coded * 255).rounded())
        }
        return RGB(red: values[0], green: values[1], blue: values[2])
    }

    /// The rows of the inverse of a matrix whose rows are the primaries.
    static func inverse(_ m: [[Double]]) -> [[Double]] {
        func minor(_ row: Int, _ column: Int) -> Double {
            let rows = [0, 1, 2].filter { $0 != row }
            let columns = [0, 1, 2].filter { $0 != column }
            return m[rows[0]][columns[0]] * m[rows[1]][columns[1]] - m[rows[0]][columns[1]] * m[rows[1]][columns[0]]
        }
        let determinant = (0..<3).reduce(0) { $0 + ($1 == 1 ? -1 : 1) * m[0][$1] * minor(0, $1) }
        return (0..<3).map { row in
            (0..<3).map { column in ((row + column) % 2 == 0 ? 1 : -1) * minor(column, row) / determinant }
        }
    }
}
