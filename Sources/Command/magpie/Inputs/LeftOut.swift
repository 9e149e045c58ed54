import Imaging
import Synchronization

/// The number of inputs that were left out, though they have no error, and the fault of a list that hides the rest.
final class LeftOut: Sendable {
    /// The kinds of files and folders that a walk leaves alone, in the order in which they are named.
    enum Kind: Int, CaseIterable, Sendable {
        case film, sidecar, other
        /// Folders of small pictures that a disk station makes of the photos beside them.
        case thumbnails

        /// The kind of a file with this name.
        init(_ name: Path) {
            let end = name.fileExtension.map { String(decoding: $0, as: UTF8.self) } ?? ""
            self = Self.films.contains(end) ? .film : Self.sidecars.contains(end) ? .sidecar : .other
        }

        private static let films: Set = [
            "mov", "mp4", "m4v", "avi", "mkv", "mts", "m2ts", "3gp", "wmv", "mpg", "mpeg", "webm", "lrv", "insv",
        ]
        private static let sidecars: Set = ["xmp", "aae", "pp3", "dop", "thm", "nksc", "cos", "on1"]

        /// The number of files in words, such as "2 other files".
        func counted(_ count: Int, beside others: Bool) -> String {
            switch self {
            case .film: Numbers.plural(count, "film")
            case .sidecar: Numbers.plural(count, "sidecar")
            case .other: Numbers.plural(count, others ? "other file" : "file")
            case .thumbnails: Numbers.plural(count, "folder") + " of thumbnails (@eaDir)"
            }
        }
    }

    private let counts = Locked<[Kind: Int]>([:])
    private let lines = Atomic(0)
    private let fault = Locked<ImageError?>(nil)

    func add(_ kind: Kind) { counts.withLock { $0[kind, default: 0] += 1 } }
    /// Adds a file by its name.
    func add(file name: Path) { add(Kind(name)) }
    func addRepeatedLine() { lines.add(1, ordering: .relaxed) }
    func report(_ fault: ImageError?) { self.fault.withLock { $0 = fault } }

    /// Files of folders that were left alone because of their names.
    var byName: Int { counts.withLock { $0.reduce(0) { $0 + ($1.key == .thumbnails ? 0 : $1.value) } } }
    /// The files and folders that were left alone, by kind, such as "1 film, 3 sidecars, 2 other files"; nil for none.
    var kinds: String? {
        let counts = counts.withLock { $0 }
        let beside = counts[.film] != nil || counts[.sidecar] != nil
        let named = Kind.allCases.compactMap { kind in counts[kind].map { kind.counted($0, beside: beside) } }
        return named.isEmpty ? nil : named.joined(separator: ", ")
    }
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
