internal import CKernels
internal import Imaging

/// The last look before a file may be given up: whether the kept picture shows all of it, at no smaller size and without
/// a visible difference. Both are decoded at the full size of the smaller one.
struct Containment<File: PictureFile> {
    /// The judgment on one file.
    enum Judgment {
        /// The kept file shows all of it.
        case contained(Clarity)
        case obstacle(DuplicateObstacle)
    }

    /// The certainty of the judgment.
    enum Clarity {
        case equalPixels, clear
        /// At fewer pixels than the kept file has, or through noise: a change of a letter could be as large.
        case unclear
    }

    private let miniatures: MiniatureCache<File>
    private let kept: Int
    private let keptEntry: MiniatureCache<File>.Entry
    /// The kept picture as decoded last: its copies are often of one size.
    private var last: (box: Box, size: Size, background: RGB, pixels: PixelBuffer)?
    /// The colors of the kept picture where it is transparent, once they were needed.
    private var hidden: HiddenColors?
    /// The longest side of the pixels by which the place of a part is found.
    private static var roughSide: Int { 1024 }
    /// The factor of the bounds for smaller copies: filters of a reduction differ by more than encoders do.
    private static var reduction: Float { 2 }

    init(kept: Int, entry: MiniatureCache<File>.Entry, miniatures: MiniatureCache<File>) {
        self.kept = kept
        keptEntry = entry
        self.miniatures = miniatures
    }

    /// - Parameters:
    ///   - file: The file that may go.
    ///   - turn: Brings it to the kept one.
    ///   - place: Where its square lies in that of the kept one.
    mutating func judge(
        _ file: Int, _ entry: MiniatureCache<File>.Entry, _ turn: PictureTurn, at place: ckm_comparison
    ) throws(ImageError) -> Judgment {
        let size = turn.swapsAxes ? entry.size.transposed : entry.size
        guard var window = PartWindow(place, of: size, in: keptEntry.size) else { return .obstacle(.overlaps) }
        let rough = size.fitted(to: Self.roughSide)
        var isFirst = true
        for scale in rough == size ? [size] : [rough, size] {
            let other = try miniatures.pixels(of: file, nil, size: entry.size, background: .white).turned(turn)
            let otherPixels = scale == size ? other : try resized(other, to: scale, limits: miniatures.limits)
            for _ in 0..<4 {
                // At the full size the last step tells.
                guard let box = window.box(isRough: scale != size || isFirst) else { return .obstacle(.overlaps) }
                isFirst = false
                if box.width < size.width - max(1, size.width / 100)
                    || box.height < size.height - max(1, size.height / 100)
                {
                    return .obstacle(.smaller)
                }
                let found = TileComparison(try keptPixels(box, size: scale, .white), otherPixels)
                if window.isSettled(by: found, of: box, at: scale) { break }
            }
        }
        guard let box = window.box(isRough: false) else { return .obstacle(.overlaps) }
        return try judged(file, entry, turn, box, size)
    }

    private mutating func judged(
        _ file: Int, _ entry: MiniatureCache<File>.Entry, _ turn: PictureTurn, _ box: Box, _ size: Size
    ) throws(ImageError) -> Judgment {
        var clarity = Clarity.equalPixels
        let isReduced = box.width * box.height > size.pixelCount + size.pixelCount / 50
        let backgrounds: [RGB] = keptEntry.hasAlpha || entry.hasAlpha ? [.white, .black] : [.white]
        for background in backgrounds {
            let other = try miniatures.pixels(of: file, nil, size: entry.size, background: background).turned(turn)
            let kept = try keptPixels(box, size: size, background)
            if box.size == size, kept.bytes == other.bytes { continue }
            let comparison = TileComparison(kept, other)
            guard !comparison.isVisible(times: isReduced ? Self.reduction : 1) else {
                if background == .black, keptEntry.hasAlpha != entry.hasAlpha { return .obstacle(.transparency) }
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
    mutating func isEnlarged(_ file: Int, _ entry: MiniatureCache<File>.Entry, _ turn: PictureTurn) throws(ImageError)
        -> Bool
    {
        let ratio = Double(keptEntry.size.longestSide) / Double(entry.size.longestSide)
        guard ratio > 1.02 else { return false }
        let kept = try keptPixels(Box(covering: keptEntry.size), size: keptEntry.size, .white)
        let other = try miniatures.pixels(of: file, nil, size: entry.size, background: .white).turned(turn)
        // The noise of a JPEG is fine detail as well.
        let quality = keptEntry.worth.isLossless ? nil : keptEntry.worth.quality
        let enlarged = try resized(other, to: keptEntry.size, quality: quality, limits: miniatures.limits)
        return TileComparison.detail(of: kept) < (ratio < 1.5 ? 1.04 : 1.12) * TileComparison.detail(of: enlarged)
    }

    /// True where giving up a picture that may be transparent loses no colors that do not show.
    mutating func holdsHiddenColors(of file: Int, _ entry: MiniatureCache<File>.Entry) throws(ImageError) -> Bool {
        let other = try miniatures.hiddenColors(of: file)
        if hidden == nil { hidden = try miniatures.hiddenColors(of: kept) }
        let areLossless = entry.worth.isLossless && keptEntry.worth.isLossless && entry.size == keptEntry.size
        return hidden?.holds(other, withoutLoss: areLossless) ?? false
    }

    private mutating func keptPixels(_ box: Box, size: Size, _ background: RGB) throws(ImageError) -> PixelBuffer {
        if let last, last.box == box, last.size == size, last.background == background { return last.pixels }
        let pixels = try miniatures.pixels(of: kept, box, size: size, background: background)
        last = (box, size, background, pixels)
        return pixels
    }

    /// The tile of the worst difference, in pixels of the kept picture.
    private static func area(of comparison: TileComparison, in box: Box, _ size: Size) -> Box {
        let tile = Int(CKT_TILE)
        let (x, y) = (Int(comparison.found.x), Int(comparison.found.y))
        func place(_ value: Int, _ start: Int, _ length: Int, _ pixels: Int) -> Int {
            start + max(value - tile / 2, 0) * length / pixels
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
