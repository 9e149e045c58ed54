/// The output of the decoder, resized to the base of its plan: not yet upright, and in the color space of the file.
struct Decoded: ~Copyable {
    let raster: Raster
    let plan: Plan
    /// The EXIF orientation of the raster, 1…8.
    let orientation: Int
    /// Nil for pixels.
    let header: ImageHeader?
    let profile: [UInt8]?
    /// The bases of the frames behind the first, of an animation whose frames are all wanted.
    var laterFrames: [Raster] = []
    /// Pixels for the colors, of the part that is used; nil where no colors are wanted.
    let samples: Raster?
    /// Held until the outputs are made.
    let reservation: MemoryReservation?
}

extension Job {
    /// Plans, decodes and resizes: the base of the outputs.
    ///
    /// The decoders of some formats find the size of the picture only when they open it, so each plans then.
    mutating func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader
    ) throws(ImageError) -> Decoded {
        if header.isJPEG { return try unsafe decode(jpeg: bytes, header) }
        let cleaned: [UInt8]? =
            switch header.format {
            case .png where try unsafe PNGSource.isForVips(bytes, header, keepsProfile: recipe.keeps.contains(.icc)):
                unsafe pngChunksForDecoding(Span(_unsafeElements: bytes))
            case .gif where wantsAllFrames(header): unsafe gifShowingTransparency(Span(_unsafeElements: bytes), header)
            case .tiff: unsafe tiffForDecoder(Span(_unsafeElements: bytes), picture: header.page)
            default: nil
            }
        guard let cleaned else { return try unsafe decode(other: bytes, header) }
        var decoded: Decoded?
        var failure: ImageError?
        // Typed errors and values that cannot be copied do not pass through the closure of an array.
        unsafe cleaned.withUnsafeBufferPointer { buffer in
            do throws(ImageError) { decoded = try unsafe decode(other: buffer, header) } catch { failure = error }
        }
        if let failure { throw failure }
        return decoded.take()!
    }

    private mutating func decode(
        jpeg bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader
    ) throws(ImageError) -> Decoded {
        let plan = try plan(header, .shrinking)
        let reservation = try reserve(for: plan, header)
        let axes = Axes(decode: plan.decode, workspace: workspace)
        let rows = try unsafe JPEGRows(bytes, decode: plan.decode, keeping: keptRows(axes, plan), job: self)
        var isCut = false
        let (raster, samples) = try resize(rows, axes, plan) { isCut = $0.truncation != nil }
        if isCut { isTruncated = true }
        return Decoded(
            raster: raster, plan: plan, orientation: header.orientation, header: header, profile: header.profile,
            samples: samples, reservation: reservation)
    }

    private mutating func decode(
        other bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader
    ) throws(ImageError) -> Decoded {
        if header.isTruncated { try foundTruncation("the file ends before its structure does") }
        if wantsAllFrames(header), header.endsWithinFrame {
            try foundTruncation("the file ends within frame \(header.frames)")
        }
        // Beyond the end of counting, more frames may follow.
        if wantsAllFrames(header), header.frames >= largestFrameCount {
            throw .tooLarge(stage: .plan, value: header.frames, limit: largestFrameCount - 1, unit: "frames")
        }
        do {
            return try unsafe decode(bytes, header, isLenient: isTruncated)
        } catch {
            // A lenient decoder does not report missing pixels; a strict one has to find them first.
            guard recipe.allowsTruncated, !isTruncated, error.isAboutPixels else { throw error }
            isTruncated = true
            return try unsafe decode(bytes, header, isLenient: true)
        }
    }

    private mutating func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader, isLenient: Bool
    ) throws(ImageError) -> Decoded {
        var header = header
        // Opening reads no more than the header; for some formats it is the first to find the size.
        let scale = try header.canScale ? plan(header, .scaling).decode.scale : 1
        let source = try unsafe open(bytes, header, isLenient: isLenient, scale: scale)
        if scale == 1 { header.storedSize = source.size }
        try limits.check(pixels: header.storedSize)
        if !isLenient, let decoded = try unsafe decodeDirectly(bytes, header, like: source) { return decoded }
        var plan = try plan(header, scale < 1 ? .scaling : .whole)
        plan.decode = plan.decode.delivered(as: source.size)
        let frames = min(source.frames, header.frames)
        // libvips leaves frames out that it cannot read, and those behind them.
        if wantsAllFrames(header), frames < header.frames {
            try foundTruncation("frame \(frames + 1) of \(header.frames) cannot be read")
        }
        let reservation = try reserve(for: plan, header, frames: frames, beside: source.heldBytes)
        let axes = Axes(decode: plan.decode, workspace: workspace)
        let kept = keptRows(axes, plan)
        func rows(of frame: Int) -> VipsRows {
            VipsRows(
                source, frame: frame, region: plan.decode.region, keeping: kept, isCut: header.isTruncated, job: self)
        }
        var isOpaque = true
        let (raster, samples) = try resize(rows(of: 0), axes, plan) { isOpaque = $0.isOpaque }
        var later: [Raster] = []
        for frame in 1..<max(frames, 1) {
            var rows = rows(of: frame)
            later.append(try Resample.run(&rows, axes: axes, workspace: workspace))
            isOpaque = isOpaque && rows.isOpaque
        }
        self.isOpaque = isOpaque
        return Decoded(
            raster: raster, plan: plan, orientation: header.orientation, header: header, profile: source.profile,
            laterFrames: later, samples: samples, reservation: reservation)
    }

    /// The recipe asks for all frames of an animation, and for a format that holds them.
    private func wantsAllFrames(_ header: ImageHeader) -> Bool {
        recipe.frames == .all && header.animation != nil
            && (recipe.separatesFrames || recipe.outputs.contains(where: \.encoding.isAnimated))
    }

    /// Drawings and the data of sensors are decoded by another process, where there is one for them.
    private func open(
        _ bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader, isLenient: Bool, scale: Double
    ) throws(ImageError) -> any PixelSource {
        if [.svg, .pdf, .raw].contains(header.format), let program = DecoderProcess.program.withLock({ $0 }) {
            return try unsafe ProcessSource(
                bytes, format: header.format, isLenient: isLenient, program: program, deadline: deadline)
        }
        if header.isDeveloped { return try unsafe RawSource(bytes, isLenient: isLenient) }
        if header.canScale, let source = try unsafe WebPSource(bytes, header, scale: scale) { return source }
        if header.format == .png,
            let source = try unsafe PNGSource(
                bytes, header: header, isLenient: isLenient, keepsProfile: recipe.keeps.contains(.icc),
                room: limits.decodedBytes / 4)
        {
            return source
        }
        if !wantsAllFrames(header), let source = unsafe GIFSource(bytes, header, isLenient: isLenient) { return source }
        return try unsafe VipsSource(
            bytes, header: header, isLenient: isLenient, scale: scale, keepsProfile: recipe.keeps.contains(.icc),
            allFrames: wantsAllFrames(header))
    }

    private func plan(_ header: ImageHeader, _ decoder: Plan.Decoder) throws(ImageError) -> Plan {
        try Plan(stored: header.storedSize, orientation: header.orientation, recipe: recipe, decoder: decoder)
    }

    /// Waits for memory budget for the pixels of this job, and for what a decoder takes beside them.
    mutating func reserve(
        for plan: Plan, _ header: ImageHeader, frames: Int = 1, beside held: Int = 0
    ) throws(ImageError) -> MemoryReservation {
        let laterBases = 3 * plan.base.size.pixelCount * max(0, frames - 1)
        let picture =
            held + header.decodedBytes + plan.decode.resizedBytes + laterBases
            + plan.outputBytes(of: recipe, frames: frames)
        let map = gainMap?.heldBytes(outputs: plan.products) ?? 0
        // A picture is not refused because of its map.
        let fits = picture <= limits.decodedBytes && map <= limits.decodedBytes - picture
        if !fits { gainMap = nil }
        return try MemoryReservation(picture + (fits ? map : 0), limit: limits.decodedBytes, until: deadline)
    }
}

extension ImageError {
    /// The decoder found that pixels are missing or broken.
    var isAboutPixels: Bool {
        switch self {
        case .undecodable(.decode, _, _), .truncated(.decode, _): true
        default: false
        }
    }
}
