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
        if let trim { try trim.check() }
        guard gamut == .sRGB || !keeps.contains(.icc) else {
            throw .invalidRecipe(property: "gamut", value: "p3 and keeps icc", allowed: "one of them")
        }
        if gamut != .sRGB || keeps.contains(.icc), outputs.contains(where: { $0.encoding == .gif }) {
            throw .invalidRecipe(
                property: "outputs", value: "gif", allowed: "formats with a place for a profile, or sRGB")
        }
    }
}

extension Output {
    fileprivate func check(_ name: String) throws(ImageError) {
        switch shape {
        case .fit(let side): try Self.check([side], "\(name).shape", "fit \(side)")
        case .width(let side): try Self.check([side], "\(name).shape", "width \(side)")
        case .within(let size): try Self.check([size.width, size.height], "\(name).shape", "within \(size)")
        case .original: break
        case .fill(let size): try Self.check([size.width, size.height], "\(name).shape", "fill \(size)")
        case .exact(let size): try Self.check([size.width, size.height], "\(name).shape", "exact \(size)")
        case .pad(let size, let padding):
            try Self.check([size.width, size.height], "\(name).shape", "pad \(size)")
            guard Self.margins.contains(padding.margin) else {
                throw .invalidRecipe(
                    property: "\(name).shape", value: "margin \(padding.margin)", allowed: "0 to 0.45")
            }
        }
        if case .point(let x, let y) = gravity, !(0...1).contains(x) || !(0...1).contains(y) {
            throw .invalidRecipe(property: "\(name).gravity", value: "\(x), \(y)", allowed: "shares from 0 to 1")
        }
        if let quality = encoding.quality, !Self.qualities.contains(quality) {
            throw .invalidRecipe(property: "\(name).encoding", value: "quality \(quality)", allowed: "1 to 100")
        }
        try checkOptions("\(name).options")
    }

    private func checkOptions(_ name: String) throws(ImageError) {
        guard let format = encoding.format else {
            guard options == EncoderOptions() else {
                throw .invalidRecipe(property: name, value: "set", allowed: "none for pixels")
            }
            return
        }
        if let effort = options.effort {
            let efforts = EncoderOptions.efforts(of: format)
            guard let efforts, efforts.contains(effort) else {
                let allowed = efforts.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "none"
                throw .invalidRecipe(
                    property: "\(name).effort", value: "\(effort)", allowed: "\(allowed) for \(format.rawValue)")
            }
        }
        if let bytes = options.maxBytes, bytes < 1 {
            throw .invalidRecipe(property: "\(name).maxBytes", value: "\(bytes)", allowed: "at least 1")
        }
        if let least = options.leastSimilarity, !EncoderOptions.similarities.contains(least) {
            throw .invalidRecipe(property: "\(name).leastSimilarity", value: "\(least)", allowed: "0.5 to 0.999")
        }
        if options.maxBytes != nil, options.leastSimilarity != nil {
            throw .invalidRecipe(
                property: name, value: "maxBytes and leastSimilarity", allowed: "one of them: each decides the quality")
        }
        guard options.supported(by: format) == options else {
            throw .invalidRecipe(
                property: name, value: "a setting that \(format.rawValue) lacks",
                allowed: "chroma for JPEG and AVIF, isProgressive for JPEG and PNG, isLossless for WebP and JPEG XL, "
                    + "maxBytes and leastSimilarity where there is a quality")
        }
    }

    private static func check(_ lengths: [Int], _ property: String, _ value: String) throws(ImageError) {
        for side in lengths where !sides.contains(side) {
            throw .invalidRecipe(
                property: property, value: value,
                allowed: "sides of \(sides.lowerBound) to \(sides.upperBound) pixels")
        }
    }
}

extension Recipe.Trim {
    fileprivate func check() throws(ImageError) {
        guard (0...0.5).contains(margin) else {
            throw .invalidRecipe(property: "trim.margin", value: "\(margin)", allowed: "0 to 0.5")
        }
        guard (0...255).contains(tolerance) else {
            throw .invalidRecipe(property: "trim.tolerance", value: "\(tolerance)", allowed: "0 to 255")
        }
    }
}

extension Recipe.Metadata {
    /// The part of the set that a file has: what an output without metadata would lose.
    package func held(by header: ImageHeader) -> Recipe.Metadata {
        var held: Recipe.Metadata = []
        if header.hasProfile { held.insert(.icc) }
        if header.exif != nil || header.hasUnreadEXIF { held.insert(.exif) }
        if header.gainMap != nil { held.insert(.gainMap) }
        return intersection(held)
    }
}
