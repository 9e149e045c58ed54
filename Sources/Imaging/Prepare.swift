import Foundation

/// Prepares one image: decodes it once, upright, and makes everything that the recipe asks for.
///
/// Blocks the calling thread, and uses no other. Safe to call from many threads; for whole folders see ``Batch``.
/// Throws the first thing that goes wrong, beginning with a recipe that asks for what cannot be; nothing is written
/// anywhere.
public func prepare(
    _ input: ImageInput, as recipe: Recipe = Recipe(.fit(512)), limits: Limits = Limits()
) throws(ImageError) -> Prepared {
    try prepare(input, as: recipe, limits: limits, cancellation: nil)
}

func prepare(
    _ input: ImageInput, as recipe: Recipe, limits: Limits, cancellation: Cancellation?
) throws(ImageError) -> Prepared {
    try recipe.check()
    return try Workspace.with { workspace throws(ImageError) in
        var job = Job(recipe: recipe, limits: limits, workspace: workspace, cancellation: cancellation)
        try job.deadline.checkCancellation(.read)
        switch input {
        case .file(let url):
            // Safe: the bytes stay in the workspace until the job is done.
            let bytes = try unsafe ReadFile.run(url, into: workspace.input, limit: limits.inputBytes)
            return try unsafe job.prepare(bytes)
        case .bytes(let bytes):
            // Typed errors do not pass through the closure of an array.
            return try unsafe bytes.withUnsafeBufferPointer { buffer in
                Result { () throws(ImageError) -> Prepared in try unsafe job.prepare(buffer) }
            }.get()
        case .pixels(let pixels):
            return try job.prepare(pixels)
        }
    }
}

extension Job {
    /// The stages, in their order.
    fileprivate mutating func prepare(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageError) -> Prepared {
        var header = try unsafe inspect(Span(_unsafeElements: bytes), limits: limits)
        inputBytes = bytes.count
        if header.format == .jpeg { return try unsafe prepare(jpeg: bytes, header: header) }
        let cleaned: [UInt8]? =
            switch header.format {
            case .png: unsafe pngChunksForDecoding(Span(_unsafeElements: bytes))
            case .tiff: unsafe tiffWithFullPalette(Span(_unsafeElements: bytes))
            default: nil
            }
        guard let cleaned else { return try unsafe prepare(other: bytes, header: &header) }
        return try unsafe cleaned.withUnsafeBufferPointer { buffer in
            Result { () throws(ImageError) -> Prepared in try unsafe prepare(other: buffer, header: &header) }
        }.get()
    }

    private mutating func prepare(
        jpeg bytes: UnsafeBufferPointer<UInt8>, header: ImageHeader
    ) throws(ImageError) -> Prepared {
        let plan = try plan(header, .shrinking)
        return try MemoryBudget.shared.reserving(
            header.decodedBytes + plan.decode.resizedBytes, limit: limits.decodedBytes, seconds: limits.seconds
        ) { () throws(ImageError) in
            let axes = Axes(decode: plan.decode, workspace: workspace)
            var rows = try unsafe JPEGRows(bytes, decode: plan.decode, keeping: axes.rows.taps, job: self)
            let raster = try Resample.run(&rows, axes: axes, workspace: workspace)
            if rows.truncation != nil { isTruncated = true }
            return try finish(raster, plan: plan, header: header, profile: header.profile)
        }
    }

    private mutating func prepare(
        other bytes: UnsafeBufferPointer<UInt8>, header: inout ImageHeader
    ) throws(ImageError) -> Prepared {
        if header.isTruncated { try foundTruncation("the file ends before its structure does") }
        do {
            return try unsafe decode(bytes, header: &header, isLenient: isTruncated)
        } catch {
            // A lenient decoder does not say that pixels are missing; one that is not has to find it first.
            guard recipe.allowsTruncated, !isTruncated, error.isAboutPixels else { throw error }
            isTruncated = true
            return try unsafe decode(bytes, header: &header, isLenient: true)
        }
    }

