extension Job {
    /// The colors of the samples of the part that is used, always in sRGB.
    func dominantColors(of samples: Raster?, profile: [UInt8]?) throws(ImageError) -> [DominantColor] {
        guard let samples else { return [] }
        let converted = try samples.converted(profile: profile, keepsProfile: false).raster
        return Imaging.dominantColors(
            of: converted.bytes.span, size: converted.size, count: recipe.colors,
            ignoringBackground: recipe.ignoresBackground)
    }
}
