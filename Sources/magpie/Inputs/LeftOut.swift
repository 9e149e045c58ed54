import Imaging
import Synchronization

/// How many of the inputs were left out, though nothing is wrong with them.
final class LeftOut: Sendable {
    private let files = Atomic(0)
    private let lines = Atomic(0)

    func add(files count: Int) { files.add(count, ordering: .relaxed) }
    func addRepeatedLine() { lines.add(1, ordering: .relaxed) }

    /// Files of folders that were left alone because of their names.
    var byName: Int { files.load(ordering: .relaxed) }
    /// Lines of a list that name an input again.
    var repeatedLines: Int { lines.load(ordering: .relaxed) }
}

/// What a list has named so far, as hashes: some 50 MB at the most. What a longer list names for the first time after
/// that is not kept, and would be done as often as it is named.
struct NamedBefore {
    static let mostKept = 1 << 21

    private let current = Path.current
    private let limit: Int
    /// Of 128 bits, so that no two paths that differ are taken for one.
    private var seen: Set<SIMD2<UInt64>> = []

    init(limit: Int = NamedBefore.mostKept) { self.limit = limit }

    /// Whether this file was named before, in whatever spelling. Links are not looked at.
    mutating func knows(_ path: Path) -> Bool {
        let bytes = path.absolute(from: current).bytes
        var hasher = Hasher()
        hasher.combine(bytes)
        let hash = SIMD2(Hash.of(bytes), UInt64(truncatingIfNeeded: hasher.finalize()))
        if seen.count < limit { return !seen.insert(hash).inserted }
        return seen.contains(hash)
    }
}
