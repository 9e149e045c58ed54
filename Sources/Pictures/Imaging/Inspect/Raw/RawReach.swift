/// The parts of a file that are in memory: all of it, or those that were read so far.
///
/// Whoever reads a file in parts asks before each jump. A part that is not there is noted, read, and asked for again.
struct RawReach {
    /// Nil where all is there.
    private var loaded: RangeSet<Int>?
    /// The parts that were asked for and are not there.
    private(set) var missing = RangeSet<Int>()

    /// All of a file.
    static let whole = RawReach()

    private init() {}

    init(loaded: RangeSet<Int>) { self.loaded = loaded }

    /// Returns true if these bytes are there, as far as the file has them.
    mutating func holds(_ offset: Int, _ length: Int, of bytes: Span<UInt8>, base: Int = 0) -> Bool {
        guard let loaded, offset >= 0, length > 0, offset < bytes.count else { return true }
        let part = (base + offset)..<(base + min(offset + length, bytes.count))
        // Most files have few parts.
        guard !loaded.ranges.contains(where: { $0.lowerBound <= part.lowerBound && part.upperBound <= $0.upperBound })
        else { return true }
        missing.insert(contentsOf: part)
        return false
    }
}
