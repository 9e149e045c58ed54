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
    /// That of `--name`, in place of all this.
    var template: NameTemplate?
    /// The size as it was asked for, such as `512`.
    var size = ""

    /// The path below the folder of its outputs; nil for one that would lead elsewhere.
    ///
    /// - Parameter sides: Those of the output; nil before it is made.
    func path(for input: Input, named name: some Collection<UInt8>, object: Int?, sides: Size?) -> Path? {
        guard let template else {
            let own = object.map { OutputName(format: format, suffix: "-\($0)\(suffix)") } ?? self
            return Path(bytes: own.name(for: name))
        }
        return template.path(
            NameTemplate.Values(
                input: Array(name), sharesStem: input.sharing == .later, ext: extensions[0], sides: sides, size: size,
                number: object))
    }

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
        return Self.shortened(stem, by: Array(suffix.utf8) + end)
    }

    /// The extensions that a file of the format may have, with the one that outputs get first.
    var extensions: [String] {
        switch format {
        case .jpeg: ["jpg", "jpeg", "jpe"]
        default: [format.rawValue]
        }
    }

    /// Cuts a name that is too long for file systems; a hash of the whole keeps it distinct from others.
    private static func shortened(_ stem: [UInt8], by end: [UInt8]) -> [UInt8] {
        if stem.count + end.count <= longest { return stem + end }
        let hash = Array(("~" + String(Hash.of(stem), radix: 16)).utf8)
        var kept = stem.prefix(longest - end.count - hash.count)
        // Not in the middle of a character.
        while let last = kept.last, last & 0xc0 == 0x80 { kept = kept.dropLast() }
        if let last = kept.last, last >= 0xc0 { kept = kept.dropLast() }
        return kept + hash + end
    }

    /// The same for a whole name, of which an extension stays.
    static func shortened(_ name: [UInt8]) -> [UInt8] {
        let end = Path(bytes: name).fileExtension.map { $0.count + 1 } ?? 0
        return end <= 16 ? shortened(name.dropLast(end), by: name.suffix(end)) : shortened(name, by: [])
    }
}

extension Path {
    /// True if an output could have this stem because of an addition.
    fileprivate var isAmbiguous: Bool { looksLikeImage || bytes.last == UInt8(ascii: "~") }
}
