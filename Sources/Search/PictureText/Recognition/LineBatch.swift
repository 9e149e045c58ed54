/// Lines that are read in one run, side by side in a tensor: its width is that of the widest.
struct LineBatch: Hashable, Sendable {
    /// The indices of the lines, the narrowest first.
    var lines: [Int]
    /// The width of the tensor as a multiple of its height.
    var ratio: Double

    /// The least width, 320 to a height of 48.
    static let leastRatio = 320.0 / 48
    /// The greatest width. The longest lines of print have 20, and a picture 200 times as wide as high has no larger text.
    static let greatestRatio = 100.0
    /// The most lines of a batch.
    static let most = 6

    /// The batches of lines with these widths as multiples of their heights: six at a time in the order of their widths,
    /// or each line alone.
    static func batches(ofRatios ratios: [Double], _ batching: TextReaderSettings.Batching) -> [LineBatch] {
        let order = ratios.indices.sorted { (ratios[$0], $0) < (ratios[$1], $1) }
        let size = batching == .alone ? 1 : most
        return stride(from: 0, to: order.count, by: size).map { start in
            let lines = Array(order[start..<min(start + size, order.count)])
            let widest = lines.reduce(leastRatio) { max($0, ratios[$1]) }
            return LineBatch(lines: lines, ratio: min(widest, greatestRatio))
        }
    }

    /// The batch in parts of at most so many lines, of the same width.
    func parts(of count: Int) -> [LineBatch] {
        stride(from: 0, to: lines.count, by: count).map { start in
            LineBatch(lines: Array(lines[start..<min(start + count, lines.count)]), ratio: ratio)
        }
    }
}
