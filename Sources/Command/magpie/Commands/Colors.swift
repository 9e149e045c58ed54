import Essentials
import Imaging

/// `magpie colors`.
struct Colors: Subcommand {
    static let name = "colors"
    static let summary = "Prints the dominant colors of images as hex."
    static let operands: ValueKind? = .file
    static let synopsis = "magpie colors INPUT… [options]"
    static let details = """
        INPUT is a file, a folder (searched recursively), or '-' for standard input: a list of paths or one picture.
        Prints one line for each image: its colors, largest share first, and its name. Errors go to standard error.
        """
    static let examples = [
        Example(purpose: "the three main colors of a picture", line: "magpie colors shoe.jpg --colors 3"),
        Example(
            purpose: "a product shot without its white background", line: "magpie colors shoe.jpg --ignore-background"),
        Example(purpose: "for other programs", line: "magpie colors photos --json | jq -r '.colors[0].hex'"),
    ]

    var count = 5
    var inputs = InputOptions()
    var picture = PictureOptions()
    var limits = LimitOptions()
    var batch = RunOptions()

    static var options: [OptionGroup<Colors>] {
        [
            OptionGroup(
                "Colors",
                .value(
                    "-n", "--colors", kind: .integer(in: 1...16), help: "Maximum number of colors.", default: "5",
                    sets: \.count)),
            PictureOptions.group.inside(\.picture),
            InputOptions.group().inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }

    func run(_ words: [Path]) throws -> ExitCode {
        var inputs = try Inputs(words, options: self.inputs)
        inputs.pictureLimit = limits.limits.inputBytes
        let recipe = picture.recipe([], colors: count)
        let limits = limits.limits
        let console = StandardOutput()
        let swatches = Swatches(isColored: console.isStyled, columns: count)
        var run = ImageRun(
            inputs: inputs, options: batch, isOrdered: batch.isOrdered || !batch.printsJSON, printsLines: true)
        run.offersLenient = true
        return try run.run(
            work: { Self.outcome(of: $0, recipe, limits) },
            deliver: { (outcome: inout Outcome) in
                let line = batch.printsJSON ? outcome.line(shard: inputs.shard) : swatches.line(outcome)
                if let line { try console.write(line) }
            }
        ).code
    }

    private static func outcome(of input: Input, _ recipe: Recipe, _ limits: Limits) -> Outcome {
        Outcome.timed(input) { outcome throws(ImageError) in
            let prepared = try input.reading { (image, bytes) throws(ImageError) -> Prepared in
                outcome.inputBytes = bytes
                return try prepare(image, as: recipe.findingObjects, limits: limits)
            }
            var product = Product(picture: .init(prepared), colors: recipe.colors(of: prepared))
            product.isClipped = recipe.box.map { $0 != prepared.box } ?? false
            outcome.result = .success(product)
        }
    }
}

/// Colors for a person to read: a patch of each with its hex code and share.
struct Swatches {
    /// Draws patches in 24-bit color.
    let isColored: Bool
    /// So that names line up behind pictures with fewer colors.
    let columns: Int

    /// Nil for an image without colors because it could not be used.
    func line(_ outcome: Outcome) -> String? {
        guard case .success(let product) = outcome.result else { return nil }
        let cells = (product.colors ?? []).map(cell)
        let width = isColored ? 15 : 12
        let padding = String(repeating: " ", count: max(columns - cells.count, 0) * (width + 2))
        return cells.map { $0 + "  " }.joined() + padding + outcome.path.text.printable + "\n"
    }

    private func cell(_ color: DominantColor) -> String {
        let percent = String(Int((color.share * 100).rounded()))
        let text = color.hex + String(repeating: " ", count: max(4 - percent.count, 1)) + percent + "%"
        guard isColored else { return text }
        return "\u{1b}[48;2;\(color.color.red);\(color.color.green);\(color.color.blue)m  \u{1b}[0m " + text
    }
}
