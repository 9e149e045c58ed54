import Essentials
import VisualSearch
import WireFormat

/// Takes back the changes of an undo list. A file that is there is never replaced, but by its own content.
struct Undo {
    let steps: [UndoList.Entry]
    private let limits: Limits
    private let applies: Bool

    init(_ list: Path, limits: Limits, applies: Bool) throws {
        steps = try UndoList.entries(of: list)
        self.limits = limits
        self.applies = applies
    }

    /// The end of one step.
    struct Step {
        let entry: UndoList.Entry
        let done: String
        /// The reason for which the file is not back; nil where it is, or would be.
        let problem: String?

        var text: String {
            let name = entry.file.text.printable
            return problem.map { "cannot bring back \(name): \($0.printable)\n" } ?? "\(done) \(name)\n"
        }

        var line: String {
            JSONWriter.line { json in
                json.member("path", entry.file)
                json.member("ok", problem == nil)
                json.member("action", done)
                if let problem { json.member("reason", problem) }
            }
        }
    }

    func take(_ entry: UndoList.Entry) -> Step {
        do throws(Untouched) {
            return Step(entry: entry, done: try bringBack(entry), problem: nil)
        } catch {
            return Step(entry: entry, done: "left", problem: error.reason)
        }
    }

    private func bringBack(_ entry: UndoList.Entry) throws(Untouched) -> String {
        let now = try? FileStatus.of(entry.file, followingLinks: false)
        do {
            switch entry.action {
            case .link:
                let kept = try? FileStatus.of(entry.kept).identity
                guard let now else { throw Untouched(reason: "the link is gone") }
                guard now.identity == kept else { return "already apart:" }
                let bytes = try content(entry.file, of: entry)
                if applies {
                    try entry.file.replace(by: bytes, modified: entry.modified, permissions: entry.permissions)
                }
                return word("separated", "would separate")
            case .move:
                guard let target = entry.target else { throw Untouched(reason: "the list does not tell its place") }
                if now != nil { return try checkThere(entry) }
                _ = try content(target, of: entry)
                if applies {
                    let status = try FileStatus.of(target)
                    try OutputFolder.make(entry.file.parent)
                    try entry.file.take(target, status)
                }
                return word("moved back", "would move back")
            case .delete:
                if now != nil { return try checkThere(entry) }
                guard entry.same == DuplicateGroup.Kind.bytes.rawValue else {
                    throw Untouched(
                        reason: "its bytes are gone; the same picture in other bytes is \(entry.kept)")
                }
                let bytes = try content(entry.kept, of: entry)
                if applies {
                    try OutputFolder.make(entry.file.parent)
                    try entry.file.take(
                        bytes, modified: entry.modified, permissions: entry.permissions)
                }
                return word("copied back", "would copy back")
            }
        } catch {
            throw Untouched(error)
        }
    }

    private func word(_ done: String, _ planned: String) -> String { applies ? done : planned }

    /// The change did not come, or was undone before.
    private func checkThere(_ entry: UndoList.Entry) throws -> String {
        _ = try content(entry.file, of: entry)
        return "already there:"
    }

    /// The bytes of a file that must have the content of the entry.
    private func content(_ file: Path, of entry: UndoList.Entry) throws -> [UInt8] {
        let bytes = try FileContents(file, limit: limits.inputBytes).bytes
        guard bytes.count == entry.bytes, bytes.contentHash.hexadecimal == entry.hash else {
            throw Untouched(reason: "\(file) has another content now")
        }
        return bytes
    }
}
