extension ImageFormat {
    /// HEIC or AVIF, by the brands of an ISO base media file; nil for other files and other brands.
    init?(brandsOf bytes: Span<UInt8>) {
        guard bytes.holds("ftyp", at: 4), let length = bytes.u32(at: 0) else { return nil }
        // The major brand, then (after the version) the compatible ones; sixteen are more than any file has.
        let end = min(length, bytes.count, 16 + 4 * 16)
        let places = [8] + Array(stride(from: 16, to: max(16, end - 3), by: 4))
        let avif = ["avif", "avis"]
        let heic = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"]
        if places.contains(where: { place in avif.contains { bytes.holds($0, at: place) } }) {
            self = .avif
        } else if places.contains(where: { place in heic.contains { bytes.holds($0, at: place) } }) {
            self = .heic
        } else {
            return nil
        }
    }
}
