import Essentials

extension PixelBuffer {
    /// The numbers of columns and rows of colors that ``blurHash(columns:rows:)`` accepts.
    package static let blurHashCounts = 1...9

    /// The BlurHash of the picture: a blurred placeholder in 6 to 166 characters.
    ///
    /// The same as that of the reference implementation for the same pixels; transparency does not count. 100 pixels a
    /// side, such as those of ``Output/pixels(fitting:)``, are enough. Source: Wolt, "BlurHash" (2018).
    ///
    /// - Parameters:
    ///   - columns: The columns of colors, 1…9. Default 4.
    ///   - rows: The rows of colors, 1…9. Default 3.
    /// - Throws: `invalidRecipe` for counts out of range.
    public func blurHash(columns: Int = 4, rows: Int = 3) throws(ImageError) -> String {
        for (name, count) in [("columns", columns), ("rows", rows)] where !Self.blurHashCounts.contains(count) {
            throw .invalidRecipe(property: name, value: "\(count)", allowed: "1 to 9")
        }
        let colors = linearTerms(columns: columns, rows: rows)
        let largest = colors.dropFirst().reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
        let step = colors.count > 1 ? min(max(Int(largest * 166 - 0.5), 0), 82) : 0
        let scale = colors.count > 1 ? Double(step + 1) / 166 : 1
        var text = Base83.digits(of: columns - 1 + (rows - 1) * 9, count: 1) + Base83.digits(of: step, count: 1)
        let mean = [colors[0].x, colors[0].y, colors[0].z].map(Self.coded)
        text += Base83.digits(of: mean[0] << 16 | mean[1] << 8 | mean[2], count: 4)
        for color in colors.dropFirst() {
            let parts = [color.x, color.y, color.z].map { value in
                let root = (abs(value) / scale).squareRoot()
                return min(max(Int(((value < 0 ? -root : root) * 9 + 9.5).rounded(.down)), 0), 18)
            }
            text += Base83.digits(of: (parts[0] * 19 + parts[1]) * 19 + parts[2], count: 2)
        }
        return text
    }

    /// The lowest terms of the cosine transform in linear light, row by row.
    private func linearTerms(columns: Int, rows: Int) -> [SIMD3<Double>] {
        let (width, height) = (size.width, size.height)
        let linear = (0..<256).map { Self.linear(Double($0) / 255) }
        let across = CosineTable(shifted: false, count: columns, of: width)
        let down = CosineTable(shifted: false, count: rows, of: height)
        var sums = [SIMD3<Double>](repeating: SIMD3(), count: columns * height)
        for y in 0..<height {
            for x in 0..<width {
                let start = (y * width + x) * channels
                let color = SIMD3(
                    linear[Int(bytes[start])], linear[Int(bytes[start + 1])], linear[Int(bytes[start + 2])])
                for column in 0..<columns { sums[column * height + y] += color * across[column, x] }
            }
        }
        var terms: [SIMD3<Double>] = []
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = SIMD3<Double>()
                for y in 0..<height { sum += sums[column * height + y] * down[row, y] }
                terms.append(sum * ((row == 0 && column == 0 ? 1 : 2) / Double(width * height)))
            }
        }
        return terms
    }

    private static func linear(_ value: Double) -> Double {
        value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// A value of linear light as 8 bits of sRGB.
    private static func coded(_ value: Double) -> Int {
        let value = min(max(value, 0), 1)
        return Int((value <= 0.003_130_8 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055) * 255 + 0.5)
    }
}

/// The digits of BlurHash.
private enum Base83 {
    private static let all = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

    static func digits(of value: Int, count: Int) -> String {
        var (digits, rest): ([Character], Int) = ([], value)
        for _ in 0..<count {
            digits.append(all[rest % 83])
            rest /= 83
        }
        return String(digits.reversed())
    }
}
