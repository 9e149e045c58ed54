extension Job {
    /// The rows that the source has to keep: those of one row of the result, and of one cell of samples.
    func keptRows(_ axes: Axes, _ plan: Plan) -> Int {
        recipe.colors > 0 ? max(axes.rows.taps, PixelSamples.cell(of: plan.decode.region)) : axes.rows.taps
    }

    /// Resizes the rows to the base, and takes samples for the colors, where they are wanted, on the way. Colors alone
    /// need no base: the samples take its place.
    func resize<Source: RowSource & ~Copyable>(
        _ rows: consuming Source, _ axes: Axes, _ plan: Plan, finally: (borrowing Source) -> Void = { _ in }
    ) throws(ImageError) -> (base: Raster, samples: Raster?) {
        guard recipe.colors > 0 else {
            var rows = rows
            let base = try Resample.run(&rows, axes: axes, workspace: workspace)
            finally(rows)
            return (base, nil)
        }
        let samples = PixelSamples(of: plan.decode.region, channels: rows.channels)
        var sampled = SampledRows(rows, samples)
        let base = recipe.outputs.isEmpty ? nil : try Resample.run(&sampled, axes: axes, workspace: workspace)
        try sampled.load(upTo: plan.decode.region.bottom)
        finally(sampled.source)
        return (base ?? samples.raster, samples.raster)
    }
}
