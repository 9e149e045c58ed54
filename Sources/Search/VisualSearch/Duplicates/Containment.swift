internal import CKernels

/// The last look before a file may be given up: whether the kept picture shows all of it, at no smaller size and without
/// a visible difference. Both are decoded at the full size of the smaller one.
struct Containment<File: PictureFile> {
    /// The judgment on one file.
    enum Judgment {
        /// The kept file shows all of it.
        case contained(Clarity)
        case obstacle(DuplicateObstacle)
    }

    /// How surely that was seen.
    enum Clarity {
        case equalPixels, clear
        /// At fewer pixels than the kept file has, or through noise: a change of a letter could be as large.
        case unclear
    }

    private let looks: LookCache<File>
    private let kept: Int
    private let keptLook: LookCache<File>.Look
    /// What was decoded last of the kept picture: its copies are often of one size.
    private var last: (box: Box, size: Size, background: RGB, pixels: PixelBuffer)?
    /// The longest side of the looks by which the place of a part is found.
    private static var roughSide: Int { 1024 }
    /// What the bounds are multiplied by for smaller copies: filters of a reduction differ by more than encoders do.
    private static var reduction: Float { 2 }

    init(kept: Int, look: LookCache<File>.Look, looks: LookCache<File>) {
        self.kept = kept
        keptLook = look
        self.looks = looks
    }

    /// - Parameters:
    ///   - file: The file that may go.
    ///   - turn: Brings it to the kept one.
    ///   - place: Where its square lies in that of the kept one.
    mutating func judge(
        _ file: Int, _ look: LookCache<File>.Look, _ turn: PictureTurn, at place: ckm_comparison
    ) throws(ImageError) -> Judgment {
        let size = turn.swapsAxes ? look.size.transposed : look.size
        guard var window = PartWindow(place, of: size, in: keptLook.size) else { return .obstacle(.overlaps) }
        let rough = size.fitted(to: Self.roughSide)
        var isFirst = true
        for scale in rough == size ? [size] : [rough, size] {
            let other = try looks.pixels(of: file, nil, size: look.size, background: .white).turned(turn)
            let ownPixels = scale == size ? other : try resized(other, to: scale, limits: looks.limits)
            for _ in 0..<4 {
                // At the full size the last step tells.
                guard let box = window.box(isRough: scale != size || isFirst) else { return .obstacle(.overlaps) }
                isFirst = false
                if box.width < size.width - max(1, size.width / 100)
                    || box.height < size.height - max(1, size.height / 100)
                {
                    return .obstacle(.smaller)
                }
                let found = TileComparison(try keptPixels(box, size: scale, .white), ownPixels)
                if window.isSettled(by: found, of: box, at: scale) { break }
            }
        }
        guard let box = window.box(isRough: false) else { return .obstacle(.overlaps) }
        return try judged(file, look, turn, box, size)
    }

    private mutating func judged(
        _ file: Int, _ look: LookCache<File>.Look, _ turn: PictureTurn, _ box: Box, _ size: Size
    ) throws(ImageError) -> Judgment {
        var clarity = Clarity.equalPixels
        let isReduced = box.width * box.height > size.pixelCount + size.pixelCount / 50
        let backgrounds: [RGB] = keptLook.hasAlpha || look.hasAlpha ? [.white, .black] : [.white]
        for background in backgrounds {
            let other = try looks.pixels(of: file, nil, size: look.size, background: background).turned(turn)
            let own = try keptPixels(box, size: size, background)
            if box.size == size, own.bytes == other.bytes { continue }
            let comparison = TileComparison(own, other)
            guard !comparison.isVisible(times: isReduced ? Self.reduction : 1) else {
                if background == .black, keptLook.hasAlpha != look.hasAlpha { return .obstacle(.transparency) }
                return .obstacle(.differs(at: Self.area(of: comparison, in: box, size)))
            }
            if isReduced || !comparison.isClear {
                clarity = .unclear
            } else if comparison.isEdited {
                return .obstacle(.edited)
            } else if clarity != .unclear {
                clarity = .clear
            }
        }
        return .contained(isReduced ? .unclear : clarity)
    }

    /// True where the kept picture, which is larger, has no finer detail than the other one enlarged and coded alike.
    mutating func isEnlarged(_ file: Int, _ look: LookCache<File>.Look, _ turn: PictureTurn) throws(ImageError) -> Bool
    {
        let ratio = Double(keptLook.size.longestSide) / Double(look.size.longestSide)
        guard ratio > 1.02 else { return false }
        let own = try keptPixels(Box(covering: keptLook.size), size: keptLook.size, .white)
        let other = try looks.pixels(of: file, nil, size: look.size, background: .white).turned(turn)
        // The noise of a JPEG is fine detail as well.
        let quality = keptLook.worth.isLossless ? nil : keptLook.worth.quality
        let enlarged = try resized(other, to: keptLook.size, quality: quality, limits: looks.limits)
        return TileComparison.detail(of: own) < (ratio < 1.5 ? 1.04 : 1.12) * TileComparison.detail(of: enlarged)
    }

    private mutating func keptPixels(_ box: Box, size: Size, _ background: RGB) throws(ImageError) -> PixelBuffer {
        if let last, last.box == box, last.size == size, last.background == background { return last.pixels }
        let pixels = try looks.pixels(of: kept, box, size: size, background: background)
        last = (box, size, background, pixels)
        return pixels
    }

    /// The tile of the worst difference, in pixels of the kept picture.
    private static func area(of comparison: TileComparison, in box: Box, _ size: Size) -> Box {
        let tile = Int(CKT_TILE)
        let (x, y) = (Int(comparison.found.x), Int(comparison.found.y))
        func place(_ value: Int, _ start: Int, _ length: Int, _ own: Int) -> Int {
            start + max(value - tile / 2, 0) * length / own
        }
        return Box(
            left: place(x, box.left, box.width, size.width), top: place(y, box.top, box.height, size.height),
            width: tile * box.width / size.width, height: tile * box.height / size.height)
    }
}

extension Size {
    /// The size with the longest side `side` at most.
    fileprivate func fitted(to side: Int) -> Size {
        if longestSide <= side { return self }
        return Size(
            width: max(1, (width * side + longestSide / 2) / longestSide),
            height: max(1, (height * side + longestSide / 2) / longestSide))
    }
}
