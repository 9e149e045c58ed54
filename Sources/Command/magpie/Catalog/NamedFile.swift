import Essentials

/// The file that a cell of a catalog names, as paths tell it.
struct NamedFile: Sendable {
    /// The ways to read the cell, likeliest first: without `.`, `..` and doubled slashes, accents composed. Those of an address
    /// begin with its host.
    let spellings: [Path]
    /// The end of the path is enough: that of an address, or of a path on the shop's server, whose folders may be others here.
    let isLoose: Bool
    /// The part that tells addresses apart: without the query, which servers use for versions.
    var address: Path { spellings[0] }

    /// - Parameters:
    ///   - folder: That of the catalog, absolute, from which `..` leads out.
    ///   - fetched: That of fetched pictures, absolute, where an address has its own file; nil where none were fetched.
    init(_ cell: String, from folder: Path, fetched: Path?) {
        if let fetched, let address = FetchedFile.address(cell) {
            (spellings, isLoose, isAddress) = ([fetched / FetchedFile.path(of: address)], false, false)
            return
        }
        // Looking for three characters takes ten times as long as for one.
        let isAddress = cell.utf8.contains(UInt8(ascii: ":")) && cell.contains("://") || cell.hasPrefix("//")
        var texts: [String]
        if isAddress {
            let path = cell.prefix { $0 != "?" && $0 != "#" }
            let text = path.firstRange(of: "//").map { String(path[$0.upperBound...]) } ?? String(path)
            texts = [text, text.withoutPercentSigns]
        } else {
            // A backslash divides folders, too, as Windows writes them.
            texts = cell.contains("\\") ? [cell, cell.replacing("\\", with: "/")] : [cell]
        }
        isLoose = isAddress || cell.hasPrefix("/")
        var spellings: [Path] = []
        for text in texts {
            let path = Path(text)
            let plain = Path(bytes: (path.plain ?? path.absolute(from: folder)).composed)
            if !spellings.contains(plain) { spellings.append(plain) }
        }
        self.spellings = spellings
        self.isAddress = isAddress
    }

    private let isAddress: Bool

    /// The paths that the cell may mean, seen from folders: whole ones, and those of a server as paths below a folder as well.
    func places(in folders: [Path]) -> [Path] {
        if isAddress { return [] }
        return spellings.flatMap { spelling -> [Path] in
            let inner = Path(bytes: spelling.bytes.drop { $0 == UInt8(ascii: "/") })
            return (spelling.isAbsolute ? [spelling] : []) + folders.map { $0 / inner }
        }
    }

    /// The ends of an address or of a server's path below folders, longest first: for a file that is no input.
    func ends(in folders: [Path]) -> [Path] {
        guard isLoose else { return [] }
        return spellings.flatMap { spelling -> [Path] in
            let components = spelling.components
            return (0..<min(components.count, 8)).flatMap { dropped -> [Path] in
                let end = Path(bytes: components.dropFirst(dropped).joined(separator: [UInt8(ascii: "/")]))
                return folders.map { $0 / end }
            }
        }
    }

    /// The names at the end of a path that it shares with the cell; nil where they do not suffice.
    func common(with path: Path) -> Int? {
        let names = path.components
        return spellings.lazy.compactMap { spelling -> Int? in
            let own = spelling.components
            let count = zip(own.reversed(), names.reversed()).prefix { $0.elementsEqual($1) }.count
            return count > 0 && (isLoose || count == own.count) ? count : nil
        }.max()
    }
}

extension String {
    /// The text with the bytes that `%20` and the like stand for; as it is where they are no text.
    fileprivate var withoutPercentSigns: String {
        var (bytes, rest) = ([UInt8](), Array(utf8)[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count > 1,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes.contains(0) ? self : String(validating: bytes, as: UTF8.self) ?? self
    }
}

extension Path {
    /// The bytes with accents composed: file systems and programs differ in how they write them.
    var composed: [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
        guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
        return Array(text.precomposedStringWithCanonicalMapping.utf8)
    }

    /// The path without `.`, `..` inside and doubled slashes; nil for a relative one that leaves its folder.
    fileprivate var plain: Path? {
        var kept: [ArraySlice<UInt8>] = []
        for component in components where !component.elementsEqual(".".utf8) {
            if !component.elementsEqual("..".utf8) {
                kept.append(component)
            } else if kept.popLast() == nil, !isAbsolute {
                return nil
            }
        }
        return Path(bytes: (isAbsolute ? [UInt8(ascii: "/")] : []) + kept.joined(separator: [UInt8(ascii: "/")]))
    }
}
