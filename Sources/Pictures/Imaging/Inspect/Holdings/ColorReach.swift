import Essentials

/// The colors that a file can hold. Pictures are compared in sRGB, where a file in a wider space and its copy in sRGB
/// are equal: the copy has lost what lies beyond.
package struct ColorReach: Hashable, Sendable {
    private enum Space: Hashable {
        /// Within sRGB as far as a person sees, or gray.
        case narrow
        /// The chromaticities of red, green and blue, adapted to the white of profiles.
        case wide([SIMD2<Double>])
        /// By the hash of the profile; without one that of no bytes.
        case inks(UInt64)
        case lab
        /// A profile of tables, or of a space that nothing here knows.
        case unknown(UInt64)
    }

    private enum Range: Hashable {
        case screen, pq, hlg
    }

    private var space = Space.narrow
    private var range = Range.screen

    /// The distance of chromaticities that counts: those of video of former times are sRGB here.
    private static let tolerance = 0.015

    init(_ header: ImageHeader, in file: [UInt8]) {
        var channels = header.components - (header.hasAlpha ? 1 : 0)
        if header.format == .tiff {
            switch tiffColor(of: header, in: file) {
            case .lab:
                space = .lab
                return
            case .inks: channels = 4
            case .whiteIsZero, .blackIsZero: channels = 1
            default: channels = 3
            }
        }
        if let coded = header.codedSpace {
            switch coded.transfer {
            case .pq: range = .pq
            case .hlg: range = .hlg
            default: break
            }
            if channels > 1 {
                space = coded.primaries.isUsable ? Self.space(columns: coded.primaries.columns) : .unknown(0)
            }
            return
        }
        if header.format == .jpeg || header.format == .tiff, channels == 4 {
            let profile = header.profile.flatMap { ColorProfile($0)?.space == .cmyk ? $0 : nil }
            space = .inks((profile ?? []).keyedHash)
            return
        }
        guard header.hasProfile, channels > 1, let profile = header.profile ?? packedProfile(header, in: file),
            let known = ColorProfile(profile), !known.isSRGB
        else { return }
        switch known.space {
        case .rgb:
            space = ColorProfile.columns(profile).map { Self.space(columns: $0) } ?? .unknown(profile.keyedHash)
        // Decoders leave profiles out that do not fit the channels.
        case .gray, .cmyk: break
        case .other: space = .unknown(profile.keyedHash)
        }
    }

    /// The order in which files are kept: a wider space before a narrower one.
    package var rank: Int {
        let rank =
            switch space {
            case .narrow: 0
            case .wide: 1
            case .unknown: 2
            case .inks: 3
            case .lab: 4
            }
        return 2 * rank + (range == .screen ? 0 : 1)
    }

    /// True where no color of the other file is lost.
    package func holds(_ other: ColorReach) -> Bool {
        guard other.range == .screen || other.range == range else { return false }
        switch (space, other.space) {
        case (_, .narrow): return true
        case (.wide(let own), .wide(let others)):
            return others.allSatisfy { Self.distance($0, from: own) < Self.tolerance }
        default: return space == other.space
        }
    }

    private static func space(columns: [SIMD3<Double>]) -> Space {
        let corners = columns.map { SIMD2($0.x, $0.y) / max($0.sum(), 1e-9) }
        let screen = CodedSpace.Primaries.sRGB.columns.map { SIMD2($0.x, $0.y) / $0.sum() }
        return corners.allSatisfy { distance($0, from: screen) < tolerance } ? .narrow : .wide(corners)
    }

    /// The distance of a point from a triangle; 0 inside.
    private static func distance(_ point: SIMD2<Double>, from triangle: [SIMD2<Double>]) -> Double {
        var sides: Set<Bool> = []
        var least = Double.infinity
        for (start, end) in zip(triangle, triangle[1...] + triangle[..<1]) {
            let (side, way) = (end - start, point - start)
            sides.insert(side.x * way.y - side.y * way.x >= 0)
            let length = max((side * side).sum(), 1e-12)
            let left = way - side * min(max((side * way).sum() / length, 0), 1)
            least = min(least, (left * left).sum())
        }
        return sides.count == 1 ? 0 : least.squareRoot()
    }
}

/// The meaning of the samples of a TIFF.
private func tiffColor(of header: ImageHeader, in file: [UInt8]) -> TIFFPixels.Color? {
    let bytes = file.span
    return TIFFLayout(bytes)?.directory(at: header.page.offset, in: bytes)?
        .integer(TIFFTag.photometric.rawValue, in: bytes).flatMap(TIFFPixels.Color.init)
}

/// The profile of a PNG, which its decoder unpacks with the header.
private func packedProfile(_ header: ImageHeader, in file: [UInt8]) -> [UInt8]? {
    let cleaned = pngChunksForDecoding(file.span) ?? file
    return unsafe cleaned.withUnsafeBufferPointer { bytes in
        // Safe: the source ends before the bytes do.
        try? unsafe VipsSource(bytes, header: header, isLenient: true, scale: 1, keepsProfile: true).profile
    }
}

extension ColorProfile {
    /// The light of red, green and blue as XYZ; nil for a profile of tables.
    fileprivate static func columns(_ profile: [UInt8]) -> [SIMD3<Double>]? {
        let bytes = profile.span
        guard let tags = bytes.u32(at: 128), tags <= 1000, tag("A2B0", in: bytes, count: tags) == nil else {
            return nil
        }
        let columns = ["rXYZ", "gXYZ", "bXYZ"].compactMap { column(at: tag($0, in: bytes, count: tags), in: bytes) }
        return columns.count == 3 ? columns : nil
    }
}
