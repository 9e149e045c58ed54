/// The content of a file beside the pixels that are compared: words, credentials, films, other pictures, the facts of a
/// camera, the reach of its colors, and each block that is not recognized.
///
/// An entry is a kind and the hash of a normal form, so that the same caption is one entry in the XMP of a PNG and in
/// the EXIF of a JPEG, and the same unrecognized block one entry in two files. Entries that programs write by themselves
/// (dates of change, ids of a version, settings of an encoder, thumbnails) are left out.
package struct PictureHoldings: Hashable, Sendable {
    /// The kinds of entries, in the order in which losses are named.
    package enum Kind: UInt64, Hashable, Sendable, CaseIterable {
        /// Captions, keywords, names, ratings, comments: what people or programs wrote.
        case words
        /// Marks of origin (C2PA).
        case credentials
        /// The film of a moving photo.
        case film
        /// Maps of depth and brightness, layers, second pictures, channels beside color and alpha.
        case pictures
        /// Blocks that are not recognized, and bytes behind the end.
        case blocks
        /// The notes of a camera about a photo.
        case camera
        case time
        case place
    }

    /// The hashes, of which the top bits are the kind; sorted, each once.
    private let entries: [UInt64]
    /// The colors that the file can hold.
    package let reach: ColorReach
    /// True where the blocks could not be read to the end: what the file holds is not known.
    package let isUnread: Bool

    /// Walks the whole file once. Takes time that grows with its length, and memory with its metadata.
    package init(_ header: ImageHeader, in file: [UInt8]) {
        var reader = HoldingsReader(header, length: file.count)
        let bytes = file.span
        switch header.format {
        case .jpeg: reader.read(jpeg: bytes)
        case .png: reader.read(png: bytes)
        case .webp: reader.read(webp: bytes)
        case .gif: reader.read(gif: bytes)
        case .tiff: reader.read(tiffFile: bytes)
        case .heic, .avif: reader.read(boxes: bytes)
        case .jxl: if !bytes.holds("\u{FF}", at: 0), bytes.holds("JXL ", at: 4) { reader.read(boxes: bytes) }
        // Neither the data of a sensor nor the notes of its camera are read: a RAW file always stays.
        case .raw: reader.isDamaged = true
        // Drawings and pages are never given up for another file, see ``ImageHeader/hasMore(in:)``.
        case .svg, .pdf, .jp2, .bmp, .ico, .ppm, .psd, .gzip: break
        }
        reader.finish()
        entries = Set(reader.entries).sorted()
        isUnread = reader.isDamaged
        reach = ColorReach(header, in: file)
    }

    /// The number of entries of these kinds.
    package func count(_ kinds: Kind...) -> Int {
        entries.count { entry in kinds.contains { $0.rawValue == entry >> Self.digestBits } }
    }

    package func holds(_ kind: Kind) -> Bool { count(kind) > 0 }

    /// The kind of the first entry that another file lacks; nil where it has all of them.
    package func loss(to other: PictureHoldings) -> Kind? {
        var place = 0
        for entry in entries {
            while place < other.entries.count, other.entries[place] < entry { place += 1 }
            if place == other.entries.count || other.entries[place] != entry {
                return Kind(rawValue: entry >> Self.digestBits)
            }
        }
        return nil
    }

    /// The bits below those of the kind.
    private static let digestBits: UInt64 = 60

    /// An entry of this kind and name.
    static func entry(_ kind: Kind, _ name: String, _ value: some Sequence<UInt8>) -> UInt64 {
        var hash = FNV1a(name.utf8)
        hash.add(0)
        for byte in value { hash.add(byte) }
        return kind.rawValue << digestBits | Hash.mixed(hash.value) >> (64 - digestBits)
    }
}
