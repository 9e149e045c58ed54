import CHEIFShim
import CKernels
import CVipsShim

/// A HEIC or AVIF, decoded tile by tile by dav1d or libde265, from whose planes rows are made in the size that is asked
/// for.
@safe final class HEIFSource: PixelSource {
    /// The density of an output up to which the filters between blocks are left out: each of its pixels is the mean of nine.
    static let densityWithoutFilters = 1.0 / 3

    private let bytes: UnsafeBufferPointer<UInt8>
    private let coded: CodedTiles
    private let format: ImageFormat
    private let shift: Int
    private let deadline: Deadline
    private let decoder: OpaquePointer
    /// The columns of tiles that are needed.
    private let tiles: Range<Int>
    /// Columns of the picture that are needed.
    private let columns: Range<Int>
    private var planes = ck_planes()
    /// The row of tiles that was decoded last.
    private var row: Int?
    /// Its pixels, where it has more than one tile.
    private var strip: [UInt8] = []
    private let makeRow = unsafe ck_planes_row(CK_BEST)!
    let size: Size
    let profile: [UInt8]?
    var space: cvs_space { .rgb }
    /// The budget counts the picture; a tile may be larger.
    var heldBytes: Int { coded.tileSize.pixelCount > coded.size.pixelCount ? 4 * coded.tileSize.pixelCount : 0 }

    /// Nil where the library is not there. The bytes must outlive the source, which reads `region` of the reduced picture.
    init?(
        _ bytes: UnsafeBufferPointer<UInt8>, _ coded: CodedTiles, format: ImageFormat, shrink: Int,
        region: Box, skipsFilters: Bool, profile: [UInt8]?, deadline: Deadline
    ) {
        guard let decoder = unsafe cheif_open(coded.codec, skipsFilters ? 1 : 0) else { return nil }
        unsafe self.decoder = decoder
        unsafe self.bytes = bytes
        self.coded = coded
        self.format = format
        self.profile = profile
        self.deadline = deadline
        shift = shrink.trailingZeroBitCount
        size = Reduction.shrink(shrink).applied(to: coded.size)
        columns = region.left..<region.right
        let width = coded.tileSize.width.dividedUp(by: shrink)
        tiles = region.left / width..<min(coded.columns, region.right.dividedUp(by: width))
    }

    /// The sides of a tile after the reduction.
    private var tileSize: Size { Reduction.shrink(1 << shift).applied(to: coded.tileSize) }

    func read(
        _ area: Box, of frame: Int, into target: UnsafeMutablePointer<UInt8>, stride: Int, isCut: Bool
    ) throws(ImageError) {
        let height = tileSize.height
        for line in 0..<area.height {
            let y = area.top + line
            try decode(row: min(y / height, coded.rows - 1))
            let inside = y - row! * height
            let place = unsafe target + line * stride
            if tiles.count == 1 {
                let left = area.left - tiles.lowerBound * tileSize.width
                // Safe: the area is inside of the picture, and the target has room for its width.
                unsafe makeRow(&planes, CInt(shift), inside, left, area.width, place)
            } else {
                let width = 3 * columns.count
                let from = inside * width + 3 * (area.left - columns.lowerBound)
                // Safe: the strip has all columns of the region for each line of a tile.
                unsafe strip.withUnsafeBufferPointer {
                    unsafe place.update(from: $0.baseAddress! + from, count: 3 * area.width)
                }
            }
        }
    }

    /// Decodes the tiles of a row that are needed.
    private func decode(row: Int) throws(ImageError) {
        guard row != self.row else { return }
        self.row = row
        let (width, height) = (tileSize.width, tileSize.height)
        let isJoined = tiles.count > 1
        let lines = min(height, size.height - row * height)
        if isJoined { strip = [UInt8](repeating: 0, count: 3 * columns.count * height) }
        for tile in tiles {
            try deadline.check(.decode)
            try decode(coded.pictures[row * coded.columns + tile])
            guard isJoined else { return }
            let left = max(columns.lowerBound, tile * width)
            let count = min(columns.upperBound, (tile + 1) * width) - left
            for line in 0..<lines {
                // Safe: the strip has all columns of the region for each line of a tile.
                unsafe strip.withUnsafeMutableBufferPointer {
                    let place = unsafe $0.baseAddress! + 3 * (line * columns.count + left - columns.lowerBound)
                    unsafe makeRow(&planes, CInt(shift), line, left - tile * width, count, place)
                }
            }
        }
    }

