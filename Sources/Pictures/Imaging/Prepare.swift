import Essentials

/// Prepares one image: decodes it once, upright, and makes everything that the recipe asks for.
///
/// Blocks the calling thread, and uses no other. Safe to call from many threads; for whole folders see ``Batch``.
/// Throws the first error, beginning with a recipe whose values are out of range; nothing is written anywhere.
public func prepare(
    _ input: ImageInput, as recipe: Recipe = Recipe(.fit(512)), limits: Limits = Limits()
) throws(ImageError) -> Prepared {
    try prepare(input, as: recipe, limits: limits, cancellation: nil)
}

/// ``prepare(_:as:limits:)`` that stops when it is cancelled.
package func prepare(
    _ input: ImageInput, as recipe: Recipe, limits: Limits, cancellation: Cancellation?
) throws(ImageError) -> Prepared {
    try recipe.check()
    return try run(input, as: recipe, limits: limits, cancellation: cancellation)
}

/// ``prepare(_:as:limits:)`` that reads the rights in the picture, also where outputs do not keep them.
package func prepareReadingRights(
    _ input: ImageInput, as recipe: Recipe, limits: Limits
) throws(ImageError) -> Prepared {
    try recipe.check()
    return try run(input, as: recipe, limits: limits, cancellation: nil, readsRights: true)
}

/// Makes what a recipe asks for, whatever the sides of its outputs.
func run(
    _ input: ImageInput, as recipe: Recipe, limits: Limits, cancellation: Cancellation?, readsRights: Bool = false
) throws(ImageError) -> Prepared {
    let recipe = try recipe.trimmed(input, limits, cancellation)
    return try Workspace.with { workspace throws(ImageError) in
        var job = Job(recipe: recipe, limits: limits, workspace: workspace, cancellation: cancellation)
        job.readsRights = readsRights || recipe.keeps.contains(.rights)
        try job.deadline.checkCancellation(.read)
        switch input {
        case .file(let url):
            // Safe: the bytes stay in the workspace until the job is done.
            let bytes = try unsafe ReadFile.run(url, into: workspace.input, limits: limits, for: recipe)
            return try unsafe job.run(bytes, isWithinLimit: true)
        case .bytes(let bytes):
            // Typed errors do not pass through the closure of an array.
            return try unsafe bytes.withUnsafeBufferPointer { buffer in
                Result { () throws(ImageError) -> Prepared in try unsafe job.run(buffer) }
            }.get()
        case .pixels(let pixels):
            return try job.run(pixels)
        }
    }
}

// The stages in the order in which they run, which is that of `Stage`; each has a folder of its name.
extension Job {
    /// - Parameter isWithinLimit: The bytes were counted when they were read.
    fileprivate mutating func run(
        _ file: UnsafeBufferPointer<UInt8>, isWithinLimit: Bool = false
    ) throws(ImageError) -> Prepared {
        var limits = limits
        if isWithinLimit { limits.inputBytes = max(limits.inputBytes, file.count) }
        let header = try unsafe inspect(Span(_unsafeElements: file), limits: limits, for: recipe)
        // Of the whole file: a RAW has more than its preview.
        if readsRights { rights = unsafe PictureRights(Span(_unsafeElements: file), header) }
        // Safe: inspection found the preview inside of the file.
        let bytes = unsafe header.preview.map { unsafe UnsafeBufferPointer(rebasing: file[$0.place]) } ?? file
        inputBytes = bytes.count
        unsafe source = bytes
        if recipe.takesMark { mark = unsafe PictureMark.of(bytes, orientation: header.orientation) }
        if recipe.keeps.contains(.gainMap), recipe.outputs.contains(where: \.hasRoomForGainMap) {
            gainMap = unsafe GainMapPicture(in: Span(_unsafeElements: bytes), beside: header, limits: limits)
        }
        // Plan, decode and resize: rows are resized while they are decoded.
        let decoded = try unsafe decode(bytes, header)
        return try finish(decoded)
    }

    fileprivate mutating func run(_ pixels: PixelBuffer) throws(ImageError) -> Prepared {
        try limits.check(pixels: pixels.size)
        let plan = try Plan(stored: pixels.size, orientation: 1, recipe: recipe, decoder: .whole)
        let reservation = try MemoryReservation(
            plan.outputBytes(of: recipe), limit: limits.decodedBytes, until: deadline)
        isOpaque = pixels.isOpaque(in: plan.decode.region)
        let whole = pixels.flattened(on: recipe.background)
        let raster = whole.resized(plan.decode.window, to: plan.base.size, workspace: workspace)
        let samples = recipe.colors > 0 ? whole.samples(of: plan.decode.region) : nil
        return try finish(
            Decoded(
                raster: raster, plan: plan, orientation: 1, header: nil, profile: nil, samples: samples,
                reservation: reservation))
    }

    private func finish(_ decoded: consuming Decoded) throws(ImageError) -> Prepared {
        try deadline.check(.resize)
        var plan = decoded.plan
        let keepsProfile = recipe.keeps.contains(.icc)
        let orientation = decoded.orientation
        let (profile, gamut) = (decoded.profile, recipe.gamut)
        func upright(_ raster: Raster) throws(ImageError) -> Raster {
            try raster.converted(profile: profile, keepsProfile: keepsProfile, gamut: gamut).raster.upright(orientation)
        }
        let first = try decoded.raster.converted(profile: profile, keepsProfile: keepsProfile, gamut: gamut)
        let base = first.raster.upright(orientation)
        plan.placeFills(of: recipe, in: base, workspace: workspace)
        var frames = [plan.derive(from: base, workspace: workspace)]
        for raster in decoded.laterFrames {
            try deadline.check(.resize)
            frames.append(plan.derive(from: try upright(raster), workspace: workspace))
        }
        if first.gamut != .sRGB, recipe.outputs.contains(where: { $0.encoding == .pixels }) {
            // Pixels have no profile beside them.
            let plain = try decoded.raster.converted(profile: profile, keepsProfile: false).raster.upright(orientation)
            for (index, output) in recipe.outputs.enumerated() where output.encoding == .pixels {
                let product = plan.products[index]
                frames[0][index] = plain.resized(
                    plan.base.window(of: product), to: product.size, workspace: workspace)
            }
        }
        var metadata = Encode.Metadata(
            decoded.header, profile: profile, decoded.raster, rights: rights, keeps: recipe.keeps)
        metadata.gamut = first.gamut
        if first.gamut != .sRGB { metadata.icc = first.gamut.profile }
        let maps = try gainMaps(beside: plan, orientation: orientation)
        let outputs = try encode(frames, maps: maps, plan, header: decoded.header, metadata: metadata)
        let colors = try dominantColors(of: decoded.samples, profile: decoded.profile)
        return Prepared(
            header: decoded.header, uprightSize: plan.uprightSize, box: plan.box, rights: rights, outputs: outputs,
            colors: colors, isTruncated: isTruncated, isOpaque: isOpaque, mark: mark)
    }
}
