/// Capital letters drawn with one pen, on a grid of 4 by 6.
enum Lettering {
    private static let glyphs: [Character: String] = [
        "A": "M 0 6 L 2 0 L 4 6 M 0.8 4 L 3.2 4",
        "B": "M 0 0 L 0 6 L 2 6 C 4.4 6 4.4 3 2 3 L 0 3 M 0 0 L 2 0 C 4 0 4 3 2 3",
        "C": "M 4 1.2 C 3 -0.8 0 -0.4 0 3 C 0 6.4 3 6.8 4 4.8",
        "D": "M 0 0 L 0 6 L 1.6 6 C 4.8 6 4.8 0 1.6 0 L 0 0",
        "E": "M 3.6 0 L 0 0 L 0 6 L 3.6 6 M 0 3 L 3 3",
        "F": "M 3.6 0 L 0 0 L 0 6 M 0 3 L 3 3",
        "G": "M 4 1.2 C 3 -0.8 0 -0.4 0 3 C 0 6.6 4 6.6 4 3.6 L 2.4 3.6",
        "H": "M 0 0 L 0 6 M 4 0 L 4 6 M 0 3 L 4 3",
        "I": "M 2 0 L 2 6",
        "J": "M 3.4 0 L 3.4 4 C 3.4 6.6 0.4 6.6 0.2 4.4",
        "K": "M 0 0 L 0 6 M 3.8 0 L 0 3.4 M 1.2 2.4 L 4 6",
        "L": "M 0 0 L 0 6 L 3.6 6",
        "M": "M 0 6 L 0.3 0 L 2 4 L 3.7 0 L 4 6",
        "N": "M 0 6 L 0 0 L 4 6 L 4 0",
        "O": "M 2 0 C -0.7 0 -0.7 6 2 6 C 4.7 6 4.7 0 2 0 Z",
        "P": "M 0 6 L 0 0 L 2 0 C 4.4 0 4.4 3.3 2 3.3 L 0 3.3",
        "Q": "M 2 0 C -0.7 0 -0.7 6 2 6 C 4.7 6 4.7 0 2 0 Z M 2.6 4.4 L 4.2 6.4",
        "R": "M 0 6 L 0 0 L 2 0 C 4.4 0 4.4 3.2 2 3.2 L 0 3.2 M 1.8 3.2 L 4 6",
        "S": "M 3.8 1 C 3 -0.6 0.2 -0.4 0.2 1.6 C 0.2 3.6 3.9 2.6 3.9 4.5 C 3.9 6.5 0.8 6.6 0 4.9",
        "T": "M 0 0 L 4 0 M 2 0 L 2 6",
        "U": "M 0 0 L 0 4 C 0 6.7 4 6.7 4 4 L 4 0",
        "V": "M 0 0 L 2 6 L 4 0",
        "W": "M 0 0 L 0.9 6 L 2 1.6 L 3.1 6 L 4 0",
        "X": "M 0 0 L 4 6 M 4 0 L 0 6",
        "Y": "M 0 0 L 2 3 L 4 0 M 2 3 L 2 6",
        "Z": "M 0 0 L 4 0 L 0 6 L 4 6",
    ]

    /// One line of text as an outline to fill; `y` is its top. Characters without a glyph leave a gap.
    static func centered(_ text: String, x: Double, y: Double, height: Double, weight: Double = 1) -> Path {
        let scale = height / 6
        let step = 5.8 * scale
        let start = x - (Double(text.count) * step - 1.8 * scale) / 2
        var line = Path()
        for (index, letter) in text.uppercased().enumerated() {
            let pose = Transform.pose(scale: scale, origin: Point(start + Double(index) * step, y))
            line = line + Path(glyphs[letter] ?? "").transformed(by: pose)
        }
        return line.stroked(scale * 0.85 * weight)
    }
}
