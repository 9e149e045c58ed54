import VisualSearch

// --ignore-background leaves out a near-white background as the library does, and any other where it is plain or the
// detector knows the outline of an object.

extension Recipe {
    private static let objectLabel = "objects"

    /// The recipe with an output more, to look for objects in, where the background does not count.
    var findingObjects: Recipe {
        guard colors > 0, ignoresBackground else { return self }
        var recipe = self
        recipe.outputs.append(.pixels(fitting: PixelBuffer.objectSide).labeled(Self.objectLabel))
        return recipe
    }

    /// The colors of a picture that was prepared with ``findingObjects``.
    func colors(of prepared: Prepared) -> [DominantColor] {
        prepared[Self.objectLabel]?.pixels?.objectColors(colors) ?? prepared.colors
    }
}
