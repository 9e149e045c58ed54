/// The settings with which text is read.
package struct TextReaderSettings: Hashable, Sendable {
    /// The lines that are read in one run.
    package enum Batching: String, Hashable, Sendable {
        /// Six lines of a picture, in the order of their widths: the lines and scores of `rapidocr`.
        case six
        /// Each line alone: its score does not depend on the other lines of the picture.
        case alone
    }

    /// The library of ONNX Runtime, or its folder; nil, the default, is that of the system.
    package var runtime: String?
    /// The threads of a run, 1...256. Default 1.
    package var threads: Int
    /// The least score of a line, 0...1; lines below are left out. Default 0.5.
    package var leastScore: Double
    /// The least short side and the greatest long side of a picture, in pixels, before text is looked for. Others are
    /// resized to them. Default 30...2000.
    package var sides: ClosedRange<Int>
    /// The least short side of the picture in which text is looked for, in pixels. Default 736.
    package var mapSide: Int
    /// The lines of a run. Batches never reach over two pictures: a picture has the same lines each time, whatever was read
    /// before. Default ``Batching/six``.
    package var batching: Batching

    /// Creates settings.
    package init(
        runtime: String? = nil, threads: Int = 1, leastScore: Double = 0.5, sides: ClosedRange<Int> = 30...2000,
        mapSide: Int = 736, batching: Batching = .six
    ) {
        self.runtime = runtime
        self.threads = threads
        self.leastScore = leastScore
        self.sides = sides
        self.mapSide = mapSide
        self.batching = batching
    }

    /// The text of a setting that is out of its range; nil where all are right.
    var fault: String? {
        if !(0...1).contains(leastScore) { return "the least score is \(leastScore); allowed: 0...1" }
        if sides.lowerBound < 16 || sides.upperBound > 10_000 {
            return "the sides are \(sides.lowerBound)...\(sides.upperBound); allowed: within 16...10000"
        }
        return 32...4096 ~= mapSide ? nil : "the side of the map is \(mapSide); allowed: 32...4096"
    }
}
