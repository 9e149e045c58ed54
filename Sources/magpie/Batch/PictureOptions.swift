import Imaging

/// The options that say which part of a picture is used, and how it is seen.
struct PictureOptions: Hashable, Sendable {
    var box: Box?
    var ignoresBackground = false
    var background = RGB.white
    var effort = Recipe.Effort.fast
    var allowsTruncated = false

    static var group: OptionGroup<PictureOptions> {
        OptionGroup(
            title: "Picture",
            options: [
                .value(
                    "--box", kind: .box,
                    help:
                        "Use this part only, in upright pixels of the original. What of it lies beyond the edge is cut "
                        + "off, and that is said.", sets: \.box),
                .flag(
                    "--ignore-background",
                    help: "Leave a near-white background out of the colors, as in product shots.",
                    sets: \.ignoresBackground),
                .value(
                    "--background", kind: .color,
                    help: "What shows through transparent pixels. Default ffffff.", sets: \.background),
                .value(
                    "--effort", kind: .word("fast|high", ["fast": .fast, "high": .high]),
                    help: "high decodes at least twice the pixels of the output: slower, closer to the original. "
                        + "Default fast.",
                    sets: \.effort),
                .flag(
                    "--lenient", help: "Use what there is of a picture that is cut off. Default: an error.",
                    sets: \.allowsTruncated),
            ])
    }

    func recipe(_ outputs: [Output], colors: Int, keeps: Recipe.Metadata = []) -> Recipe {
        var recipe = Recipe(
            box: box, colors: colors, ignoresBackground: ignoresBackground, effort: effort, background: background,
            keeps: keeps, allowsTruncated: allowsTruncated)
        recipe.outputs = outputs
        return recipe
    }
}

extension OptionValue<Box> {
    static var box: OptionValue {
        OptionValue("X1,Y1,X2,Y2", expected: "four whole numbers with X1 < X2 and Y1 < Y2, such as 10,20,110,220") {
            guard let edges = coordinates($0, count: 4), edges[0] < edges[2], edges[1] < edges[3] else { return nil }
            return Box(left: edges[0], top: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
        }
    }

    /// Whole numbers with commas between, none so large that sums of them overflow.
    static func coordinates(_ text: String, count: Int) -> [Int]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        let numbers = parts.compactMap(\.self).filter { (-1 << 31...1 << 31).contains($0) }
        return parts.count == count && numbers.count == count ? numbers : nil
    }
}

extension OptionValue<RGB> {
    static var color: OptionValue {
        OptionValue("COLOR", expected: "six hex digits such as b8482a, three such as fff, or a name such as red") {
            RGB(named: $0)
        }
    }
}

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

extension OptionValue<Size> {
    /// `WxH` with the sides that outputs may have.
    static var size: OptionValue {
        let sides = Output.sides
        let expected = "two sides from \(sides.lowerBound) to \(sides.upperBound), such as 300x200"
        return OptionValue("WxH", expected: expected) {
            let parts = $0.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let width = parts[0], let height = parts[1], sides.contains(width),
                sides.contains(height)
            else { return nil }
            return Size(width: width, height: height)
        }
    }
}
