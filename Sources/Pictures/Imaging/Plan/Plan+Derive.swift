extension Plan {
    /// All products out of the upright base, in the order of the recipe.
    ///
    /// Large ones first; each is made from the smallest one so far that holds all its detail.
    func derive(from base: Raster, workspace: Workspace) -> [Raster] {
        var made: [(product: Product, raster: Raster)] = [(self.base, base)]
        var rasters = [Raster?](repeating: nil, count: products.count)
        let order = products.indices.sorted { products[$0].size.pixelCount > products[$1].size.pixelCount }
        for index in order {
            let product = products[index]
            let source = made.last { $0.product.covers(product) } ?? made[0]
            let raster = source.raster.resized(
                source.product.window(of: product), to: product.size, workspace: workspace)
            made.append((product, raster))
            rasters[index] = raster
        }
        return rasters.map { $0! }
    }
}

extension Axes {
    init(decode: Plan.Decode, workspace: Workspace) {
        self.init(window: decode.window, region: decode.region, to: decode.baseSize, workspace: workspace)
    }
}
