/// A part of a picture that has a line of text: four corners from the left upper one on, clockwise, in whole pixels.
struct TextBox: Hashable, Sendable {
    var corners: [Corner]

    /// Orders four corners: the two on the left first and last, and of each two the upper one first.
    init(ordering corners: [Corner]) {
        func sorted(_ corners: ArraySlice<Corner>, _ key: (Corner) -> Float) -> [Corner] {
            corners.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
        }
        let across = sorted(corners[...]) { $0.x }
        let (left, right) = (sorted(across[..<2]) { $0.y }, sorted(across[2...]) { $0.y })
        self.corners = [left[0], right[0], right[1], left[1]]
    }

    /// The box of a picture, moved to its last column and row where it is outside; nil where it has at most 3 pixels in a
    /// direction.
    func clipped(width: Int, height: Int) -> TextBox? {
        var box = self
        box.corners = corners.map { corner in
            Corner(x: corner.x.clamped(to: 0...Float(width - 1)), y: corner.y.clamped(to: 0...Float(height - 1)))
        }
        let across = box.corners[0].distance(to: box.corners[1])
        let down = box.corners[0].distance(to: box.corners[3])
        return across >= 4 && down >= 4 ? box : nil
    }
}

extension [TextBox] {
    /// The most pixels between the upper left corners of boxes of one line of reading, one after the other.
    private static let lineStep: Float = 10

    /// The boxes as they are read: lines from the top, and from the left in each. A new line begins where a box is 10
    /// pixels or more below the one before it, so that one may go on far down in small steps.
    var inReadingOrder: [TextBox] {
        let down = enumerated().sorted { one, other in
            (one.element.corners[0].y, one.offset) < (other.element.corners[0].y, other.offset)
        }.map(\.element)
        var lines: [[TextBox]] = []
        for box in down {
            if let last = lines.last?.last, box.corners[0].y - last.corners[0].y < Self.lineStep {
                lines[lines.count - 1].append(box)
            } else {
                lines.append([box])
            }
        }
        return lines.flatMap { line in
            line.enumerated().sorted { one, other in
                (one.element.corners[0].x, one.offset) < (other.element.corners[0].x, other.offset)
            }.map(\.element)
        }
    }
}
