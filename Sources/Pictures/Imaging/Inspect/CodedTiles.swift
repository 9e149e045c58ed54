import CHEIFShim

/// The coded pictures that the primary item of a HEIC or AVIF consists of, and the way from them to the picture: one, or
/// a grid of equal ones.
struct CodedTiles {
    /// The colors of the samples by ITU-T H.273, as far as they need a matrix.
    struct Matrix: Hashable {
        let codePoint: Int
        let isFullRange: Bool
    }

    let codec: cheif_codec
    /// The units in front of each picture.
    let configuration: [UInt8]
    /// The places of the pictures in the file, row by row, each in pieces.
    let pictures: [[Range<Int>]]
    let columns: Int
    /// The sides of each coded picture.
    let tileSize: Size
    /// The sides of the whole, before it is turned.
    let size: Size
    /// The EXIF orientation that turns the picture as its properties ask, 1…8.
    let orientation: Int
    /// Bits of a sample.
    let depth: Int
    /// Nil where the coded pictures tell.
    let matrix: Matrix?

    /// Nil for everything else, which libheif decodes: alpha, cropping at the left or above, overlays, sequences, and
    /// whatever has a property that is not known here.
    init?(in bytes: Span<UInt8>) {
        let file = ISOBoxes(in: 0..<bytes.count, of: bytes)
        guard file.first("moov", of: bytes) == nil, let meta = file.first("meta", of: bytes)?.dropFirst(4),
            let primary = ISOPrimary(in: meta, of: bytes)
        else { return nil }
        let references = primary.items.first("iref", of: bytes).map { ISOReference.all(in: $0, of: bytes) } ?? []
        let grid = Grid(primary, references, of: bytes)
        let parts = grid?.parts ?? [primary.number]
        let types: [(name: String, codec: cheif_codec)] = [("av01", .av1), ("hvc1", .hevc)]
        func isCoded(as type: String) -> Bool {
            Set(ISOItems.identifiers(type: type, in: primary.items, of: bytes)).isSuperset(of: parts)
        }
        guard let first = parts.first, let codec = types.first(where: { isCoded(as: $0.name) })?.codec else {
            return nil
        }
        let properties = primary.table.properties(of: first, in: bytes)
        // Tiles with an alpha of their own are as rare as tiles that differ.
        guard let tile = CodedProperties(properties, isTile: grid != nil, of: bytes),
            let whole = CodedProperties(
                primary.table.properties(of: primary.number, in: bytes), isTile: false, of: bytes),
            parts.allSatisfy({ primary.table.properties(of: $0, in: bytes) == properties }),
            grid == nil
                || !tile.hasProfile
                    && references.allSatisfy({ $0.kind != "auxl" || $0.to.allSatisfy { !parts.contains($0) } }),
            let configuration = tile.configuration(of: codec, in: bytes), let tileSize = tile.size,
            max(tileSize.longestSide, grid?.size.longestSide ?? 0) < 1 << 15,
            grid?.isCovered(by: tileSize) ?? true,
            whole.cut == nil || whole.size == grid?.size ?? tileSize
        else { return nil }
        var pictures: [[Range<Int>]] = []
        for part in parts {
            guard let pieces = ISOItems.pieces(of: part, in: primary.items, of: bytes),
                pieces.contains(where: { !$0.isEmpty })
            else { return nil }
            pictures.append(pieces)
        }
        self.codec = codec
        self.configuration = configuration.units
        depth = configuration.depth
        self.pictures = pictures
        self.tileSize = tileSize
        columns = grid?.columns ?? 1
        size = whole.cut ?? grid?.size ?? tileSize
        orientation = whole.orientation
        matrix = tile.matrix
    }

    var rows: Int { pictures.count / columns }

    /// The factors by which tiles can be divided without a rest that belongs to the next one.
    func canShrink(by factor: Int) -> Bool {
        (columns == 1 || tileSize.width % factor == 0) && (rows == 1 || tileSize.height % factor == 0)
    }
}

/// The derived picture of the type `grid`.
private struct Grid {
    let columns: Int
    let rows: Int
    let size: Size
    let parts: [Int]
    /// Each tile is looked up in lists that may be as long.
    private static let most = 1024

    init?(_ primary: ISOPrimary, _ references: [ISOReference], of bytes: Span<UInt8>) {
        guard ISOItems.identifiers(type: "grid", in: primary.items, of: bytes).contains(primary.number),
            let pieces = ISOItems.pieces(of: primary.number, in: primary.items, of: bytes), pieces.count == 1,
            let place = pieces.first?.lowerBound, let flags = bytes.byte(at: place + 1), bytes.byte(at: place) == 0,
            let rows = bytes.byte(at: place + 2), let columns = bytes.byte(at: place + 3)
        else { return nil }
        let width = flags & 1 == 1 ? 4 : 2
        let lists = references.filter { $0.kind == "dimg" && $0.from == primary.number }
        guard pieces[0].count >= 4 + 2 * width, let across = bytes.integer(at: place + 4, width: width),
            let down = bytes.integer(at: place + 4 + width, width: width), across > 0, down > 0,
            lists.count == 1, lists[0].to.count == (rows + 1) * (columns + 1), lists[0].to.count <= Self.most
        else { return nil }
        self.rows = rows + 1
        self.columns = columns + 1
        size = Size(width: across, height: down)
        parts = lists[0].to
    }

    /// Tiles of these sides fill the picture, and none lies outside of it.
    func isCovered(by tile: Size) -> Bool {
        columns * tile.width >= size.width && (columns - 1) * tile.width < size.width
            && rows * tile.height >= size.height && (rows - 1) * tile.height < size.height
    }
}
