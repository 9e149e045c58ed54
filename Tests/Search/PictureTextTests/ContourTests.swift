import TestSupport
import Testing

@testable import PictureText

@Suite("Borders of what is set in a mask", .timeLimit(.minutes(5)))
struct ContourTests {
    /// The points of each border as OpenCV 5.0 gives them for the same mask.
    @Test("a ring has an inner and an outer border, and the last one found comes first")
    func ring() {
        let rows = [
            "............", ".###........", ".#.#........", ".###........", "............", "......###...",
            "......###...",
        ]
        let mask = rows.flatMap { $0.map { $0 == "#" } }
        let contours = Contours(mask, width: 12, height: 7)
        let found = (0..<contours.count).map { contours[$0].map { [Int($0.x), Int($0.y)] } }
        #expect(
            found == [
                [[6, 5], [6, 6], [8, 6], [8, 5]], [[1, 2], [2, 1], [3, 2], [2, 3]],
                [[1, 1], [1, 3], [3, 3], [3, 1]],
            ])
    }

    @Test("a pixel alone is a border of one point, also in a corner")
    func alone() {
        let contours = Contours([true, false, false, false], width: 2, height: 2)
        #expect(contours.count == 1)
        #expect(contours[0].map { [Int($0.x), Int($0.y)] } == [[0, 0]])
    }

    @Test("pixels that touch at corners are one component, and the clear ones between them are no hole")
    func corners() {
        let mask = (0..<49).map { ($0 / 7 + $0 % 7) % 2 == 0 }
        // A checkerboard: each clear pixel inside has four set neighbors, so it is a hole of its own.
        let contours = Contours(mask, width: 7, height: 7)
        #expect(contours.count == 1 + 12)
        #expect(Contours([Bool](repeating: true, count: 49), width: 7, height: 7).count == 1)
        #expect(Contours([Bool](repeating: false, count: 49), width: 7, height: 7).count == 0)
    }

    /// Components and holes by flooding, which is slow and plain.
    @Test("random masks have a border for each component and each hole", arguments: 1...40)
    func random(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        let (width, height) = (Int.random(in: 1...24, using: &random), Int.random(in: 1...24, using: &random))
        let share = Double.random(in: 0.2...0.8, using: &random)
        let mask = (0..<width * height).map { _ in Double.random(in: 0..<1, using: &random) < share }
        let contours = Contours(mask, width: width, height: height)
        #expect(contours.count == parts(mask, width, height, true) + parts(mask, width, height, false))
    }

    /// The number of components of set pixels, or of clear ones that do not reach the edge.
    private func parts(_ mask: [Bool], _ width: Int, _ height: Int, _ value: Bool) -> Int {
        var left = Set(mask.indices.filter { mask[$0] == value })
        var count = 0
        while let first = left.popFirst() {
            var (open, isInside) = ([first], true)
            while let place = open.popLast() {
                let (x, y) = (place % width, place / width)
                if x == 0 || y == 0 || x == width - 1 || y == height - 1 { isInside = false }
                for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    guard value || across == 0 || down == 0 else { continue }
                    let (column, row) = (x + across, y + down)
                    guard 0..<width ~= column, 0..<height ~= row else { continue }
                    if left.remove(row * width + column) != nil { open.append(row * width + column) }
                }
            }
            if value || isInside { count += 1 }
        }
        return count
    }
}
