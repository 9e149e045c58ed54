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
                    help: "Use this part only, in upright pixels of the original.", sets: \.box),
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
        OptionValue("X1,Y1,X2,Y2", expected: "four whole numbers with X1 ≤ X2 and Y1 ≤ Y2, such as 10,20,110,220") {
            let edges = $0.split(separator: ",", omittingEmptySubsequences: false).compactMap { Int($0) }
            guard edges.count == 4, $0.split(separator: ",", omittingEmptySubsequences: false).count == 4,
                edges.allSatisfy({ abs($0) <= 1 << 31 }), edges[0] <= edges[2], edges[1] <= edges[3]
            else { return nil }
            return Box(left: edges[0], top: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
        }
    }
}

extension OptionValue<RGB> {
    static var color: OptionValue { OptionValue("HEX", expected: "six hex digits such as b8482a") { RGB(hex: $0) } }
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
