extension Encode.Request {
    /// The file at the quality that the output's options ask for; `coding` holds that of its encoding.
    func file(from coding: Coding) throws(ImageError) -> Encode.File {
        if let least = output.options.leastSimilarity { return try file(from: coding, leastSimilarity: least) }
        let file = try notFiner(coding)
        guard let limit = output.options.maxBytes, file.bytes.count > limit else { return file }
        return try self.file(from: file.coding, maxBytes: limit)
    }

    /// Without a quality of its own, a JPEG is not coded finer than its source where that would only cost bytes.
    private func notFiner(_ coding: Coding) throws(ImageError) -> Encode.File {
        guard case .jpeg(nil) = output.encoding, let source else { return try file(coding) }
        if !source.isShrunk { return try file(coding.notFiner(than: source.coding)) }
        let file = try file(coding)
        return file.bytes.count > source.bytes ? try self.file(coding.notFiner(than: source.coding)) : file
    }

    /// The file of the highest quality below that of `coding` that fits, by bisection: at most seven tries.
    private func file(from coding: Coding, maxBytes limit: Int) throws(ImageError) -> Encode.File {
        let found = try searched(1...max(1, coding.quality - 1), from: coding) { (file) throws(ImageError) in
            file.bytes.count <= limit ? .higher : .lower
        }
        if let found { return found }
        let least = try file(coding.with(quality: 1, for: output)).bytes.count
        throw .tooLarge(stage: .encode, value: least, limit: limit, unit: "bytes at quality 1")
    }

    /// The file of the lowest quality that is as similar to the pixels as asked, by bisection: at most seven tries.
    private func file(from coding: Coding, leastSimilarity least: Double) throws(ImageError) -> Encode.File {
        let (size, bytes) = (frames.size, frames.raster.bytes)
        guard let pixels = PixelBuffer(size: size, bytes: Array(bytes.prefix(3 * size.pixelCount))) else {
            throw .internal(stage: .encode, detail: "a raster that is no RGB picture")
        }
        var most = 0.0
        let found = try searched(Output.qualities, from: coding) { (file) throws(ImageError) in
            let similarity = try self.similarity(of: file, to: pixels)
            file.similarity = similarity
            most = max(most, similarity)
            return similarity >= least ? .lower : .higher
        }
        guard let found else {
            throw .invalidRecipe(
                property: "leastSimilarity", value: "\(least)",
                allowed:
                    "up to \((most * 10_000).rounded(.down) / 10_000), which this picture reaches as \(coding.format.rawValue)"
            )
        }
        return found
    }

    private enum Direction { case lower, higher }

    /// The last file of a bisection from which the search went on in the direction that is wanted less: the highest
    /// quality of those that asked for a higher one, or the lowest of those that asked for a lower one.
    private func searched(
        _ qualities: ClosedRange<Int>, from coding: Coding,
        _ judge: (inout Encode.File) throws(ImageError) -> Direction
    ) throws(ImageError) -> Encode.File? {
        var (low, high) = (qualities.lowerBound, qualities.upperBound)
        var best: Encode.File?
        let wanted: Direction = output.options.maxBytes == nil ? .lower : .higher
        while low <= high {
            try deadline.check(.encode)
            let middle = (low + high) / 2
            var file = try file(coding.with(quality: middle, for: output))
            let direction = try judge(&file)
            if direction == wanted { best = file }
            if direction == .higher { low = middle + 1 } else { high = middle - 1 }
        }
        return best
    }

    /// The structural similarity of a file, decoded, to the pixels that it was made from.
    private func similarity(of file: Encode.File, to pixels: PixelBuffer) throws(ImageError) -> Double {
        // The job that waits for this one holds memory already: to wait for more could wait for ever.
        let limits = Limits(
            pixels: Int.max, inputBytes: Int.max, decodedBytes: Int.max, seconds: deadline.seconds,
            formats: ImageFormat.standard.union([.jxl]))
        let recipe = Recipe(Output(.exact(frames.size), encoding: .pixels), effort: .high, keeps: [.icc])
        let decoded = try Imaging.run(
            .bytes(file.bytes), as: recipe, limits: limits, cancellation: deadline.cancellation)
        return decoded.pixels().structuralSimilarity(to: pixels) ?? 0
    }
}
