internal import Imaging

/// The order in which files with the same picture are kept, and the rules that speak against it.
///
/// One order cannot be right for all: where a rule finds something in a file that the kept one lacks, both stay.
struct PictureOrder: Sendable {
    let isLink: Bool
    let size: Size
    let worth: PictureWorth
    let bytes: Int
    let modified: Int
    let place: Int

    /// A file before a link to one; a developed picture before a RAW file, so that copies of the picture are compared with
    /// each other; more pixels; more bits; wider colors; more words; more beside the pixels; more of what a
    /// camera wrote; finer coding; more bytes; older.
    static func isBetter(_ left: PictureOrder, _ right: PictureOrder) -> Bool {
        if let reason = left.reason(over: right) { return reason.isFirst }
        return left.place < right.place
    }

    /// The first rule by which the two differ, and who is the better one.
    func reason(over other: PictureOrder) -> (rule: DuplicateGroup.Reason, isFirst: Bool)? {
        if isLink != other.isLink { return (.file, other.isLink) }
        if worth.isRaw != other.worth.isRaw { return (.raw, other.worth.isRaw) }
        func more(_ value: Int, _ other: Int) -> Bool? { value == other ? nil : value > other }
        let (own, others) = (worth.holdings, other.worth.holdings)
        let rules: [(DuplicateGroup.Reason, Bool?)] = [
            (.pixels, more(size.pixelCount, other.size.pixelCount)), (.depth, more(worth.depth, other.worth.depth)),
            (.colors, more(own.reach.rank, others.reach.rank)), (.words, more(own.count(.words), others.count(.words))),
            (
                .more,
                more(
                    own.count(.credentials, .film, .pictures, .blocks),
                    others.count(.credentials, .film, .pictures, .blocks))
            ),
            (.camera, more(own.facts, others.facts)),
            (.camera, more(own.count(.camera, .time, .place), others.count(.camera, .time, .place))),
            (.quality, more(worth.quality, other.worth.quality)), (.bytes, more(bytes, other.bytes)),
            (.age, more(other.modified, modified)),
        ]
        return rules.lazy.compactMap { rule, isFirst in isFirst.map { (rule, $0) } }.first
    }

    /// The advantage of another file over this one, which would be kept. Pixels are judged by a comparison of their
    /// own.
    ///
    /// - Parameter hasEqualPixels: The two show the same values in pictures of one size, whatever their coding.
    func obstacle(to other: PictureOrder, hasEqualPixels: Bool) -> DuplicateObstacle? {
        if other.isLink { return .link }
        // The data of the sensor are in no other file, and a preview is no picture to keep in place of another.
        if worth.isRaw || other.worth.isRaw { return .raw }
        if other.worth.depth > worth.depth { return .depth }
        let (own, others) = (worth.holdings, other.worth.holdings)
        if !own.reach.holds(others.reach) { return .colors }
        if others.isUnread { return .unread }
        if let loss = others.loss(to: own) { return DuplicateObstacle(loss) }
        if hasEqualPixels { return nil }
        // Of the same width and height as far as a pixel can be judged, or nearly: the noise is that of the coding.
        let ratio = Double(size.longestSide) / Double(max(other.size.longestSide, 1))
        let isCoarser = worth.quality + 2 < other.worth.quality
        if isCoarser, ratio < 1.5 || worth.quality < 50 { return .coarser }
        if worth.isLossless, other.worth.isLossless, size == other.size { return .pixels }
        return nil
    }
}

extension PictureHoldings {
    /// The number of kinds of facts that a camera wrote.
    fileprivate var facts: Int { [Kind.camera, .time, .place].count { holds($0) } }
}

extension DuplicateObstacle {
    fileprivate init(_ loss: PictureHoldings.Kind) {
        self =
            switch loss {
            case .words: .words
            case .credentials: .credentials
            case .film: .film
            case .pictures: .more
            case .blocks: .blocks
            case .camera, .time, .place: .camera
            }
    }
}
