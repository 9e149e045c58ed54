/// The location of a store, and the mapping between files and sources. The source of a file in or below the folder of
/// the store is relative to that folder, so that the folder can be moved as a whole; any other source is an absolute
/// path.
struct StorePlace: Sendable {
    static let standardName = Path("catalog.magpie")

    /// Returns the default name of the store of a shard, such as catalog.3-of-8.magpie.
    static func name(of shard: Shard) -> Path {
        shard == .whole ? standardName : Path("catalog.\(shard.index)-of-\(shard.count).magpie")
    }

    let path: Path
    private let folder: Path
    private let current = Path.current

    init(_ path: Path) {
        self.path = path
        folder = path.parent.absolute(from: Path.current)
    }

    /// Explains on standard error why opening a store of an older version is slow.
    static func noteWordIndex(items: Int) {
        note("magpie: updating the word index of the store (\(Numbers.plural(items, "item")))\n")
    }

    func source(of file: Path) -> String {
        let absolute = file.absolute(from: current)
        return (absolute.relative(to: folder) ?? absolute).text
    }

    /// The file as it is reached from here; nil for a picture that came from elsewhere, such as a URL.
    func file(of source: String?) -> Path? {
        guard let source, !source.isEmpty, !source.contains("://") else { return nil }
        let absolute = Path(source).absolute(from: folder)
        guard let below = absolute.relative(to: current), !below.bytes.isEmpty else { return absolute }
        return below
    }
}
