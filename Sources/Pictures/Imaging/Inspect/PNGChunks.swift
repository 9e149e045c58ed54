/// The length and the name of one chunk.
struct PNGChunk {
    /// The chunks that matter here, by the four letters of their names.
    enum Kind: Int {
        case ihdr = 0x4948_4452
        case plte = 0x504C_5445
        case idat = 0x4944_4154
        case iend = 0x4945_4E44
        case trns = 0x7452_4E53
        case iccp = 0x6943_4350
        case srgb = 0x7352_4742
        case gama = 0x6741_4D41
        case chrm = 0x6348_524D
        case cicp = 0x6349_4350
        case sbit = 0x7342_4954
        case bkgd = 0x624B_4744
        case exif = 0x6558_4966
        case actl = 0x6163_544C
    }

    /// The offset of the length field.
    let start: Int
    let length: Int
    private let name: Int

    /// Nil for all other chunks.
    var kind: Kind? { Kind(rawValue: name) }
    /// The offset of the data.
    var data: Int { start + 8 }
    /// Just behind the checksum; beyond the file when the chunk is cut off.
    var end: Int { start + 12 + length }
    /// A decoder that does not support this chunk may skip it.
    var isAncillary: Bool { name & 0x2000_0000 != 0 }
    /// The name is made of letters and the length is below 2^31, as the standard demands.
    var isValid: Bool {
        length < 1 << 31 && [24, 16, 8, 0].allSatisfy { (0x41...0x5A).contains(name >> $0 & 0xDF) }
    }

    /// Nil where the file ends before the name does.
    init?(_ bytes: Span<UInt8>, at start: Int) {
        guard let length = bytes.u32(at: start), let name = bytes.u32(at: start + 4) else { return nil }
        self.start = start
        self.length = length
        self.name = name
    }
}

/// Returns a copy of a PNG that holds only the chunks for its pixels and their colors, or nil when the decoder may read
/// the file as it is.
///
/// Text, time stamps, EXIF, suggested palettes, unknown chunks, animation frames and everything behind IEND are left
/// out. Some decoders unpack compressed text when a file is opened, and allocate the memory that a chunk claims to need
/// before they check how long the file is: both turn small files into large ones. A few kilobytes of such chunks do no
/// harm, and the copy is saved.
///
/// Precondition: ``inspect(_:limits:)`` accepted the bytes as a PNG.
func pngChunksForDecoding(_ bytes: Span<UInt8>) -> [UInt8]? {
    var kept: [Range<Int>] = [0..<8]
    var dropped = 0
    var position = 8
    var room = largestRows(bytes)
    var isCut = false
    while let chunk = PNGChunk(bytes, at: position) {
        let isNeeded = chunk.kind != nil && chunk.kind != .exif && chunk.kind != .actl
        if chunk.isAncillary && !(isNeeded && chunk.length <= largestMetadata) {
            dropped += chunk.length + 12
        } else {
            var end = min(chunk.end, bytes.count)
            if chunk.kind == .idat {
                // Data behind the rows would be unpacked to its end, a thousand times as much as there is.
                if chunk.length > room { end = min(end, chunk.data + room) }
                room -= min(chunk.length, room)
                isCut = end < min(chunk.end, bytes.count)
            }
            let range = position..<end
            if let last = kept.last, last.upperBound == range.lowerBound {
                kept[kept.count - 1] = last.lowerBound..<range.upperBound
            } else {
                kept.append(range)
            }
        }
        if isCut { break }
        position = chunk.end
        if chunk.kind == .iend { break }
    }
    guard dropped > 4096 || isCut else { return nil }
    var copy: [UInt8] = []
    copy.reserveCapacity(kept.reduce(0) { $0 + $1.count })
    for range in kept {
        // Safe: the ranges are inside the file, and the pointer does not leave the closure.
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe copy.append(contentsOf: $0) }
    }
    return copy
}

/// The most bytes of packed rows that any encoder makes of them, and twice as many: rows that cannot be packed grow by a few
/// bytes for each block.
private func largestRows(_ bytes: Span<UInt8>) -> Int {
    guard bytes.count > 28, let width = bytes.u32(at: 16), let height = bytes.u32(at: 20) else { return .max }
    let channels =
        switch bytes[25] {
        case 2: 3
        case 4: 2
        case 6: 4
        default: 1
        }
    let (bits, isTooLarge) = (width &* channels).multipliedReportingOverflow(by: Int(bytes[24]))
    let (rows, isTooHigh) = (bits / 8 + 8).multipliedReportingOverflow(by: 2 * height)
    return isTooLarge || isTooHigh ? .max : rows + 4096
}
