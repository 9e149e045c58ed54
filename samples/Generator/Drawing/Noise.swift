import Foundation

/// Repeatable randomness over the plane.
enum Noise {
    /// 0…1 for a cell of the grid.
    static func cell(_ x: Int, _ y: Int) -> Double {
        var h = UInt64(bitPattern: Int64(x &* 374_761_393 &+ y &* 668_265_263))
        h = (h ^ (h >> 13)) &* 0x9E37_79B9_7F4A_7C15
        h ^= h >> 29
        return Double(h >> 40) / 16_777_216
    }

    /// Smooth value noise, 0…1; about one hill for each unit.
    static func smooth(_ point: Point) -> Double {
        let (left, top) = (point.x.rounded(.down), point.y.rounded(.down))
        let (x, y) = (Int(left), Int(top))
        let (u, v) = (ease(point.x - left), ease(point.y - top))
        let upper = cell(x, y) * (1 - u) + cell(x + 1, y) * u
        let lower = cell(x, y + 1) * (1 - u) + cell(x + 1, y + 1) * u
        return upper * (1 - v) + lower * v
    }

    /// Noise of several sizes added up, about 0…1.
    static func cloud(_ point: Point, octaves: Int = 3) -> Double {
        var (sum, weight, place) = (0.0, 0.5, point)
        for _ in 0..<octaves {
            sum += weight * smooth(place)
            weight /= 2
            place = place * 2.03 + Point(17.3, 9.1)
        }
        return sum / (1 - weight * 2)
    }

    /// The distances to the nearest and the second nearest of one random dot per cell (Worley, 1996).
    static func worley(_ point: Point) -> (first: Double, second: Double) {
        let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
        var (first, second) = (9.0, 9.0)
        for row in y - 1...y + 1 {
            for column in x - 1...x + 1 {
                let dot = Point(Double(column) + cell(column, row), Double(row) + cell(row &+ 7919, column))
                let distance = (dot - point).length
                if distance < first { (first, second) = (distance, first) } else { second = min(second, distance) }
            }
        }
        return (first, second)
    }

    static func ease(_ t: Double) -> Double { t * t * (3 - 2 * t) }

    /// 0 below `low`, 1 above `high`, smooth in between.
    static func step(_ low: Double, _ high: Double, _ value: Double) -> Double {
        ease(min(max((value - low) / (high - low), 0), 1))
    }
}
