internal import CKernels
import Essentials

/// The proof that a picture shows another one at some place, by pixels: where it lies there, and how much of it agrees.
///
/// Descriptors only propose. The part is looked for around the proposed place by normalized correlation of luma (Lewis,
/// "Fast Normalized Cross-Correlation", 1995), from coarse to fine, and then compared tile by tile, so that what is drawn
/// over it costs those tiles alone. Colors have to follow the light: another color of a product is another picture.
struct PartProof: Hashable, Sendable {
    /// In pixels of the whole.
    var area: PictureArea
    /// The correlation of luma over all of the part, -1…1.
    let correlation: Float
    /// The share of the tiles with detail, in either picture, that agree, 0…1.
    let agreement: Float
    /// The number of tiles with detail.
    let tiles: Int
    /// True where the colors of the tiles that agree follow those of the part.
    let keepsColors: Bool

    /// The bounds of a proof. Of 1,817 pairs of a shop and of other classes, mirrored and pasted ones among them, that are no
    /// copies, none but recolored products has more than 0.27 of its tiles agree. `benchmarks copies --hard --parts` counts
    /// the copies that pass, and the pictures of the same class that pass wrongly.
    private enum Bounds {
        static let agreement: Float = 0.33
        static let correlation: Float = 0.4
        static let tiles = 10
    }

    /// True where the part is shown beyond doubt.
    var isProven: Bool {
        tiles >= Bounds.tiles && agreement >= Bounds.agreement && correlation >= Bounds.correlation && keepsColors
    }

    /// The order of the proven: by the agreement of tiles, then of all.
    var strength: Double { Double(agreement) * 0.9 + Double(max(correlation, 0)) * 0.1 }

    /// Cells of the longest side of the part when it is looked for, is moved into place, and is compared.
    private static let (coarse, middle, exact, fine) = (20, 40, 64, 96)
    private static let tileSide = ComparedTiles.side
    /// Sizes that are tried, over that of the proposed place.
    private static let scales = (-4...4).map { exp2(Double($0) / 6) }
    /// Below this correlation no place is made exact.
    private static let hopeless: Float = 0.45

    /// The best place near to a proposed one by coarse cells; nil where nothing there resembles the part.
    static func roughPlace(of part: SummedPicture, in whole: SummedPicture, near: PictureArea) -> PictureArea? {
        let (columns, rows) = grid(part.shape, longest: coarse)
        let pattern = NormalizedValues(part.means(part.all, columns: columns, rows: rows))
        guard pattern.deviation >= 2 else { return nil }
        var best: (correlation: Float, area: PictureArea)?
        let width = (near.width * near.height * part.shape).squareRoot()
        var tried: Set<Int> = []
        for scale in scales {
            var side = width * scale
            side = min(side, Double(whole.size.width), Double(whole.size.height) * part.shape)
            guard tried.insert(Int(side * 8)).inserted, side >= 12, side / part.shape >= 12 else { continue }
            let found = place(pattern, columns, rows, width: side, shape: part.shape, in: whole, near: near)
            if found.correlation > (best?.correlation ?? hopeless) { best = found }
        }
        return best?.area
    }

    /// - Parameter rough: The place that ``roughPlace(of:in:near:)`` found.
    init?(of part: SummedPicture, in whole: SummedPicture, rough: PictureArea) {
        var area = rough
        guard Self.settle(&area, part, whole, longest: Self.middle) >= Self.hopeless else { return nil }
        // No finer than the pixels of the two.
        let pixels = min(max(part.size.width, part.size.height), Int(max(area.width, area.height)))
        let longest = min(Self.fine, pixels)
        guard longest >= 3 * Self.tileSide else { return nil }
        Self.settle(&area, part, whole, longest: min(Self.exact, longest), isFine: true)
        self.area = area
        let (columns, rows) = Self.grid(part.shape, longest: longest)
        let tiles = ComparedTiles(part, whole, area, columns: columns, rows: rows)
        correlation = tiles.correlation
        self.tiles = tiles.detailed.count
        agreement = tiles.detailed.isEmpty ? 0 : Float(tiles.agreeing.count) / Float(tiles.detailed.count)
        keepsColors = tiles.keepsColors
    }

