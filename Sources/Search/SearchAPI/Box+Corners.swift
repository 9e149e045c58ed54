extension Box {
    /// Reads a box from `x1,y1,x2,y2`. Nil for one with a negative coordinate or turned inside out, which is ignored.
    package init?(corners: [Int]) {
        guard corners.allSatisfy({ (0...Int(Int32.max)).contains($0) }), corners[2] >= corners[0],
            corners[3] >= corners[1]
        else { return nil }
        self.init(
            left: corners[0], top: corners[1], width: corners[2] - corners[0], height: corners[3] - corners[1])
    }

    /// `x1,y1,x2,y2`.
    package var corners: String { "\(left),\(top),\(right),\(bottom)" }

    /// True where all edges are pixels that a service can read.
    package var isSendable: Bool {
        left >= 0 && top >= 0 && width >= 0 && height >= 0 && max(left, top, width, height) <= Int(Int32.max)
    }
}
