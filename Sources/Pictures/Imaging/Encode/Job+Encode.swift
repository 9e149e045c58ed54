extension Job {
    /// The outputs of the recipe, from their rasters.
    func encode(
        _ rasters: [Raster], _ plan: Plan, coding: JPEGCoding?, metadata: Encode.Metadata
    ) throws(ImageError) -> [PreparedOutput] {
        var outputs: [PreparedOutput] = []
        outputs.reserveCapacity(rasters.count)
        for (index, output) in recipe.outputs.enumerated() {
            try deadline.check(.encode)
            let product = plan.products[index]
            let source = coding.map { Encode.Source(coding: $0, bytes: inputBytes, isShrunk: product.isShrunk) }
            outputs.append(
                try Encode.run(
                    rasters[index], as: output, at: Placement(product: product, uprightSize: plan.uprightSize),
                    of: source, metadata: metadata, codec: workspace.codec))
        }
        return outputs
    }
}

extension Encode.Metadata {
    /// The blocks of a file that its outputs keep.
    init(_ header: ImageHeader?, profile: [UInt8]?, _ raster: Raster, keeps: Recipe.Metadata) {
        if keeps.contains(.icc), let profile, Raster.canKeep(profile, channels: raster.channels) { icc = profile }
        guard keeps.contains(.exif) else { return }
        if let exif = header?.exif { self.exif = EXIF.settingOrientation1(exif) }
        if header?.hasUnreadEXIF == true { leftOut.insert(.exif) }
    }
}
