import Essentials

/// The files of one shot among the names of a folder: a RAW file and the picture that the camera or a person made of it, by
/// the same name before the extension, whatever its case; and pictures that only their extensions distinguish.
struct Shots: Sendable {
    /// The RAW files of each picture.
    private var raws: [[UInt8]: [[UInt8]]] = [:]
    /// The RAW files that a picture stands for.
    private var joined: Set<[UInt8]> = []
    /// Pictures whose names differ from an earlier one by the extension alone; false for the first of them.
    private var shared: [[UInt8]: Bool] = [:]

    /// - Parameters:
    ///   - joining: Makes a RAW file and its picture one.
    ///   - names: The files that are taken, by name or by path.
    init(joining: Bool = true, _ names: [[UInt8]]) {
        var groups: [ArraySlice<UInt8>: [Int]] = [:]
        for (index, name) in names.enumerated() where Path(bytes: name).looksLikeImage {
            groups[Self.stem(name, foldsCase: true), default: []].append(index)
        }
        for group in groups.values where group.count > 1 {
            let files = group.map { names[$0] }
            let developed = files.filter { Path(bytes: $0).isDeveloped }
            let raw = files.filter { Path(bytes: $0).isRaw }
            if joining, let picture = developed.min(by: Self.isBetter), !raw.isEmpty {
                raws[picture] = raw.sorted { $0.lexicographicallyPrecedes($1) }
                joined.formUnion(raw)
            }
            // Ids tell upper case from lower case.
            let rest = files.filter { !joined.contains($0) }
            for same in Dictionary(grouping: rest, by: { Self.stem($0, foldsCase: false) }).values where same.count > 1
            {
                for (index, name) in same.sorted(by: Self.isBetter).enumerated() { shared[name] = index > 0 }
            }
        }
    }

    /// Returns true for a RAW file that a picture stands for.
    func isJoined(_ name: some Collection<UInt8>) -> Bool { !joined.isEmpty && joined.contains(Array(name)) }

    /// The RAW files of a picture, by name or by path as they came.
    func raws(of name: some Collection<UInt8>) -> [[UInt8]] { raws.isEmpty ? [] : raws[Array(name)] ?? [] }

    /// The place of a picture among those of the same name.
    func sharing(_ name: some Collection<UInt8>) -> Input.Sharing {
        guard !shared.isEmpty, let isLater = shared[Array(name)] else { return .alone }
        return isLater ? .later : .first
    }

    /// JPEG first: each program reads it; then by name.
    private static func isBetter(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let (one, other) = (Path(bytes: left).isJPEG, Path(bytes: right).isJPEG)
        return one == other ? left.lexicographicallyPrecedes(right) : one
    }

    private static func stem(_ name: [UInt8], foldsCase: Bool) -> ArraySlice<UInt8> {
        let length = Path(bytes: name).fileExtension.map { $0.count + 1 } ?? 0
        let stem = name.dropLast(length)
        return foldsCase ? stem.map { (65...90).contains($0) ? $0 + 32 : $0 }[...] : stem
    }
}

extension Path {
    /// The extensions of RAW files, in lower case.
    static let rawExtensions: Set<[UInt8]> = Set(
        [
            "nef", "nrw", "cr2", "cr3", "arw", "sr2", "srf", "dng", "orf", "rw2", "rwl", "pef", "srw", "raf", "3fr",
            "iiq",
            "erf", "mef", "gpr",
        ].map { Array($0.utf8) })

    /// True for the name of a RAW file.
    var isRaw: Bool { fileExtension.map { Path.rawExtensions.contains($0) } ?? false }

    fileprivate var isJPEG: Bool { ["jpg", "jpeg", "jpe"].contains { fileExtension == Array($0.utf8) } }

    /// True for a picture that cameras and phones write beside a RAW file.
    fileprivate var isDeveloped: Bool {
        isJPEG || ["heic", "heif"].contains { fileExtension == Array($0.utf8) }
    }
}