    private mutating func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, header: inout ImageHeader, isLenient: Bool
    ) throws(ImageError) -> Prepared {
        // Opening reads no more than the header; for some formats it is the first to know the size.
        let scale = try header.canScale ? plan(header, .scaling).decode.scale : 1
        let source = try unsafe VipsSource(bytes, header: header, isLenient: isLenient, scale: scale)
        if scale == 1 { header.storedSize = source.size }
        try limits.check(pixels: header.storedSize)
        var plan = try plan(header, scale < 1 ? .scaling : .whole)
        plan.decode = plan.decode.delivered(as: source.size)
        return try MemoryBudget.shared.reserving(
            header.decodedBytes + plan.decode.resizedBytes, limit: limits.decodedBytes, seconds: limits.seconds
        ) { () throws(ImageError) in
            let axes = Axes(decode: plan.decode, workspace: workspace)
            var rows = VipsRows(
                source, region: plan.decode.region, keeping: axes.rows.taps, isCut: header.isTruncated, job: self)
            let raster = try Resample.run(&rows, axes: axes, workspace: workspace)
            return try finish(raster, plan: plan, header: header, profile: source.profile)
        }
    }

    private func plan(_ header: ImageHeader, _ decoder: Plan.Decoder) throws(ImageError) -> Plan {
        try Plan(stored: header.storedSize, orientation: header.orientation, recipe: recipe, decoder: decoder)
    }

    fileprivate mutating func prepare(_ pixels: PixelBuffer) throws(ImageError) -> Prepared {
        try limits.check(pixels: pixels.size)
        let plan = try Plan(stored: pixels.size, orientation: 1, recipe: recipe, decoder: .whole)
        let raster = pixels.flattened(on: recipe.background)
            .resized(plan.decode.window, to: plan.base.size, workspace: workspace)
        return try finish(raster, plan: plan, header: nil, profile: nil)
    }

    /// From the base, as it came from the decoder, to everything that was asked for.
    private func finish(
        _ raster: Raster, plan: Plan, header: ImageHeader?, profile: [UInt8]?
    ) throws(ImageError) -> Prepared {
        try deadline.check(.resize)
        let keepsProfile = recipe.keeps.contains(.icc)
        let base = try raster.converted(profile: profile, keepsProfile: keepsProfile)
            .upright(header?.orientation ?? 1)
        var metadata = Encode.Metadata()
        if keepsProfile, let profile, Raster.canKeep(profile, channels: raster.channels) { metadata.icc = profile }
        if recipe.keeps.contains(.exif), let exif = header?.exif { metadata.exif = EXIF.settingOrientation1(exif) }

        let rasters = plan.derive(from: base, workspace: workspace)
        var outputs: [PreparedOutput] = []
        outputs.reserveCapacity(rasters.count)
        for (index, output) in recipe.outputs.enumerated() {
            try deadline.check(.encode)
            let source = header?.coding.map {
                Encode.Source(coding: $0, bytes: inputBytes, isShrunk: plan.products[index].isShrunk)
            }
            outputs.append(
                try Encode.run(rasters[index], as: output, of: source, metadata: metadata, codec: workspace.codec))
        }
        let colors = try dominantColors(base: base, rasters: rasters, plan: plan, profile: metadata.icc)
        return Prepared(
            header: header, uprightSize: plan.uprightSize, box: plan.box, outputs: outputs, colors: colors,
            isTruncated: isTruncated,
            placements: plan.products.map { Placement(product: $0, uprightSize: plan.uprightSize) })
    }

    /// Colors come from the smallest picture of the whole box that is not too small, and always in sRGB.
    private func dominantColors(
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

extension ImageError {
    /// The decoder found that pixels are missing or broken.
    fileprivate var isAboutPixels: Bool {
        switch self {
        case .undecodable(.decode, _, _), .truncated(.decode, _): true
        default: false
        }
    }
}
