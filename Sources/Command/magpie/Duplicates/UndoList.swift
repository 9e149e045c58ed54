import Essentials
import VisualSearch

/// The file that tells what a run has changed: a line of JSON for each file, on disk before the file is touched.
final class UndoList {
    /// One change. Names are kept byte for byte, as absolute paths.
    struct Entry: Codable {
        var action: Removal.Action
        /// The class of the group.
        var same: String
        /// The name for people; `pathBase64` is the one that counts.
        var path: String
        var pathBase64: Data
        var keptBase64: Data
        var targetBase64: Data?
        var bytes: Int
        var modified: Int
        var permissions: UInt32
        /// Of the content, in hexadecimal digits.
        var hash: String

        init(
            action: Removal.Action, kind: DuplicateGroup.Kind, path: Path, kept: Path, status: FileStatus, hash: [UInt8]
        ) {
            let current = Path.current
            let absolute = path.absolute(from: current)
            self.action = action
            same = kind.rawValue
            self.path = absolute.text
            pathBase64 = Data(absolute.bytes)
            keptBase64 = Data(kept.absolute(from: current).bytes)
            bytes = status.size
            modified = status.modified
            permissions = status.permissions
            self.hash = hash.hexadecimal
        }

        var file: Path { Path(bytes: pathBase64) }
        var kept: Path { Path(bytes: keptBase64) }
        var target: Path? {
            get { targetBase64.map { Path(bytes: $0) } }
            set { targetBase64 = newValue.map { Data($0.absolute(from: .current).bytes) } }
        }
    }

    let path: Path
    private let file: OpenFile

    /// A new file: a list that is there is never lost.
    init(_ path: Path) throws {
        self.path = path
        do throws(SystemError) {
            if path.parent != Path(".") { try OutputFolder.make(path.parent) }
            file = try OpenFile(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_APPEND)
        } catch {
            throw error.code == EEXIST
                ? SetupError("there is an undo list \(path) already; name another with --undo-list")
                : SetupError("cannot write the undo list \(path)", error)
        }
    }

    /// A name that is free: `undo.jsonl` in the folder of moved files, or else a name with the time in ``stateFolder``.
    static func usualName(in destination: Path?) -> Path {
        let folder = destination ?? stateFolder
        let time = Int(Date().timeIntervalSince1970)
        let names =
            (destination == nil ? [] : ["undo.jsonl"]) + ["duplicates-undo-\(time).jsonl"]
            + (2...99).map { "duplicates-undo-\(time)-\($0).jsonl" }
        return names.lazy.map { folder.appending($0.utf8) }
            .first { (try? FileStatus.of($0, followingLinks: false)) == nil } ?? folder.appending(names[0].utf8)
    }

    /// The folder of the user for lists of this kind, by the XDG base directory specification: `magpie` in
    /// `$XDG_STATE_HOME` or `~/.local/state`. This folder where there is no home that can be written to.
    static var stateFolder: Path {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/state" : nil }
        guard let base = named ?? home else { return Path("") }
        let folder = Path(base) / Path("magpie")
        do throws(SystemError) {
            try OutputFolder.make(folder)
            return FileManager.default.isWritableFile(atPath: folder.text) ? folder : Path("")
        } catch {
            return Path("")
        }
    }

    /// Writes a line, and waits until it would survive a power cut.
    func add(_ entry: Entry) throws(SystemError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(entry) else { throw SystemError(EINVAL) }
        try writeAll(Array(json) + [UInt8(ascii: "\n")], to: file.descriptor)
        if fsync(file.descriptor) != 0 { throw SystemError.last }
    }

    /// The changes in a list, the last one first: the order of their undoing. A line that a power cut has cut off tells of
    /// a change that did not come.
    static func entries(of path: Path) throws -> [Entry] {
        let bytes: [UInt8]
        do throws(ImageError) { bytes = try FileContents(path, limit: .max).bytes } catch {
            if case .empty = error { return [] }
            throw SetupError("cannot read the undo list \(path): \(error)", because: error)
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        let isCut = bytes.last != UInt8(ascii: "\n")
        return try lines.enumerated().compactMap { index, line -> Entry? in
            if let entry = try? JSONDecoder().decode(Entry.self, from: Data(line)) { return entry }
            if isCut, index == lines.count - 1 { return nil }
            throw SetupError("line \(index + 1) of \(path) is not of an undo list")
        }
        .reversed()
    }
}
