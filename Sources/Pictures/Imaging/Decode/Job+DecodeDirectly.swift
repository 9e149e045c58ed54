import CVipsShim

extension Job {
    /// Decodes a HEIC or AVIF by the library of its codec, and as much smaller as its output allows. libheif has opened the
    /// file as `opened`, and found nothing wrong with it so far.
    ///
    /// Nil where the file is not of a plain kind, the library is not there, or anything goes wrong: libheif then finds
    /// the same, or knows better.
    mutating func decodeDirectly(
        _ bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader, like opened: any PixelSource
    ) throws(ImageError) -> Decoded? {
        guard HEIFLibraries.areUsed, [.heic, .avif].contains(header.format), !header.hasAlpha, opened.space == .rgb,
            let coded = unsafe CodedTiles(in: Span(_unsafeElements: bytes)),
            opened.size == (coded.orientation < 5 ? coded.size : coded.size.transposed),
            coded.tileSize.pixelCount <= limits.pixels
        else { return nil }
        // Samples of more bits go through a profile before they have 8.
        if coded.depth > 8 {
            let profile = header.codedSpace.map { $0.profile(isGray: false) } ?? header.profile
            let isNeeded = profile.map {
                ColorProfile.isNeeded($0, channels: 3, keepsProfile: recipe.keeps.contains(.icc))
            }
            guard isNeeded != true, !header.hasProfile || header.profile != nil else { return nil }
        }
        do {
            return try unsafe decode(bytes, coded, header, profile: opened.profile)
        } catch {
            guard error.isAboutPixels else { throw error }
            return nil
        }
    }

    private mutating func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ coded: CodedTiles, _ header: ImageHeader, profile: [UInt8]?
    ) throws(ImageError) -> Decoded? {
        var plan = try plan(coded, .averaging)
        if !coded.canShrink(by: plan.decode.shrink) { plan = try self.plan(coded, .whole) }
        let density = max(plan.base.horizontalDensity, plan.base.verticalDensity)
        guard
            let source = unsafe HEIFSource(
                bytes, coded, format: header.format, shrink: plan.decode.shrink, region: plan.decode.region,
                skipsFilters: recipe.effort == .fast && density <= HEIFSource.densityWithoutFilters,
                profile: profile, deadline: deadline)
        else { return nil }
        let reservation = try reserve(for: plan, header, beside: source.heldBytes)
        let axes = Axes(decode: plan.decode, workspace: workspace)
        let rows = VipsRows(
            source, region: plan.decode.region, keeping: keptRows(axes, plan), isCut: false, job: self)
        let (raster, samples) = try resize(rows, axes, plan)
        isOpaque = true
        return Decoded(
            raster: raster, plan: plan, orientation: coded.orientation, header: header, profile: profile,
            samples: samples, reservation: reservation)
    }

    private func plan(_ coded: CodedTiles, _ decoder: Plan.Decoder) throws(ImageError) -> Plan {
        try Plan(stored: coded.size, orientation: coded.orientation, recipe: recipe, decoder: decoder)
    }
}
