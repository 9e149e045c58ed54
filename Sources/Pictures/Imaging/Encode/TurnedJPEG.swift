import CVipsShim

/// A JPEG turned upright without decoding its pixels: its blocks change places, and no detail is lost.
enum TurnedJPEG {
    /// The turned file, without metadata. Nil where a side that is mirrored does not end with a whole block, and for
    /// CMYK: turning would then lose pixels.
    ///
    /// The caller holds memory for the coefficients of the picture, before and after: 12 bytes a pixel.
    static func turned(
        _ file: UnsafeBufferPointer<UInt8>, orientation: Int, codec: JPEGCodec, limits: Limits, deadline: Deadline
    ) throws(ImageError) -> [UInt8]? {
        guard (2...8).contains(orientation) else { return nil }
        var turned: UnsafePointer<UInt8>?
        var count = 0
        // Safe: the file outlives the call; the result is copied before the codec is used again.
        let code = unsafe cvs_jpeg_turn(
            codec.handle, file.baseAddress!, file.count, CInt(orientation), CInt(clamping: limits.scans),
            deadline.stop, &turned, &count)
        switch code {
        case .ok: break
        case .failed: return nil
        case .truncated: throw .truncated(stage: .decode, detail: codec.message)
        case .tooManyScans:
            throw .tooLarge(stage: .decode, value: limits.scans + 1, limit: limits.scans, unit: "scans")
        case .timedOut: throw deadline.stopped(.encode)
        case .noMemory: throw .outOfMemory(.encode)
        case .undecodable: throw .undecodable(stage: .decode, format: .jpeg, detail: codec.message)
        default: throw .internal(stage: .encode, detail: codec.message)
        }
        guard let turned = unsafe turned else { return nil }
        return unsafe [UInt8](UnsafeBufferPointer(start: turned, count: count))
    }

    /// The same of a file that nobody has opened yet.
    static func turned(_ file: [UInt8], orientation: Int, limits: Limits) throws(ImageError) -> [UInt8]? {
        guard try inspect(file.span, limits: limits).format == .jpeg else { return nil }
        return try Workspace.with { workspace throws(ImageError) in
            let deadline = Deadline(time: cvs_now() + limits.seconds, seconds: limits.seconds, cancellation: nil)
            // Typed errors do not pass through the closure of an array.
            return try unsafe file.withUnsafeBufferPointer { bytes in
                Result { () throws(ImageError) -> [UInt8]? in
                    try unsafe turned(
                        bytes, orientation: orientation, codec: workspace.codec, limits: limits, deadline: deadline)
                }
            }.get()
        }
    }
}

extension Job {
    /// The whole picture of a JPEG, turned without loss; nil where the output wants more than that, or it would lose.
    func turned(_ output: Output, _ plan: Plan, _ header: ImageHeader?) throws(ImageError) -> [UInt8]? {
        guard let header, let source = unsafe source, header.isJPEG, output.shape == .original,
            output.encoding == .jpeg(), output.options == EncoderOptions(), recipe.keeps.held(by: header).isEmpty,
            !isTruncated,
            plan.box == Box(covering: plan.uprightSize), header.profile.map(ColorProfile.isSRGB) ?? true
        else { return nil }
        return try unsafe TurnedJPEG.turned(
            source, orientation: header.orientation, codec: workspace.codec, limits: limits, deadline: deadline)
    }
}

extension ColorProfile {
    fileprivate static func isSRGB(_ profile: [UInt8]) -> Bool { ColorProfile(profile)?.isSRGB ?? false }
}
