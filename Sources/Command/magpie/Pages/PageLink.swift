extension StandardOutput {
    /// Tells people which page was written; called at the end of a run.
    func write(nameOf page: Path) throws(Failure) { try write("open \(page.text.printable) in a browser\n") }
}

/// Links of a page to files: relative to the folder that the page is written into, so that both can be moved together.
struct PageLink: Sendable {
    private let folder: Path
    private let current: Path

    /// - Parameter page: The file of the page, as it is reached from the current folder.
    init(page: Path, current: Path = .current) {
        self.current = current
        folder = page.parent.absolute(from: current)
    }

    /// The link to a file, percent-encoded byte for byte.
    func to(_ file: Path) -> String { (["."] + steps(to: file)).joined(separator: "/") }

    /// The same link without the leading `./`.
    func address(of file: Path) -> String { steps(to: file).joined(separator: "/") }

    private func steps(to file: Path) -> [String] {
        let (target, from) = (file.absolute(from: current).components, folder.components)
        let shared = zip(target, from).prefix { $0.elementsEqual($1) }.count
        return Array(repeating: "..", count: from.count - shared) + target.dropFirst(shared).map(Self.encoded)
    }

    private static func encoded(_ name: ArraySlice<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF")
        return name.reduce(into: "") { text, byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || (48...57).contains(byte) || "-._~".utf8.contains(byte)
            {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}

extension StorePlace {
    /// Returns the link from a page to the source of an item's picture; nil for a source that is neither a file nor a
    /// web address.
    func link(to source: String?, from page: PageLink) -> String? {
        if let file = file(of: source) { return page.to(file) }
        guard let source, source.hasPrefix("https://") || source.hasPrefix("http://") else { return nil }
        return source
    }
}
