extension Recipe {
    /// How many dominant colors ``colors`` may ask for.
    public static let colorCounts = 0...16

    /// Throws `invalidRecipe` for the first value outside its range.
    ///
    /// Asked when a recipe is used, because its properties may be set at any time before.
    func check() throws(ImageError) {
        for (index, output) in outputs.enumerated() { try output.check("outputs[\(index)]") }
        guard Self.colorCounts.contains(colors) else {
            throw .invalidRecipe(property: "colors", value: "\(colors)", allowed: "0 to 16")
        }
    }
}

extension Output {
    fileprivate func check(_ name: String) throws(ImageError) {
        switch shape {
        case .fit(let side): try Self.check(side, "\(name).shape", "fit \(side)")
        case .fill(let size):
            try Self.check(size.width, "\(name).shape", "fill \(size)")
            try Self.check(size.height, "\(name).shape", "fill \(size)")
        case .exact(let size):
            try Self.check(size.width, "\(name).shape", "exact \(size)")
            try Self.check(size.height, "\(name).shape", "exact \(size)")
        }
        switch encoding {
        case .jpeg(let quality?), .webp(let quality?):
            // False for NaN, too.
            guard quality >= 0, quality <= 1 else {
                throw .invalidRecipe(property: "\(name).encoding", value: "quality \(quality)", allowed: "0 to 1")
            }
        case .jpeg(nil), .webp(nil), .png, .pixels: break
        }
    }

    private static func check(_ side: Int, _ property: String, _ value: String) throws(ImageError) {
        guard sides.contains(side) else {
            throw .invalidRecipe(
                property: property, value: value,
                allowed: "sides of \(sides.lowerBound) to \(sides.upperBound) pixels")
        }
    }
}
