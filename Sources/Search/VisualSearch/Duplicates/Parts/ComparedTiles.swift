/// A part and its place in a whole, tile by tile.
struct ComparedTiles {
    /// Cells of a side of a tile.
    static let side = 8
    /// A tile agrees from this correlation on. The edges of two products of one outline reach 0.8 and more in tile after
    /// tile, the same edge in other bytes 0.95.
    private static let leastCorrelation: Float = 0.93
    /// A tile has detail from this deviation on, in levels; a plain one lies in the same light within the other bound.
    private static let (leastDeviation, mostOff): (Float, Float) = (3, 12)

    private struct Tile {
        /// The means and deviations of luma, in the part and in the whole.
        let mean, deviation: SIMD2<Float>
        let correlation: Float
    }

    /// The correlation of all cells.
    let correlation: Float
    /// The tiles with detail in either picture, and those of them that agree, by place.
    let detailed, agreeing: [Int]
    /// True where the colors of what agrees follow those of the part.
    let keepsColors: Bool

    /// - Parameters:
    ///   - columns: Cells of each row, rounded to whole tiles.
    ///   - rows: Cells of each column, likewise.
    init(_ part: SummedPicture, _ whole: SummedPicture, _ area: PictureArea, columns: Int, rows: Int) {
        func tiles(_ cells: Int) -> Int { max((cells + Self.side / 2) / Self.side, 2) }
        let (across, down) = (tiles(columns), tiles(rows))
        let (columns, rows) = (across * Self.side, down * Self.side)
        let first = part.means(part.all, columns: columns, rows: rows)
        let second = whole.means(area, columns: columns, rows: rows)
        let normalized = NormalizedValues(first)
        correlation = normalized.correlation(with: second)
        let all = (0..<across * down).map { place in
            let start = place / across * Self.side * columns + place % across * Self.side
            func cut(_ values: [Float]) -> [Float] {
                (0..<Self.side).flatMap { values[start + $0 * columns..<start + $0 * columns + Self.side] }
            }
            let (left, right) = (cut(first), cut(second))
            let (own, other) = (NormalizedValues(left), NormalizedValues(right))
            let count = Float(left.count)
            return Tile(
                mean: SIMD2(left.reduce(0, +), right.reduce(0, +)) / count,
                deviation: SIMD2(own.deviation, other.deviation), correlation: own.correlation(with: right))
        }
        let matching = all.indices.filter { place in
            let tile = all[place]
            return tile.correlation >= Self.leastCorrelation && tile.deviation.x >= Self.leastDeviation
        }
        // A drawing over the part has a contrast of its own: the gain is that of the tiles that agree.
        let gain = Self.median(matching.map { all[$0].deviation.y / all[$0].deviation.x }) ?? 1
        let offset = Self.median(matching.map { all[$0].mean.y - gain * all[$0].mean.x }) ?? 0
        detailed = all.indices.filter { place in
            max(all[place].deviation.x, all[place].deviation.y / max(gain, 0.2)) >= Self.leastDeviation
        }
        agreeing = matching
        let details = Set(detailed)
        let chroma = [SummedPicture.Channel.blue, .red].map { channel in
            (
                part.means(part.all, columns: across, rows: down, channel),
                whole.means(area, columns: across, rows: down, channel)
            )
        }
        var colors = ColorAgreement(gain: gain)
        let plain = all.indices.filter { place in
            !details.contains(place) && abs(all[place].mean.y - gain * all[place].mean.x - offset) < Self.mostOff
        }
        for place in matching + plain {
            colors.add(
                SIMD2(chroma[0].0[place], chroma[1].0[place]), SIMD2(chroma[0].1[place], chroma[1].1[place]),
                luma: all[place].mean.y)
        }
        keepsColors = !matching.isEmpty && colors.holds
    }

    private static func median(_ values: [Float]) -> Float? { values.isEmpty ? nil : values.sorted()[values.count / 2] }
}
