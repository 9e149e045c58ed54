extension ImageFormat {
    /// Returns the format that the first bytes show, whatever the name of the file; nil for unknown bytes.
    package init?(sniffing bytes: Span<UInt8>) {
        if bytes.holdsBytes(0xFF, 0xD8) {
            self = .jpeg
        } else if bytes.holdsBytes(0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A) {
            self = .png
        } else if bytes.holds("RIFF", at: 0), bytes.holds("WEBP", at: 8) {
            self = .webp
        } else if bytes.holds("GIF87a", at: 0) || bytes.holds("GIF89a", at: 0) {
            self = .gif
        } else if RawFile(bytes) != nil {
            self = .raw
        } else if TIFFLayout(bytes) != nil {
            self = .tiff
        } else if let format = ImageFormat(brandsOf: bytes) {
            self = format
        } else if bytes.holdsBytes(0xFF, 0x0A) || bytes.holds("\0\0\0\u{C}JXL ", at: 0) {
            self = .jxl
        } else if bytes.holdsBytes(0xFF, 0x4F, 0xFF, 0x51) || bytes.holds("\0\0\0\u{C}jP  ", at: 0) {
            self = .jp2
        } else if bytes.holds("%PDF-", at: 0) {
            self = .pdf
        } else if bytes.holds("8BPS", at: 0) {
            self = .psd
        } else if bytes.holdsBytes(0x1F, 0x8B) {
            self = .gzip
        } else if bytes.holdsBytes(0, 0, 1, 0) {
            self = .ico
        } else if bytes.holds("BM", at: 0), let size = bytes.u32(at: 14, .little), (12...124).contains(size) {
            self = .bmp
        } else if bytes.isPortableAnymap {
            self = .ppm
        } else if bytes.looksLikeText, bytes.textContains("<svg") {
            self = .svg
        } else {
            return nil
        }
    }

    /// The kind of file in words, with its article, for errors.
    package var kind: String {
        switch self {
        case .jpeg: "a JPEG image"
        case .png: "a PNG image"
        case .webp: "a WebP image"
        case .gif: "a GIF image"
        case .tiff: "a TIFF image"
        case .heic: "a HEIC image"
        case .avif: "an AVIF image"
        case .raw: "a camera's RAW file"
        case .svg: "an SVG drawing"
        case .jxl: "a JPEG XL image"
        case .pdf: "a PDF document"
        case .jp2: "a JPEG 2000 image"
        case .bmp: "a BMP image"
        case .ico: "a Windows icon"
        case .ppm: "a portable anymap (PBM, PGM, PPM)"
        case .psd: "a Photoshop document"
        case .gzip: "gzip-compressed data"
        }
    }

    /// Returns a description of bytes of no known image format, for errors.
    static func describe(unknown bytes: Span<UInt8>) -> String {
        if bytes.holds("ftyp", at: 4) {
            let brand = bytes.printable(8..<12).prefix { $0 != " " }
            let isFilm = ["qt", "isom", "iso2", "iso5", "iso6", "mp41", "mp42", "M4V", "avc1"].contains(brand)
            return isFilm ? "a film (brand \(brand))" : "a media file (brand \(brand))"
        }
        if bytes.looksLikeText {
            let isPage = bytes.textContains("<html") || bytes.textContains("<!doctype html")
            return isPage ? "an HTML page" : "text"
        }
        var start = ""
        for index in 0..<min(4, bytes.count) {
            let hex = String(bytes[index], radix: 16, uppercase: true)
            start += (hex.count < 2 ? " 0" : " ") + hex
        }
        return "unknown data beginning\(start)"
    }
}

extension Span where Element == UInt8 {
    /// Returns true if the file begins with these bytes.
    fileprivate func holdsBytes(_ magic: UInt8...) -> Bool {
        guard count >= magic.count else { return false }
        return magic.indices.allSatisfy { self[$0] == magic[$0] }
    }

    /// `P1` … `P7`, `Pf` or `PF`, followed by white space.
    fileprivate var isPortableAnymap: Bool {
        guard count > 2, self[0] == UInt8(ascii: "P") else { return false }
        let isKind = (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(self[1]) || self[1] | 0x20 == UInt8(ascii: "f")
        return isKind && [0x20, 0x09, 0x0A, 0x0D].contains(self[2])
    }

    /// True when the first 512 bytes hold no control characters but those of text. UTF-8 and Latin-1 pass.
    fileprivate var looksLikeText: Bool {
        (0..<Swift.min(512, count)).allSatisfy { self[$0] >= 0x20 && self[$0] != 0x7F || (9...13).contains(self[$0]) }
    }

    /// Returns true if the first 4 KiB contain this lower-case word, in either case.
    fileprivate func textContains(_ word: String) -> Bool {
        let letters = Array(word.utf8)
        let last = Swift.min(4096, count) - letters.count
        guard last >= 0 else { return false }
        return (0...last).contains { start in
            letters.indices.allSatisfy { index in
                let byte = self[start + index]
                return (65...90).contains(byte) ? byte | 0x20 == letters[index] : byte == letters[index]
            }
        }
    }

    /// Returns a few bytes as text, with dots for unprintable bytes and for those outside of the file.
    fileprivate func printable(_ range: Range<Int>) -> String {
        var text = ""
        for index in range {
            let byte = byte(at: index) ?? 0
            text.append((0x20...0x7E).contains(byte) ? Character(UnicodeScalar(UInt8(byte))) : ".")
        }
        return text
    }
}
