extension ImageHeader {
    /// Walks the RIFF chunks; the layout is that of the WebP container specification (RFC 9649).
    init(webp bytes: Span<UInt8>) throws(ImageError) {
        guard let riffLength = bytes.u32(at: 4, .little) else { throw .cutHeader }
        let end = min(8 + riffLength, bytes.count)
        var header = ImageHeader(format: .webp, storedSize: Size(width: 0, height: 0))
        header.isTruncated = 8 + riffLength > bytes.count
        var frames = 0
        var delays: [Int] = []
        var plays = 0
        var position = 12
        // Bounded, since a file may be made of millions of empty chunks.
        var chunks = 0
        while position < end, chunks < 65536 {
            chunks += 1
            guard let length = bytes.u32(at: position + 4, .little) else { break }
            let data = position + 8
            if bytes.holds("VP8X", at: position) {
                guard header.storedSize.width == 0, let flags = bytes.byte(at: data),
                    let width = bytes.u24(at: data + 4, .little), let height = bytes.u24(at: data + 7, .little)
                else { throw .broken(.webp, "the VP8X chunk is not complete") }
                header.storedSize = Size(width: width + 1, height: height + 1)
                header.hasAlpha = flags & 0x10 != 0
            } else if bytes.holds("VP8 ", at: position) || bytes.holds("VP8L", at: position) {
                let picture = try WebPPicture(bytes, at: data, isLossless: bytes.holds("VP8L", at: position))
                frames += 1
                if position == 12 {
                    // Without VP8X the picture is all there is.
                    header.storedSize = picture.size
                    header.hasAlpha = picture.hasAlpha
                    break
                }
                guard picture.size == header.storedSize else {
                    throw .broken(.webp, "a picture of \(picture.size) on a canvas of \(header.storedSize)")
                }
            } else if bytes.holds("ANMF", at: position) {
                frames += 1
                // RFC 9649, section 2.7.1.1: the duration lies behind the place and the sides of the frame.
                if delays.count < largestFrameCount { delays.append(bytes.u24(at: data + 12, .little) ?? 0) }
            } else if bytes.holds("ANIM", at: position) {
                plays = bytes.u16(at: data + 4, .little) ?? 0
            } else if let block = bytes.range(at: data, length: length) {
                if bytes.holds("ICCP", at: position), header.profile == nil, length <= largestMetadata {
                    header.profile = bytes.copy(block)
                } else if bytes.holds("EXIF", at: position), header.exif == nil {
                    header.take(exif: block, of: bytes)
                }
            }
            position = data + length + length % 2
        }
        guard header.storedSize.width > 0, frames > 0 || header.isTruncated else {
            if header.isTruncated || riffLength > 4 { throw .cutHeader }
            throw .broken(.webp, "there is no picture")
        }
        header.components = header.hasAlpha ? 4 : 3
        header.frames = max(1, frames)
        if delays.count > 1 { header.animation = Animation(storedDelays: delays, plays: plays) }
        header.hasProfile = header.profile != nil
        header.orientation = header.exif.map { EXIF.orientation($0.span) } ?? 1
        self = header
    }
}

/// The sides that a lossy (RFC 6386) or lossless bitstream begins with.
private struct WebPPicture {
    let size: Size
    let hasAlpha: Bool

    init(_ bytes: Span<UInt8>, at data: Int, isLossless: Bool) throws(ImageError) {
        if isLossless {
            guard let signature = bytes.byte(at: data), let bits = bytes.u32(at: data + 1, .little) else {
                throw .cutHeader
            }
            guard signature == 0x2F, bits >> 29 == 0 else { throw .broken(.webp, "not a lossless bitstream") }
            size = Size(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
            hasAlpha = bits >> 28 & 1 == 1
        } else {
            guard let tag = bytes.byte(at: data), let width = bytes.u16(at: data + 6, .little),
                let height = bytes.u16(at: data + 8, .little)
            else { throw .cutHeader }
            guard tag & 1 == 0, bytes.u24(at: data + 3) == 0x9D012A else {
                throw .broken(.webp, "not a key frame of a lossy bitstream")
            }
            size = Size(width: width & 0x3FFF, height: height & 0x3FFF)
            hasAlpha = false
            guard size.width > 0, size.height > 0 else { throw .broken(.webp, "the size is \(size)") }
        }
    }
}
