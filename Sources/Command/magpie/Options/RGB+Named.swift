import Imaging

extension RGB {
    /// The sixteen names of HTML and some more that people type.
    private static let names: KeyValuePairs = [
        "black": "000000", "silver": "c0c0c0", "gray": "808080", "grey": "808080", "white": "ffffff",
        "maroon": "800000", "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff", "magenta": "ff00ff",
        "green": "008000", "lime": "00ff00", "olive": "808000", "yellow": "ffff00", "navy": "000080",
        "blue": "0000ff", "teal": "008080", "aqua": "00ffff", "cyan": "00ffff", "orange": "ffa500",
        "pink": "ffc0cb", "brown": "a52a2a", "beige": "f5f5dc", "gold": "ffd700",
    ]

    /// Reads six or three hex digits, with or without `#`, or the name of a color as CSS has it.
    init?(named text: some StringProtocol) {
        if let hex = RGB.names.first(where: { $0.key == text.lowercased() })?.value {
            self.init(hex: hex)
        } else {
            let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
            self.init(hex: digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits))
        }
    }
}
