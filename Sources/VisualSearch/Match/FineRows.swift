/// The second bytes of vectors that do not fit into one byte per value. They are read for a few dozen rows per search
/// only, so they may lie in a file.
///
/// An index writes while nobody reads, and lets many threads read at once.
public protocol FineRows: Sendable {
    /// Keeps the row of a slot, in place of an earlier one.
    func write(_ row: Span<Int8>, slot: Int)
    /// Gives the row of a slot that was written before. The span has the length of that row.
    func read(_ slot: Int, into row: inout MutableSpan<Int8>)
}
