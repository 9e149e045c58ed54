import Imaging
import Synchronization

/// The number of inputs that were left out, though they have no error, and the fault of a list that hides the rest.
final class LeftOut: Sendable {
    private let files = Atomic(0)
    private let lines = Atomic(0)
    private let fault = Locked<ImageError?>(nil)

    func add(files count: Int) { files.add(count, ordering: .relaxed) }
    func addRepeatedLine() { lines.add(1, ordering: .relaxed) }
    func report(_ fault: ImageError?) { self.fault.withLock { $0 = fault } }

    /// Files of folders that were left alone because of their names.
    var byName: Int { files.load(ordering: .relaxed) }
    /// Lines of a list that name an input again.
    var repeatedLines: Int { lines.load(ordering: .relaxed) }
    /// The reason why a list could not be read to its end.
    var listFault: ImageError? { fault.withLock { $0 } }
}

/// The paths that a list has named so far, as hashes: some 50 MB at most. Further new paths of a longer list are not
/// kept, and are processed as often as they are named.
struct NamedBefore {
    static let hashLimit = 1 << 21

    private let current = Path.current
    private let limit: Int
    /// Hashes of 128 bits, so that no two different paths collide.
    private var seen: Set<SIMD2<UInt64>> = []

    init(limit: Int = NamedBefore.hashLimit) { self.limit = limit }

    /// Returns true if this file was named before, in whatever spelling. Links are not resolved.
    mutating func knows(_ path: Path) -> Bool {
        let bytes = path.absolute(from: current).bytes
        var hasher = Hasher()
        hasher.combine(bytes)
        let hash = SIMD2(Hash.of(bytes), UInt64(truncatingIfNeeded: hasher.finalize()))
        if seen.count < limit { return !seen.insert(hash).inserted }
        return seen.contains(hash)
    }
}
