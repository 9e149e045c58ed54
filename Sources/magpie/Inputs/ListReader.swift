import Foundation
import Imaging

/// The paths in a list, one a line, plain or as JSON with a `path`. Empty lines are no inputs. A name with a line
/// break can be given as JSON only.
final class ListReader: IteratorProtocol {
    private let lines: LineReader
    private let name: Path
    private let root: Path?
    private let current = Path.current
    private var isAbsolute: Bool?

    /// `root` is the folder that outputs mirror; without one, paths are mirrored as they are written.
    init(_ lines: LineReader, named name: Path, root: Path? = nil) {
        self.lines = lines
        self.name = name
        self.root = root?.absolute(from: current)
    }

    func next() -> InputItem? {
        while true {
            switch lines.next() {
            case .end: return nil
            case .failed(let error): return .unusable(name, ImageError(error, reading: name))
            case .tooLong: return unusable("a line of the list is longer than \(LineReader.longestLine) bytes")
            case .line(let line, _) where line.isEmpty: continue
            case .line(let line, _) where line.contains(0):
                return unusable("a line of the list holds a NUL byte; write one path a line")
            case .line(let line, _):
                let path = Self.path(in: line)
                return .image(Input(path: path, key: path, mirror: mirror(of: path)))
            }
        }
    }

    private func unusable(_ reason: String) -> InputItem {
        .unusable(name, .unreadable(path: name.text, reason: reason))
    }

    /// The `path` of a JSON object; anything else is a path itself.
    static func path(in line: ArraySlice<UInt8>) -> Path {
        struct Line: Decodable { let path: String }
        if line.first == UInt8(ascii: "{"), let object = try? JSONDecoder().decode(Line.self, from: Data(line)),
            !object.path.isEmpty, !object.path.utf8.contains(0)
        {
            return Path(object.path)
        }
        return Path(bytes: line)
    }

    /// Without a root, relative paths are mirrored as they are, absolute ones whole. A list that mixes the two
    /// could name one output twice, so what is unlike its first line is left open.
    private func mirror(of path: Path) -> Path? {
        let absolute = path.absolute(from: current)
        if let root { return absolute.relative(to: root) }
        let below = path.isAbsolute ? nil : absolute.relative(to: current)
        let isAbsolute = isAbsolute ?? (below == nil)
        self.isAbsolute = isAbsolute
        if isAbsolute { return below == nil ? absolute.relative(to: Path("/")) : nil }
        return below
    }
}
