/// The upright RGB pixels of a picture or of a part of it, at any size: the sides of a recipe's outputs do not bind it.
///
/// - Parameters:
///   - box: In upright pixels of the original; nil for all of it.
///   - size: The sides of the result; the aspect ratio may change.
///   - background: What shows through transparent pixels.
package func upright(
    _ bytes: [UInt8], box: Box?, size: Size, background: RGB, limits: Limits
) throws(ImageError) -> PixelBuffer {
    try limits.check(pixels: size)
    let output = Output(.exact(size), encoding: .pixels)
    let prepared = try run(
        .bytes(bytes), as: Recipe(output, box: box, effort: .high, background: background), limits: limits,
        cancellation: nil)
    return prepared.pixels()
}

/// The pixels in another size.
///
/// - Parameter quality: Of a JPEG that they were in between, 1…100; nil for none.
package func resized(
    _ pixels: PixelBuffer, to size: Size, quality: Int? = nil, limits: Limits
) throws(ImageError) -> PixelBuffer {
    let output = Output(.exact(size), encoding: quality.map { .jpeg(quality: $0) } ?? .pixels)
    let prepared = try run(.pixels(pixels), as: Recipe(output, effort: .high), limits: limits, cancellation: nil)
    if quality != nil {
        return try upright(prepared.outputs[0].bytes, box: nil, size: size, background: .white, limits: limits)
    }
    return prepared.pixels()
}
