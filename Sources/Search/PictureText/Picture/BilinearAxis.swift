/// One axis of a bilinear resize: for each place of the result two places of the source, and their weights as multiples
/// of 1/2048. Places are those of the centers of pixels.
struct BilinearAxis {
    var low: [Int] = []
    var high: [Int] = []
    var lowWeight: [Int32] = []
    var highWeight: [Int32] = []

    /// - Parameter holdsEdges: True where a place beyond the first or last center has the weight 1 for that one; false
    ///   where both weights stay and both places are the same. The sums are rounded apart.
    init(from source: Int, to target: Int, holdsEdges: Bool) {
        let scale = 1 / (Double(target) / Double(source))
        for place in 0..<target {
            let exact = Float((Double(place) + 0.5) * scale - 0.5)
            var first = Int(exact.rounded(.down))
            var part = exact - Float(first)
            if holdsEdges {
                if first < 0 { (first, part) = (0, 0) }
                if first >= source - 1 { (first, part) = (source - 1, 0) }
            }
            low.append(min(max(first, 0), source - 1))
            high.append(min(max(first + 1, 0), source - 1))
            lowWeight.append(Int32(((1 - part) * 2048).rounded(.toNearestOrEven)))
            highWeight.append(Int32((part * 2048).rounded(.toNearestOrEven)))
        }
    }
}
