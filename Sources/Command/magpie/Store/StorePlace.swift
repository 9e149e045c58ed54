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

    /// Returns the conversion of sources of this store to those of a store at another place.
    func sources(in other: StorePlace) -> (String) -> String {
        if folder == other.folder { return { $0 } }
        func start(_ folder: Path) -> String { folder.text.hasSuffix("/") ? folder.text : folder.text + "/" }
        let (root, target) = (start(folder), start(other.folder))
        return { source in
            let isAbsolute = source.utf8.first == UInt8(ascii: "/")
            // No path has two slashes, so this is the address of a picture that came from elsewhere.
            let mayBeAddress = !isAbsolute && source.utf8.contains(UInt8(ascii: ":"))
            if source.isEmpty || mayBeAddress && source.contains("://") { return source }
            let absolute = isAbsolute ? source : root + source
            guard absolute.utf8.starts(with: target.utf8) else { return absolute }
            return String(Substring(absolute.utf8.dropFirst(target.utf8.count)))
        }
    }

    /// The file as it is reached from here; nil for a picture that came from elsewhere, such as a URL.
    func file(of source: String?) -> Path? {
        guard let source, !source.isEmpty, !source.contains("://") else { return nil }
        let absolute = Path(source).absolute(from: folder)
        guard let below = absolute.relative(to: current), !below.bytes.isEmpty else { return absolute }
        return below
    }
}
