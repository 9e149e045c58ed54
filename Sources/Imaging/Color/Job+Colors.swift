extension Job {
    /// Colors come from the smallest picture of the whole box that is not too small, and always in sRGB.
    func dominantColors(
        base: Raster, rasters: [Raster], plan: Plan, profile: [UInt8]
    ) throws(ImageError) -> [DominantColor] {
        guard recipe.colors > 0 else { return [] }
        let whole = zip(rasters, plan.products).filter { $1.window == Window(plan.box) }.map(\.0)
        let large = whole.filter { $0.size.longestSide >= Plan.colorSide }
        var chosen = large.min { $0.size.pixelCount < $1.size.pixelCount } ?? base
        if !profile.isEmpty { chosen = try chosen.converted(profile: profile, keepsProfile: false) }
        return Imaging.dominantColors(
            of: chosen.bytes.span, size: chosen.size, count: recipe.colors,
            ignoringBackground: recipe.ignoresBackground)
    }
}
