/// The images of a run by their paths, the ends of these and the ids that they may have: known before the first is read, so
/// that rows find theirs. An image takes the bytes of its path and some 150 more.
struct InputTable: Sendable {
    /// The names at the end of a path that a search begins with.
    private static let longestEnd = 3

    private let current = Path.current
    private var bytes: [UInt8] = []
    /// The end of each path in `bytes`.
    private var ends: [Int] = []
    private var byPath = KeyTable()
    private var byEnd = KeyTable()
    /// The last names of all paths, by their hashes: most rows of a large catalog name none of them.
    private var lastNames: Set<Int> = []
    /// By the ids of their paths, and by their names alone.
    private var (byID, byNameAlone) = (KeyTable(), KeyTable())

    /// The first image, as it is reached.
    private(set) var first: Path?

    /// - Parameter ids: The ids by which an image may have a row, that of its name alone last.
    init(_ inputs: some Sequence<Input>, ids: (Input) -> [String]) {
        for input in inputs {
            first = first ?? input.path
            let whole = input.path.absolute(from: current)
            let path = Path(bytes: whole.composed)
            let keys = ids(input).map { Path($0).composed }
            for key in keys.count > 1 ? keys.dropLast() : keys[...] { byID.add(key, row: ends.count) }
            if keys.count > 1 { byNameAlone.add(keys.last!, row: ends.count) }
            let names = path.components
            for path in [path] + input.raws.map(key) {
                byPath.add(path.bytes, row: ends.count)
                lastNames.insert(path.components.last.hashValue)
            }
            for count in 1...Self.longestEnd where count <= names.count {
                byEnd.add(Self.end(names, count), row: ends.count)
            }
            bytes += whole.bytes
            ends.append(bytes.count)
        }
        byPath.sort()
        byEnd.sort()
        byID.sort()
        byNameAlone.sort()
    }

    var count: Int { ends.count }

    /// The absolute path of an image.
    func path(_ index: Int) -> Path { Path(bytes: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]) }

    /// The absolute path of an image, accents composed, and that of any file.
    private func key(_ index: Int) -> Path { Path(bytes: path(index).composed) }
    private func key(_ path: Path) -> Path { Path(bytes: path.absolute(from: current).composed) }

    private static func end(_ names: [ArraySlice<UInt8>], _ count: Int) -> [UInt8] {
        Array(names.suffix(count).joined(separator: [UInt8(ascii: "/")]))
    }

    /// The image of a run; nil for one that was not there yet.
    func index(of input: Input) -> Int? { index(ofPath: key(input.path)) }

    /// The image at an absolute path. That of a RAW file which is joined to a picture is the picture.
    private func index(ofPath path: Path) -> Int? {
        let rows = byPath.rows(path.bytes)
        return rows.first { key($0) == path } ?? rows.first { key($0).parent == path.parent }
    }

    /// The image that an id means: by its path, or else by its name alone.
    func image(withID id: String) -> Int? {
        let name = Path(id).composed
        let end = [UInt8(ascii: "/")] + name
        // The first one of the run; rows come last first.
        func first(in table: KeyTable) -> Int? {
            table.rows(name).filter { index in
                let path = key(index)
                return path.bytes.ends(with: end) || path.stem.bytes.ends(with: end)
            }.min()
        }
        return first(in: byID) ?? first(in: byNameAlone)
    }

    /// The image that a cell names, and the names at the end of its path by which it was found: `Int.max` for a path that is its
    /// own. Nil for none, and for several that fit alike, of which `clash` gets two.
    func image(
        of file: NamedFile, in folders: [Path], clash: (Path, Path) -> Void = { _, _ in }
    ) -> (index: Int, shared: Int)? {
        guard file.spellings.contains(where: { lastNames.contains($0.components.last.hashValue) }) else { return nil }
        for place in file.places(in: folders) {
            if let index = index(ofPath: key(place)) { return (index, .max) }
        }
        var (best, other) = (nil as (index: Int, shared: Int)?, nil as Int?)
        for spelling in file.spellings {
            let names = spelling.components
            for count in (1...Self.longestEnd).reversed() where count <= names.count {
                for index in byEnd.rows(Self.end(names, count)) where index != best?.index {
                    guard let shared = file.common(with: key(index)), shared >= count else { continue }
                    if shared > best?.shared ?? 0 {
                        (best, other) = ((index, shared), nil)
                    } else if shared == best?.shared {
                        other = index
                    }
                    // Of those that share no more, two are as good as a thousand.
                    if other != nil, count < Self.longestEnd { break }
                }
                if best != nil { break }
            }
        }
        guard let best else { return nil }
        if let other {
            clash(path(min(best.index, other)), path(max(best.index, other)))
            return nil
        }
        return file.isLoose ? best : (best.index, .max)
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool { count >= end.count && suffix(end.count).elementsEqual(end) }
}
