/// The map from the pixels of an upright rectangle to those of a picture in which it is a quadrilateral.
struct Perspective {
    /// Three rows of three: x and y of the picture after division by the third.
    let rows: [Double]

    /// - Parameters:
    ///   - corners: Left upper, right upper, right lower, left lower.
    ///   - width: The width of the rectangle.
    ///   - height: The height of the rectangle.
    /// - Returns: Nil where the corners are no quadrilateral.
    init?(corners: [Corner], width: Int, height: Int) {
        let (right, bottom) = (Double(width), Double(height))
        let targets = [(0, 0), (right, 0), (right, bottom), (0, bottom)]
        var system = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)
        for (index, (corner, target)) in zip(corners, targets).enumerated() {
            let (x, y) = (Double(corner.x), Double(corner.y))
            system[index] = [x, y, 1, 0, 0, 0, -x * target.0, -y * target.0, target.0]
            system[index + 4] = [0, 0, 0, x, y, 1, -x * target.1, -y * target.1, target.1]
        }
        guard corners.count == 4, let forward = Perspective.solved(system) else { return nil }
        guard let rows = Perspective.inverted(forward + [1]), rows.allSatisfy(\.isFinite) else { return nil }
        self.rows = rows
    }

    /// The solution of eight linear equations, each with its right side at the end; nil for a system without one.
    private static func solved(_ equations: [[Double]]) -> [Double]? {
        var system = equations
        let count = system.count
        for column in 0..<count {
            let pivot = (column..<count).reduce(column) { abs(system[$1][column]) > abs(system[$0][column]) ? $1 : $0 }
            guard abs(system[pivot][column]) > 1e-13 else { return nil }
            system.swapAt(column, pivot)
            for row in column + 1..<max(count, column + 1) {
                let factor = system[row][column] / system[column][column]
                for place in column + 1...count { system[row][place] -= factor * system[column][place] }
            }
        }
        var result = [Double](repeating: 0, count: count)
        for row in (0..<count).reversed() {
            let known = (row + 1..<max(count, row + 1)).reduce(system[row][count]) { $0 - system[row][$1] * result[$1] }
            result[row] = known / system[row][row]
        }
        return result
    }

    private static func inverted(_ m: [Double]) -> [Double]? {
        let minor0 = m[4] * m[8] - m[5] * m[7]
        let minor1 = m[3] * m[8] - m[5] * m[6]
        let minor2 = m[3] * m[7] - m[4] * m[6]
        let determinant = m[0] * minor0 - m[1] * minor1 + m[2] * minor2
        guard determinant != 0 else { return nil }
        let d = 1 / determinant
        return [
            minor0 * d, (m[2] * m[7] - m[1] * m[8]) * d, (m[1] * m[5] - m[2] * m[4]) * d,
            (m[5] * m[6] - m[3] * m[8]) * d, (m[0] * m[8] - m[2] * m[6]) * d, (m[2] * m[3] - m[0] * m[5]) * d,
            minor2 * d, (m[1] * m[6] - m[0] * m[7]) * d, (m[0] * m[4] - m[1] * m[3]) * d,
        ]
    }
}
