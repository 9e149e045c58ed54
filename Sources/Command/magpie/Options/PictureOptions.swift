import Imaging

/// The options for the used part of a picture and for reading it.
struct PictureOptions: Hashable, Sendable {
    var box: Box?
    var ignoresBackground = false
    var background = RGB.white
    var effort = Recipe.Effort.fast
    var allowsTruncated = false

    static var group: OptionGroup<PictureOptions> {
        OptionGroup(
            "Picture",
            .value(
                "--box", kind: .box,
                help: "Part of the picture to use, in upright pixels of the original. Parts beyond the edge are "
                    + "cut off and reported.", sets: \.box),
            .flag(
                "--ignore-background",
                help: "Exclude the background from the colors: a near-white one, as in product shots, and any other "
                    + "that an object stands out from.", sets: \.ignoresBackground),
            .value(
                "--background", kind: .color, help: "Color behind transparent pixels.", default: "ffffff",
                sets: \.background),
            .value(
                "--effort", kind: .word(["fast": .fast, "high": .high]),
                help: "Decoding effort. high decodes at least twice the pixels of the output: slower, closer to "
                    + "the original.", default: "fast", sets: \.effort),
            .flag(
                "--lenient", help: "Accept truncated pictures and use the decoded part.", default: .clause("an error"),
                sets: \.allowsTruncated))
    }

    func recipe(_ outputs: [Output], colors: Int, keeps: Recipe.Metadata = []) -> Recipe {
        var recipe = Recipe(
            box: box, colors: colors, ignoresBackground: ignoresBackground, effort: effort, background: background,
            keeps: keeps, allowsTruncated: allowsTruncated)
        recipe.outputs = outputs
        return recipe
    }
}