    /// The best place for a part of one width.
    private static func place(
        _ pattern: NormalizedValues, _ columns: Int, _ rows: Int, width: Double, shape: Double, in whole: SummedPicture,
        near: PictureArea
    ) -> (correlation: Float, area: PictureArea) {
        let height = width / shape
        let (cellWidth, cellHeight) = (width / Double(columns), height / Double(rows))
        func span(_ start: Double, _ length: Double, _ side: Double, _ limit: Int, _ cell: Double, _ cells: Int) -> (
            start: Double, cells: Int
        ) {
            let slack = 0.3 * side
            let (low, high) = (min(start, start + length - side) - slack, max(start + length, start + side) + slack)
            let first = min(max(low, 0), Double(limit) - side)
            let last = min(max(high, first + side), Double(limit))
            return (first, max(Int((last - first) / cell + 1e-6), cells))
        }
        let across = span(near.left, near.width, width, whole.size.width, cellWidth, columns)
        let down = span(near.top, near.height, height, whole.size.height, cellHeight, rows)
        let values = whole.means(
            PictureArea(
                left: across.start, top: down.start, width: Double(across.cells) * cellWidth,
                height: Double(down.cells) * cellHeight),
            columns: across.cells, rows: down.cells)
        let found = pattern.place(
            columns: columns, rows: rows, in: values, width: across.cells, height: down.cells)
        return (
            found.correlation,
            PictureArea(
                left: across.start + Double(found.x) * cellWidth, top: down.start + Double(found.y) * cellHeight,
                width: width, height: height)
        )
    }

    /// Moves and scales an area, by ever smaller steps, to where the part correlates best. Returns the correlation there.
    @discardableResult
    private static func settle(
        _ area: inout PictureArea, _ part: SummedPicture, _ whole: SummedPicture, longest: Int, isFine: Bool = false
    ) -> Float {
        let (columns, rows) = grid(part.shape, longest: longest)
        let pattern = NormalizedValues(part.means(part.all, columns: columns, rows: rows))
        func correlation(_ area: PictureArea) -> Float {
            pattern.correlation(with: whole.means(area, columns: columns, rows: rows))
        }
        area = area.inside(whole.size)
        var best = correlation(area)
        var step = isFine ? 0.008 : 0.03
        while step > (isFine ? 0.0015 : 0.006) {
            var (isMoving, rounds) = (true, 0)
            while isMoving, rounds < 4 {
                (isMoving, rounds) = (false, rounds + 1)
                for change in changes where isFine || !change.isStretch {
                    let moved = change.applied(to: area, by: step).inside(whole.size)
                    let found = correlation(moved)
                    if found > best + 1e-5 { (best, area, isMoving) = (found, moved, true) }
                }
            }
            step /= 2
        }
        return best
    }

    /// A step of an area, in shares of its sides.
    private struct Change {
        var x = 0.0, y = 0.0, width = 0.0, height = 0.0

        var isStretch: Bool { width != height }

        func applied(to area: PictureArea, by step: Double) -> PictureArea {
            let (width, height) = (area.width * (1 + self.width * step), area.height * (1 + self.height * step))
            return PictureArea(
                left: area.left + x * step * area.width + (area.width - width) / 2,
                top: area.top + y * step * area.height + (area.height - height) / 2, width: width, height: height)
        }
    }

    private static let changes: [Change] = [
        Change(x: -1), Change(x: 1), Change(y: -1), Change(y: 1), Change(width: -2, height: -2),
        Change(width: 2, height: 2), Change(width: 1), Change(width: -1), Change(height: 1), Change(height: -1),
    ]

    private static func grid(_ shape: Double, longest: Int) -> (columns: Int, rows: Int) {
        let shorter = max(Int((Double(longest) * min(shape, 1 / shape)).rounded()), 5)
        return shape >= 1 ? (longest, shorter) : (shorter, longest)
    }

}
