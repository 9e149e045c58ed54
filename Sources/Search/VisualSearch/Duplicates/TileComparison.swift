import CKernels

/// The differences between two pictures of one size, pixel by pixel, and the rule that decides whether anybody could
/// see them.
///
/// The bounds were measured on mild copies of 450 photos, products, scans and screenshots, and on pairs of them that
/// differ in a digit, a date or a bird; <doc:FindingDuplicates> has the figures. The worst place of the picture decides:
/// a mean would hide a changed digit.
struct TileComparison {
    let found: ckt_difference

    /// - Parameters:
    ///   - kept: RGB pixels.
    ///   - other: As many.
    init(_ kept: PixelBuffer, _ other: PixelBuffer) {
        precondition(kept.size == other.size && kept.channels == 3 && other.channels == 3)
        let (width, height) = (kept.size.width, kept.size.height)
        let band = width * Int(7 * (CKT_TILE + CKT_MARGIN))
        let tiles = (width / Int(CKT_TILE) + 1) * (height / Int(CKT_TILE) + 1)
        var luma = [UInt8](repeating: 0, count: 2 * width * height)
        var work = [Float](repeating: 0, count: band + tiles)
        var found = ckt_difference()
        // Safe: the arrays have the lengths that the header requires, and a PixelBuffer has as many bytes as its size.
        unsafe ckt_compare(kept.bytes, other.bytes, width, height, &luma, &work, &found)
        self.found = found
    }

    /// True where the differences are more than an encoder and a filter make.
    ///
    /// A copy differs from its original wherever there is detail, and there the noise of its coding is measured. Where
    /// the rest of the picture is nearly equal, little is allowed in one place.
    ///
    /// - Parameter factor: What the bounds of one place are multiplied by.
    func isVisible(times factor: Float = 1) -> Bool {
        let fine = factor * (found.noise < 0 ? 6.5 : min(5 + 1.2 * found.noise, 10))
        return found.fine > fine || found.coarse > 0.6 * fine || found.chroma > 1.1 * fine || found.broad > 2.2
            || abs(found.gain - 1) > 0.12 || abs(found.offset) > 2.5
    }

    /// True where the light or the sharpness of a picture was changed, which fine codings hardly do.
    ///
    /// Of 67 photos coded as JPEG of 80 to 96 and WebP of 90, gains stay within 0.0042 of 1, means within 0.15 levels and
    /// tiles within 0.3; softness is from -0.006 to 0.03 for all but one, whose copies stay. A blur with a radius of 0.4
    /// pixels makes -0.03 and less of 19 in 20, a sharpening by a sixteenth of the Laplacian 0.038 and more.
    var isEdited: Bool {
        abs(found.gain - 1) > 0.01 || abs(found.offset) > 0.5 || found.broad > 0.6 || found.softness < -0.008
            || found.softness > 0.032
    }

    /// True where a difference as of a small, faint letter would stand out.
    ///
    /// Of 10,000 pairs that differ in one place, 85 pass as equal above: digits of ten pixels coded coarsely, and orange ones
    /// on orange. None of them passes here.
    var isClear: Bool {
        let noise = max(found.noise, 0)
        let fine = min(0.6 + noise, 1.8)
        return found.fine <= fine && found.coarse <= 0.6 * fine + 0.2 && found.chroma <= min(1 + noise, 2.5)
    }

    /// The pixels by which the pictures lie apart, at the side where it is most.
    var shift: Float {
        max(abs(found.shift_x) + abs(found.growth_x) / 2, abs(found.shift_y) + abs(found.growth_y) / 2)
    }

    /// The share of fine detail at the edges of a picture.
    static func detail(of pixels: PixelBuffer) -> Float {
        var luma = [UInt8](repeating: 0, count: pixels.size.pixelCount)
        // Safe: the plane has a byte for each pixel, and a PixelBuffer of three channels as many bytes as its size.
        return unsafe ckt_detail(pixels.bytes, pixels.size.width, pixels.size.height, &luma)
    }
}

extension PixelBuffer {
    /// RGB pixels in another position.
    func turned(_ turn: PictureTurn) -> PixelBuffer {
        if turn == .upright { return self }
        let size = turn.swapsAxes ? self.size.transposed : self.size
        var turned = [UInt8](repeating: 0, count: bytes.count)
        // Safe: both have the bytes of the size, in three channels.
        unsafe ckt_turn(bytes, size.width, size.height, Int32(turn.rawValue), &turned)
        return PixelBuffer(size: size, bytes: turned) ?? self
    }
}
