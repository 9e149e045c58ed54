import Essentials

/// A file or folder that is named in the call.
struct NamedInput: Hashable, Sendable {
    let path: Path
    let isFolder: Bool
    /// The path below the root.
    let relative: Path

    /// Throws `SetupError` where a file is missing: the user named it, so it is required.
    static func require(_ words: [Path]) throws(SetupError) {
        let missing = words.filter { word in
            do throws(SystemError) {
                _ = try FileStatus.of(word)
                return false
            } catch {
                return error.code == ENOENT || error.code == ENOTDIR
            }
        }
        if let first = missing.first { throw SetupError(absence(of: first, more: missing.count - 1)) }
    }

    /// Files and folders, each once, below `root` or else below the deepest folder that holds them all. There is at
    /// least one.
    static func resolve(_ words: [Path], root: Path?) throws -> (inputs: [NamedInput], remarks: [String]) {
        let current = Path.current
        var seen: [Path: Path] = [:]
        var remarks: [String] = []
        var found: [(path: Path, isFolder: Bool, absolute: Path)] = []
        try require(words)
        for word in words {
            do throws(SystemError) {
                let isFolder = try FileStatus.of(word).kind == .folder
                let absolute = word.absolute(from: current)
                guard seen.updateValue(word, forKey: absolute) == nil else {
                    remarks.append("\(word.text.printable) is named twice; it is done once")
                    continue
                }
                found.append((word, isFolder, absolute))
            } catch {
                throw SetupError("cannot read \(word.text.quoted)", error)
            }
        }
        for (path, _, absolute) in found {
            let outer = found.first {
                $0.isFolder && $0.absolute != absolute && absolute.relative(to: $0.absolute) != nil
            }
            guard let outer else { continue }
            remarks.append("\(path.text.printable) lies in \(outer.path.text.printable); it is done once")
        }
        let root = root?.absolute(from: current) ?? shared(found.map { $0.isFolder ? $0.absolute : $0.absolute.parent })
        let inputs = try found.map { path, isFolder, absolute in
            guard let relative = absolute.relative(to: root) else {
                throw UsageError("\(path.text.printable) does not lie below --root \(root.text.printable)")
            }
            return NamedInput(path: path, isFolder: isFolder, relative: relative)
        }
        return (inputs, remarks)
    }

    private static func shared(_ folders: [Path]) -> Path {
        let shared = folders.dropFirst().reduce(folders[0].components) { shared, next in
            Array(zip(shared, next.components).prefix { $0 == $1 }.map(\.0))
        }
        return Path("/") / Path(bytes: shared.joined(separator: "/".utf8))
    }

    /// Returns the message for a missing input, with the probable intent.
    private static func absence(of word: Path, more: Int) -> String {
        let name = word.text.quoted
        let others = more > 0 ? ", and \(Numbers.plural(more, "other input")) \(more == 1 ? "is" : "are") missing" : ""
        let lower = word.text.prefix(8).lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") {
            return "\(name) is an address; inputs are files: curl -O '\(name)' first" + others
        }
        if lower.hasPrefix("file://") { return "\(name) is an address; leave file:// out" + others }
        if word.bytes.contains(where: { "*?[{".utf8.contains($0) }) {
            return "there is no file \(name); the shell found nothing for the pattern, or quotes kept it from looking"
                + others
        }
        return "there is no file or folder \(name)" + others
    }
}
