extension Contours.Point {
    /// Twice the area of the triangle, positive where the turn at the second point is clockwise as one sees it.
    static func turn(_ first: Self, _ second: Self, _ third: Self) -> Int64 {
        let (x1, y1) = (Int64(second.x) - Int64(first.x), Int64(second.y) - Int64(first.y))
        let (x2, y2) = (Int64(third.x) - Int64(second.x), Int64(third.y) - Int64(second.y))
        return x1 * y2 - y1 * x2
    }
}

/// The convex hull of points.
enum Hull {
    /// The corners, clockwise as one sees them, without points on the sides. The first one is the first of the points that
    /// is a corner, where these go around clockwise too, or the last one, where they go around the other way.
    static func corners(of points: some Collection<Contours.Point>) -> [Contours.Point] {
        let indexed = points.enumerated().map { (point: $0.element, index: $0.offset) }
        let sorted = indexed.sorted { one, other in
            (one.point.x, one.point.y, one.index) < (other.point.x, other.point.y, other.index)
        }
        var unique: [(point: Contours.Point, index: Int)] = []
        for entry in sorted where unique.last?.point != entry.point { unique.append(entry) }
        guard unique.count > 2 else { return unique.sorted { $0.index < $1.index }.map(\.point) }
        let ring = half(unique) + half(unique.reversed())
        // A clockwise ring of rising indices starts at the least, one of falling indices at the greatest.
        let rises = ring.indices.filter { ring[$0].index < ring[($0 + 1) % ring.count].index }.count
        let isRising = rises * 2 >= ring.count
        let start = ring.indices.min { isRising == (ring[$0].index < ring[$1].index) && $0 != $1 } ?? 0
        return (0..<ring.count).map { ring[(start + $0) % ring.count].point }
    }

    /// The corners from the first point to the last, without this one.
    private static func half(
        _ sorted: [(point: Contours.Point, index: Int)]
    ) -> ArraySlice<(point: Contours.Point, index: Int)> {
        var chain: [(point: Contours.Point, index: Int)] = []
        for entry in sorted {
            while chain.count > 1,
                Contours.Point.turn(chain[chain.count - 2].point, chain[chain.count - 1].point, entry.point) <= 0
            { chain.removeLast() }
            chain.append(entry)
        }
        return chain.dropLast()
    }
}
