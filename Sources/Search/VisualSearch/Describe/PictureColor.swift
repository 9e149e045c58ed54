/// The colors by which pictures are counted and filtered: the basic color terms of English (Berlin and Kay 1969), and
/// the three more that shops list most.
struct PictureColor: Hashable {
    let name: String
    /// The color of its swatch.
    let swatch: RGB
    /// Colors that have the name; any other color has the name of the nearest of all.
    private let references: [CIELab]

    private init(_ name: String, _ swatch: String, _ others: String) {
        let colors = ([swatch] + others.split(separator: " ").map(String.init)).map { RGB(hex: $0) ?? .black }
        self.name = name
        self.swatch = colors[0]
        references = colors.map { CIELab($0) }
    }

    /// All of them, in the order in which equal counts are listed.
    static let all = [
        PictureColor("black", "181818", "2b2a2e 0a0a0c 1c1a1a"),
        PictureColor("gray", "808080", "8b9197 505052 a8a8aa bcbcbe 6a6e74 3e3e40"),
        PictureColor("white", "f8f8f8", "ffffff f1eee7 e4e4e2 dcdcdc"),
        PictureColor("beige", "d8c8a8", "d4bd98 f0e4cc c8b090 e6d8be b8a488"),
        PictureColor("brown", "7a4a28", "7d5035 5a3a22 8b4513 a0693f 4a2c1a 9a6a48 6a5040 b07848"),
        PictureColor("red", "c8202a", "c4302b e02020 8e1b20 a8142c ff0000 60141a d84a42"),
        PictureColor("orange", "f08020", "e2732c ff8c00 d86010 ff6a30 f4a050"),
        PictureColor("yellow", "f0d020", "ebb92f ffff00 d4a830 f8e070 c8a820 fff4a0"),
        PictureColor("green", "2e8b3a", "3e8a4c 00a000 70702a 8fb840 14502a a0d0a0 5a6a3a 60e060 b8c890"),
        PictureColor("teal", "1e8080", "1e8587 30c0b8 40e0d0 0a5a5c 90d8d4"),
        PictureColor("blue", "3a76c8", "2050b8 3090e0 0000ff 80b0e0 4060a0 a8c8e8 6a88b0"),
        PictureColor("navy", "1a2450", "243a66 101838 202c58 0c0c80 1a1a70"),
        PictureColor("purple", "702890", "4b0082 77489c 7038b0 a878d0 4a1a60 c8a8e0 8060c0"),
        PictureColor("pink", "f090b0", "e48aa8 d020a0 ffc0cb ff69b4 e8b8c4 c04880 f4d4da"),
    ]

    /// The place in ``all`` of a name, in any case; nil for any other word.
    static func place(of name: String) -> Int? {
        let name = name.lowercased()
        return all.firstIndex { $0.name == (name == "grey" ? "gray" : name) }
    }

    /// The place in ``all`` of the name that fits a color best.
    static func place(of color: CIELab) -> Int {
        var best = (place: 0, distance: Double.infinity)
        for (place, named) in all.enumerated() {
            for reference in named.references {
                let distance = reference.difference(from: color)
                if distance < best.distance { best = (place, distance) }
            }
        }
        return best.place
    }
}

extension CIELab {
    /// The square of the CIE 1994 color difference, with the mean chroma of both and lightness at 0.6: a shadow
    /// changes the lightness of an object, and not the name of its color.
    fileprivate func difference(from other: CIELab) -> Double {
        let (own, others) = ((a * a + b * b).squareRoot(), (other.a * other.a + other.b * other.b).squareRoot())
        let chroma = (own * others).squareRoot()
        let (deltaL, deltaC) = (lightness - other.lightness, own - others)
        let (deltaA, deltaB) = (a - other.a, b - other.b)
        let hue = max(deltaA * deltaA + deltaB * deltaB - deltaC * deltaC, 0)
        let (scaleC, scaleH) = (1 + 0.045 * chroma, 1 + 0.015 * chroma)
        return 0.6 * deltaL * deltaL + deltaC * deltaC / (scaleC * scaleC) + hue / (scaleH * scaleH)
    }
}