    private func decode(_ pieces: [Range<Int>]) throws(ImageError) {
        var units = coded.configuration
        units.reserveCapacity(units.count + pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { unsafe units.append(contentsOf: bytes[piece]) }
        var found = cheif_planes()
        let size = coded.tileSize
        // Safe: the planes stay until the next call; the decoder copies what it needs of the units or is done with them.
        let code = unsafe units.withUnsafeBufferPointer {
            unsafe cheif_decode(
                decoder, $0.baseAddress!, $0.count, UInt32(size.width), UInt32(size.height), &found)
        }
        guard code == 1, found.depth == coded.depth, let planes = ck_planes(found, coded.matrix) else {
            throw .undecodable(stage: .decode, format: format, detail: "a coded picture is broken")
        }
        self.planes = planes
    }

    deinit { unsafe cheif_close(decoder) }
}

extension ck_planes {
    /// Nil for a matrix that is not a matrix, or not one that is known here.
    fileprivate init?(_ found: cheif_planes, _ told: CodedTiles.Matrix?) {
        self.init()
        let matrix =
            told
            ?? CodedTiles.Matrix(codePoint: Int(found.matrix), isFullRange: found.is_full != 0)
        guard let rows = matrix.rows(depth: Int(found.depth), isGray: found.planes == 1) else { return nil }
        unsafe samples = found.samples
        strides = found.strides
        width = Int(found.width)
        height = Int(found.height)
        count = found.planes
        depth = found.depth
        across = found.across
        down = found.down
        func tuple(_ row: SIMD4<Float>) -> (Float, Float, Float, Float) { (row[0], row[1], row[2], row[3]) }
        self.matrix = (tuple(rows[0]), tuple(rows[1]), tuple(rows[2]))
    }
}

extension CodedTiles.Matrix {
    /// The shares of brightness, blueness and redness in red, green and blue, where the largest sample is 1, and what is
    /// added. Nil where there is no such matrix.
    fileprivate func rows(depth: Int, isGray: Bool) -> [SIMD4<Float>]? {
        let top = Double((1 << depth) - 1)
        let unit = Double(1 << (depth - 8))
        let light = isFullRange ? 1 : top / (219 * unit)
        let black = isFullRange ? 0 : 16 * unit / top
        if isGray { return Array(repeating: [Float(light), 0, 0, Float(-light * black)], count: 3) }
        if codePoint == 0 {
            // Green, blue and red themselves.
            return isFullRange ? [[0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0]] : nil
        }
        guard let (red, blue) = weights else { return nil }
        let color = isFullRange ? 1 : top / (224 * unit)
        let middle = 128 * unit / top
        let (fromBlue, fromRed) = (2 * (1 - blue), 2 * (1 - red))
        let shares = [
            (0, fromRed), (-fromBlue * blue / (1 - red - blue), -fromRed * red / (1 - red - blue)), (fromBlue, 0),
        ]
        return shares.map { share in
            let constant = -light * black - color * middle * (share.0 + share.1)
            return [Float(light), Float(color * share.0), Float(color * share.1), Float(constant)]
        }
    }

    /// The weights of red and blue in brightness. Code points without a meaning count as BT.601, as libheif has it.
    private var weights: (red: Double, blue: Double)? {
        switch codePoint {
        case 1: (0.2126, 0.0722)
        case 4: (0.30, 0.11)
        case 7: (0.212, 0.087)
        case 9, 10: (0.2627, 0.0593)
        case 2, 3, 5, 6: (0.299, 0.114)
        default: nil
        }
    }
}
