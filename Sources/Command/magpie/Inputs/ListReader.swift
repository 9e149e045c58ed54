import Essentials
import Imaging

/// The paths in a list: one a line, plain or as JSON with a `path`; or with NUL between them, as `find -print0`
/// writes them. Empty lines are no inputs. Lines may end as Windows ends them.
///
/// The input may also be a picture instead of a list.
final class ListReader: IteratorProtocol {
    private let lines: LineReader
    private let name: Path
    private let root: Path?
    private let pictureLimit: Int?
    private let current = Path.current
    private var isAbsolute: Bool?
    private var hasBegun = false
    private var endsWithCR = false
    /// The reason why the list ended before its last line; nil for a list that was read to its end.
    private(set) var fault: ImageError?

    /// `root` is the folder that outputs mirror; without one, paths are mirrored as they are written. A picture of up
    /// to `pictureLimit` bytes is an input itself; where that is nil it is an error.
    init(_ lines: LineReader, named name: Path, root: Path? = nil, pictureLimit: Int? = nil) {
        self.lines = lines
        self.name = name
        self.root = root?.absolute(from: current)
        self.pictureLimit = pictureLimit
    }

    func next() -> InputItem? {
        if !hasBegun {
            hasBegun = true
            if let item = begin() { return item }
            if fault != nil { return nil }
        }
        while true {
            switch lines.next() {
            case .end: return nil
            case .failed(let error):
                fault = ImageError(error, reading: name)
                return nil
            case .tooLong: return unusable("a line of the list is longer than \(LineReader.longestLine) bytes")
            case .line(var line, _):
                if endsWithCR, line.last == UInt8(ascii: "\r") { line = line.dropLast() }
                if line.isEmpty { continue }
                if line.contains(0) { return unusable("a line of the list holds a NUL byte; write one path a line") }
                let path = lines.separator == 0 ? Path(bytes: line) : Self.path(in: line)
                return .image(Input(path: path, key: path, mirror: mirror(of: path)))
            }
        }
    }

    /// Inspects the first bytes; returns an item if they are a picture that is accepted.
    private func begin() -> InputItem? {
        let start = lines.peek()
        if let format = ImageFormat(sniffing: start.span), format != .ppm { return picture(format) }
        if start.starts(with: [0xff, 0xfe]) || start.starts(with: [0xfe, 0xff]) {
            return refuse("the list is UTF-16; write it as UTF-8")
        }
        if start.starts(with: [0xef, 0xbb, 0xbf]) { lines.skip(3) }
        // A path never holds NUL, so where there is one it parts them.
        if start.contains(0) { lines.separator = 0 }
        let end = start.firstIndex(of: UInt8(ascii: "\n")) ?? 0
        endsWithCR = end > 0 && start[end - 1] == UInt8(ascii: "\r")
        return nil
    }

    private func picture(_ format: ImageFormat) -> InputItem? {
        guard let pictureLimit else { return refuse("it holds \(format.kind), not a list of paths") }
        let ending = format == .jpeg ? "jpg" : format == .tiff ? "tif" : format.rawValue
        let mirror = Path("stdin.\(ending)")
        switch lines.rest(upTo: pictureLimit) {
        case .success(let bytes): return .image(Input(path: name, key: mirror, mirror: mirror, content: bytes))
        case .failure(let error): return .unusable(name, ImageError(error, reading: name))
        }
    }

    private func refuse(_ reason: String) -> InputItem? {
        lines.stop()
        fault = .unreadable(path: name.text, reason: reason)
        return nil
    }

    private func unusable(_ reason: String) -> InputItem {
        .unusable(name, .unreadable(path: name.text, reason: reason))
    }

    /// Returns the path of a JSON object; any other line is a path itself. A name that is not UTF-8 is in `pathBase64`.
    static func path(in line: ArraySlice<UInt8>) -> Path {
        struct Line: Decodable {
            let path: String
            let pathBase64: Data?
        }
        if line.first == UInt8(ascii: "{"), let object = try? JSONDecoder().decode(Line.self, from: Data(line)) {
            let path = object.pathBase64.map { Path(bytes: $0) } ?? Path(object.path)
            if !path.bytes.isEmpty, !path.bytes.contains(0) { return path }
        }
        return Path(bytes: line)
    }

    /// Without a root, relative paths are mirrored as they are, absolute ones whole. A list that mixes the two could
    /// name one output twice, so a path unlike the first is left open.
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
