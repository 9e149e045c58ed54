import Essentials
import Imaging

/// The name of an output, decided by the name of its input alone, so it is the same whatever else is in the folder, in
/// whichever order, shard or second run. No two inputs of one folder share an output.
///
///     a.jpg → a.jpg    a.JPG → a.JPG    a.png → a.png.jpg    a → a~.jpg    a.png.jpg → a.png.jpg.jpg
///
/// A name that ends as the output format does stays. Any other image name gets the extension added, so a.png and
/// a.jpg keep apart; names that do not end as images do get `~` as well, so do a and a.jpg. A name that would look
/// like one of these, such as a.png.jpg, gets the extension once more.
struct OutputName: Hashable, Sendable {
    static let longest = 255

    let format: ImageFormat
    /// The suffix that distinguishes several outputs of one input, such as `@512`; empty for a single one.
    let suffix: String

    /// The name for an input of this name.
    func name(for input: some Collection<UInt8>) -> [UInt8] {
        let name = Path(bytes: input)
        let stem: [UInt8]
        let end: [UInt8]
        if name.looksLikeImage {
            let own = name.name[name.name.lastIndex(of: UInt8(ascii: "."))!...]
            let rest = Path(bytes: name.bytes.dropLast(own.count))
            let keeps = extensions.contains { name.fileExtension == Array($0.utf8) } && !rest.isAmbiguous
            stem = keeps ? rest.bytes : name.bytes
            end = keeps ? Array(own) : Array(("." + extensions[0]).utf8)
        } else {
            stem = name.bytes + Array("~".utf8)
            end = Array(("." + extensions[0]).utf8)
        }
        return shortened(stem, by: Array(suffix.utf8) + end)
    }

    private var extensions: [String] {
        switch format {
        case .jpeg: ["jpg", "jpeg", "jpe"]
        default: [format.rawValue]
        }
    }

    /// Cuts a name that is too long for file systems; a hash of the whole keeps it distinct from others.
    private func shortened(_ stem: [UInt8], by end: [UInt8]) -> [UInt8] {
        if stem.count + end.count <= Self.longest { return stem + end }
        let hash = Array(("~" + String(Hash.of(stem), radix: 16)).utf8)
        var kept = stem.prefix(Self.longest - end.count - hash.count)
        // Not in the middle of a character.
        while let last = kept.last, last & 0xc0 == 0x80 { kept = kept.dropLast() }
        if let last = kept.last, last >= 0xc0 { kept = kept.dropLast() }
        return kept + hash + end
    }
}

extension Path {
    /// True if an output could have this stem because of an addition.
    fileprivate var isAmbiguous: Bool { looksLikeImage || bytes.last == UInt8(ascii: "~") }
}
