internal import CKernels

/// A part of a picture, in its pixels, which may begin and end within one.
struct PictureArea: Hashable, Sendable {
    var left, top, width, height: Double
}

extension PictureArea {
    init(_ box: Box) {
        self.init(
            left: Double(box.left), top: Double(box.top), width: Double(box.width), height: Double(box.height))
    }

    /// The same area, moved and scaled into a picture of this size where it would reach beyond.
    func inside(_ size: Size) -> PictureArea {
        let (whole, tall) = (Double(size.width), Double(size.height))
        let scale = min(1, whole / width, tall / height)
        let (width, height) = (min(width * scale, whole), min(height * scale, tall))
        let (middleX, middleY) = (left + self.width / 2, top + self.height / 2)
        return PictureArea(
            left: min(max(middleX - width / 2, 0), whole - width),
            top: min(max(middleY - height / 2, 0), tall - height),
            width: width, height: height)
    }

    /// In pixels of another size of the picture.
    func scaled(from size: Size, to other: Size) -> PictureArea {
        let (across, down) = (Double(other.width) / Double(size.width), Double(other.height) / Double(size.height))
        return PictureArea(left: left * across, top: top * down, width: width * across, height: height * down)
    }

    /// The share of a picture of this size that it covers, 0…1.
    func share(of size: Size) -> Double { width * height / Double(max(size.pixelCount, 1)) }

    /// The same place before the picture was brought into a position. `size` is that of the turned picture.
    func turnedBack(_ turn: PictureTurn, in size: Size) -> PictureArea {
        var area = self
        if turn.rawValue & 1 != 0 { area.left = Double(size.width) - left - width }
        if turn.rawValue & 2 != 0 { area.top = Double(size.height) - top - height }
        guard turn.swapsAxes else { return area }
        return PictureArea(left: area.top, top: area.left, width: area.height, height: area.width)
    }

    /// The nearest pixels, at least one.
    func box(in size: Size) -> Box {
        let (x, y) = (Int(left.rounded()), Int(top.rounded()))
        return Box(
            left: x, top: y, width: max(Int((left + width).rounded()) - x, 1),
            height: max(Int((top + height).rounded()) - y, 1)
        ).inside(size)
    }
}

/// A picture as tables of summed areas of luma, Cb and Cr: the means of any area take a few additions.
struct SummedPicture: Sendable {
    /// A plane of the picture.
    enum Channel: Int { case luma, blue, red }

    /// The pixels of the tables.
    let size: Size
    /// The width over the height of the picture, which a square may stand for.
    let shape: Double
    /// True where only luma is known.
    let isGray: Bool
    private let sums: [UInt32]

    init(_ pixels: PixelBuffer) {
        precondition(pixels.channels == 3 && pixels.size.pixelCount < 1 << 24)
        size = pixels.size
        shape = Double(size.width) / Double(size.height)
        isGray = false
        var sums = [UInt32](repeating: 0, count: 3 * Self.values(size))
        // Safe: the tables have the length that the header requires, and a PixelBuffer has the bytes of its size.
        unsafe ckp_sums(pixels.bytes, size.width, size.height, &sums)
        self.sums = sums
    }

    /// The luma of a miniature of a picture with these sides.
    init(_ miniature: Miniature, of original: Size) {
        size = Size(width: miniature.side, height: miniature.side)
        shape = Double(original.width) / Double(original.height)
        isGray = true
        var sums = [UInt32](repeating: 0, count: Self.values(size))
        // Safe: a miniature begins with its luma, row by row, and the table has the length that the header requires.
        unsafe ckp_plane_sums(miniature.bytes, size.width, size.height, &sums)
        self.sums = sums
    }

    private static func values(_ size: Size) -> Int { (size.width + 1) * (size.height + 1) }

    /// All of the picture.
    var all: PictureArea { PictureArea(Box(covering: size)) }

    /// The means of equal cells of an area, row by row.
    func means(_ area: PictureArea, columns: Int, rows: Int, _ channel: Channel = .luma) -> [Float] {
        precondition(columns > 0 && rows > 0 && (channel == .luma || !isGray))
        var means = [Float](repeating: 0, count: columns * rows)
        var spare = [Double](repeating: 0, count: 3 * (columns + 1))
        let place = ckp_area(left: area.left, top: area.top, width: area.width, height: area.height)
        // Safe: there is a table of the size for the channel, and the arrays have the lengths that the header requires.
        unsafe ckp_means(sums, size.width, size.height, channel.rawValue, place, columns, rows, &spare, &means)
        return means
    }
}

/// Values without their mean, of length 1.
struct NormalizedValues: Sendable {
    let values: [Float]
    /// The standard deviation before.
    let deviation: Float

    init(_ raw: [Float]) {
        var values = raw
        // Safe: the count is that of the values.
        deviation = unsafe ckp_normalize(&values, values.count)
        self.values = values
    }

    /// The correlation with as many other values, -1…1.
    func correlation(with others: [Float]) -> Float {
        precondition(others.count == values.count)
        // Safe: both have this count.
        return unsafe ckp_correlation(values, others, values.count)
    }

    /// The place in a grid of values where these, a grid of `columns` x `rows`, correlate best.
    func place(columns: Int, rows: Int, in whole: [Float], width: Int, height: Int) -> ckp_place {
        precondition(values.count == columns * rows && whole.count == width * height)
        // Safe: the arrays have the counts of their grids.
        return unsafe ckp_locate(whole, width, height, values, columns, rows)
    }
}
