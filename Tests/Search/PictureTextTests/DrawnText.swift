import ImageTypes
import PictureTestSupport

/// Texts in letters of 5 x 7 squares, which need no font.
enum DrawnText {
    /// Rows of five bits, the highest on the left.
    private static let letters: [Character: [UInt8]] = [
        "0": [14, 17, 19, 21, 25, 17, 14], "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 2, 4, 8, 31],
        "4": [2, 6, 10, 18, 31, 2, 2], "A": [14, 17, 17, 31, 17, 17, 17], "C": [14, 17, 16, 16, 16, 17, 14],
        "E": [31, 16, 16, 30, 16, 16, 31], "I": [14, 4, 4, 4, 4, 4, 14], "L": [16, 16, 16, 16, 16, 16, 31],
        "N": [17, 25, 21, 19, 17, 17, 17], "O": [14, 17, 17, 17, 17, 17, 14], "P": [30, 17, 17, 30, 16, 16, 16],
        "R": [30, 17, 17, 30, 20, 18, 17], "S": [15, 16, 16, 14, 1, 1, 30], "T": [31, 4, 4, 4, 4, 4, 4],
        "V": [17, 17, 17, 17, 17, 10, 4],
    ]

    /// A light picture with dark texts, each from a place on, with squares of `scale` pixels.
    static func picture(
        _ width: Int, _ height: Int, _ texts: [(text: String, x: Int, y: Int)], scale: Int = 6
    ) -> PixelBuffer {
        Pictures.draw(width, height) { x, y in
            let isDark = texts.contains { text in
                let (column, row) = ((x - text.x) / scale, (y - text.y) / scale)
                guard x >= text.x, y >= text.y, row < 7, column / 6 < text.text.count, column % 6 < 5 else {
                    return false
                }
                let letter = text.text[text.text.index(text.text.startIndex, offsetBy: column / 6)]
                return letters[letter].map { $0[row] >> (4 - column % 6) & 1 == 1 } ?? false
            }
            return isDark ? (20, 20, 20) : (235, 235, 235)
        }
    }

    /// Three lines, of which the last one is the second of its row.
    static let invoice = picture(700, 400, [("INVOICE 2041", 40, 60), ("TOTAL 1200", 40, 200), ("PARIS", 400, 300)])
}

extension PixelBuffer {
    /// The picture after half a turn.
    var turned: PixelBuffer {
        Pictures.draw(size.width, size.height) { x, y in
            let color = pixel(size.width - 1 - x, size.height - 1 - y)
            return (color.red, color.green, color.blue)
        }
    }
}
