/// Miniatures and sizes of pictures, in a bounded memory. What is not in it is decoded again.
final class MiniatureCache<File: PictureFile>: Sendable {
    struct Entry: Sendable {
        let miniature: Miniature
        /// The sides of the original as a person sees it.
        let size: Size
        /// True where the decoded picture is all that the file shows: one frame of pixels.
        let isWhole: Bool
        /// True where the pixels may be transparent.
        let hasAlpha: Bool
        let worth: PictureWorth
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var sizes: [Int: Size] = [:]
        var worths: [Int: PictureWorth] = [:]
        var outlines: [Int: [Int8]] = [:]
        var freeBytes: Int
    }

    private let files: [File]
    let limits: Limits
    private let state: Locked<State>

    init(files: [File], limits: Limits, memory: Int) {
        self.files = files
        self.limits = limits
        state = Locked(State(freeBytes: memory))
    }

    /// The size of a picture that was decoded before.
    func knownSize(of file: Int) -> Size? { state.withLock { $0.sizes[file] } }

    /// The worth of a picture that was decoded before, beside its pixels.
    func knownWorth(of file: Int) -> PictureWorth? { state.withLock { $0.worths[file] } }

    /// The outline of a picture that was decoded before; nil for a plain one as well.
    func knownOutline(of file: Int) -> [Int8]? { state.withLock { $0.outlines[file] } }

    func entry(of file: Int) throws(ImageError) -> Entry {
        if let entry = state.withLock({ $0.entries[file] }) { return entry }
        let bytes = try files[file].contents(limit: limits.inputBytes)
        return try take(file, bytes, prepared(bytes))
    }

    /// The pixels of a picture, or of a part of it, at a size that is at most its own.
    func pixels(of file: Int, _ box: Box?, size: Size, background: RGB) throws(ImageError) -> PixelBuffer {
        let bytes = try files[file].contents(limit: limits.inputBytes)
        return try upright(bytes, box: box, size: size, background: background, limits: limits)
    }

    /// The colors of a picture where it is transparent, which are never kept.
    func hiddenColors(of file: Int) throws(ImageError) -> HiddenColors {
        try HiddenColors(try files[file].contents(limit: limits.inputBytes), limits: limits)
    }

    /// Larger miniatures of a picture of this size, which are never kept.
    func largerMiniatures(of file: Int, _ size: Size, sides: [Int]) throws(ImageError) -> [Miniature] {
        let longest = 2 * (sides.last ?? 1) * size.longestSide / min(size.width, size.height)
        let prepared = try prepared(
            try files[file].contents(limit: limits.inputBytes), fitting: min(longest, Miniature.longestDecode))
        return sides.map { Miniature(prepared.pixels(), side: $0) }
    }

    /// A part of a picture, nil for all of it, decoded as exactly as the decoder can, with no side above `longest`.
    func part(of file: Int, _ box: Box?, fitting longest: Int) throws(ImageError) -> PixelBuffer {
        let bytes = try files[file].contents(limit: limits.inputBytes)
        let recipe = Recipe(.pixels(fitting: longest), box: box, effort: .high)
        return try prepare(.bytes(bytes), as: recipe, limits: limits).pixels()
    }

    /// The decode that the description and the miniature share.
    ///
    /// - Parameter further: Pixels for another describer, which become the last output. Default nil.
    func prepared(
        _ bytes: [UInt8], fitting side: Int = 256, and further: Output? = nil
    ) throws(ImageError) -> Prepared {
        var recipe = Recipe(.pixels(fitting: side))
        if let further, further != recipe.outputs[0] { recipe.outputs.append(further) }
        return try prepare(.bytes(bytes), as: recipe, limits: limits)
    }

    @discardableResult
    func take(_ file: Int, _ bytes: [UInt8], _ prepared: Prepared) throws(ImageError) -> Entry {
        guard let header = prepared.header else { preconditionFailure("files have a header") }
        let entry = Entry(
            miniature: Miniature(prepared.pixels(), side: Miniature.side), size: prepared.uprightSize,
            isWhole: !header.hasMore(in: bytes), hasAlpha: header.hasAlpha, worth: PictureWorth(header, in: bytes))
        let size = entry.miniature.bytes.count
        let outline = entry.miniature.outline
        state.withLock { state in
            state.sizes[file] = entry.size
            state.outlines[file] = outline
            state.worths[file] = entry.worth
            guard state.entries[file] == nil, state.freeBytes >= size else { return }
            state.entries[file] = entry
            state.freeBytes -= size
        }
        return entry
    }
}
