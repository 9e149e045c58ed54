import CVipsShim

extension Job {
    /// The gain map of each output, upright and in its size; nil for outputs that get none.
    ///
    /// An undecodable gain map is dropped; the picture remains valid. The colors of a map are numbers, which no profile
    /// converts.
    func gainMaps(beside plan: Plan, orientation: Int) throws(ImageError) -> [Raster?] {
        var maps = [Raster?](repeating: nil, count: recipe.outputs.count)
        guard let gainMap, let source = unsafe source else { return maps }
        let wanted = recipe.outputs.indices.filter { recipe.outputs[$0].hasRoomForGainMap }
        let mapPlan = gainMap.plan(
            of: wanted.map { plan.products[$0] }, beside: plan.uprightSize, orientation: orientation,
            effort: recipe.effort)
        do throws(ImageError) {
            let bytes = unsafe UnsafeBufferPointer(rebasing: source[gainMap.place])
            let base = try unsafe decode(gainMap: bytes, mapPlan).upright(orientation)
            for (index, map) in zip(wanted, mapPlan.derive(from: base, workspace: workspace)) { maps[index] = map }
        } catch {
            try deadline.check(.decode)
        }
        return maps
    }

    /// The decoder's work of a plan, without a reservation: that of the picture counts the map.
    private func decode(gainMap bytes: UnsafeBufferPointer<UInt8>, _ plan: Plan) throws(ImageError) -> Raster {
        var limits = limits
        limits.seconds = max(0, deadline.time - cvs_now())
        // A job that refuses a picture that is cut off, whatever the recipe allows: what is missing would be no light.
        let job = Job(
            recipe: Recipe(outputs: []), limits: limits, workspace: workspace, cancellation: deadline.cancellation)
        let axes = Axes(decode: plan.decode, workspace: workspace)
        var rows = try unsafe JPEGRows(bytes, decode: plan.decode, keeping: axes.rows.taps, job: job)
        return try Resample.run(&rows, axes: axes, workspace: workspace)
    }

    /// The map as a JPEG of quality 90, gray or in color as it came, with its values and its profile: that of ISO 21496-1
    /// is the space that the values are for.
    func coded(gainMap raster: Raster, _ rights: RightsPacket?) throws(ImageError) -> GainMapFile? {
        let output = Output(.original, encoding: .jpeg(quality: 90))
        guard let gainMap, let coding = Coding(output) else { return nil }
        let request = Encode.Request(
            frames: Encode.Frames([raster], nil), output: output, source: nil,
            metadata: Encode.Metadata(icc: gainMap.header.profile ?? []),
            codec: workspace.codec, deadline: deadline)
        return GainMapFile(try request.file(coding).bytes, gainMap.values, rights: rights)
    }
}

extension GainMapPicture {
    /// The maps of these products of the picture: the same parts, in sides that are as much smaller as the map is than
    /// the picture, and never larger than its part of the map.
    fileprivate func plan(of products: [Product], beside upright: Size, orientation: Int, effort: Recipe.Effort) -> Plan
    {
        let size = orientation < 5 ? header.storedSize : header.storedSize.transposed
        let across = Double(size.width) / Double(upright.width)
        let down = Double(size.height) / Double(upright.height)
        let maps = products.map { product in
            let window = product.window.scaled(x: across, y: down)
            func side(_ length: Int, _ scale: Double, _ most: Double) -> Int {
                max(1, Int(min(Double(length) * scale, most).rounded()))
            }
            return Product(
                window: window,
                size: Size(
                    width: side(product.size.width, across, window.width),
                    height: side(product.size.height, down, window.height)))
        }
        return Plan(
            stored: header.storedSize, orientation: orientation, products: maps, decoder: .shrinking, effort: effort)
    }
}

extension Output {
    /// A JPEG that shows nothing beside the picture: surroundings would need a map of their own.
    var hasRoomForGainMap: Bool {
        if case .pad = shape { return false }
        return encoding.format == .jpeg
    }
}

extension Encode.Metadata {
    /// The same with a gain map.
    func with(_ map: GainMapFile?) -> Encode.Metadata {
        guard let map else { return self }
        var metadata = self
        metadata.gainMap = map
        metadata.leftOut.remove(.gainMap)
        if metadata.packet != nil, !map.hasRights { metadata.leftOut.insert(.rights) }
        return metadata
    }
}
