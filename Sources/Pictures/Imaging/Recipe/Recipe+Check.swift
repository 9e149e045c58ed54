extension Recipe {
    /// The numbers of dominant colors that ``colors`` accepts.
    package static let colorCounts = 0...16

    /// Throws `invalidRecipe` for the first value outside its range.
    ///
    /// Called when a recipe is used, because its properties may be set at any time before.
    func check() throws(ImageError) {
        for (index, output) in outputs.enumerated() { try output.check("outputs[\(index)]") }
        var labels: Set<String> = []
        for label in outputs.compactMap(\.label) where !labels.insert(label).inserted {
            throw .invalidRecipe(property: "outputs", value: "two labels \(label)", allowed: "each label once")
        }
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
            guard Self.qualities.contains(quality) else {
                throw .invalidRecipe(property: "\(name).encoding", value: "quality \(quality)", allowed: "1 to 100")
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
