import Essentials
import VisualSearch
import WireFormat

/// Removes the files that groups do not keep, each after another look at it and at the kept one.
struct Removal {
    enum Action: String, Codable, Sendable {
        case delete, move, link

        /// Only what the kept file shows whole is removed, and look-alikes never. A link would give a name other bytes,
        /// unless they are equal.
        func takes(_ member: DuplicateMember, in group: DuplicateGroup) -> Bool {
            guard member.obstacle == nil else { return false }
            return switch group.kind {
            case .bytes: true
            // A picture that cannot come back is given up only for a file of its size.
            case .picture: self == .move || self == .delete && member.size == group.kept.size
            case .alike: false
            }
        }

        var past: String {
            switch self {
            case .delete: "deleted"
            case .move: "moved"
            case .link: "linked"
            }
        }
    }

    /// A file to remove, and the one that stays for it.
    struct Item {
        let file: Input
        let member: DuplicateMember
        let kept: Input
        let keptMember: DuplicateMember
        let kind: DuplicateGroup.Kind
        /// True where links lead to the file, so that its removal would free nothing or break them.
        let hasOtherNames: Bool
    }

    let action: Action
    let destination: Path?
    let limits: Limits
    let cancellation: Cancellation
    let items: [Item]

    init(
        action: Action, destination: Path?, limits: Limits, found: FoundDuplicates, cancellation: Cancellation
    ) {
        self.action = action
        self.destination = destination
        self.limits = limits
        self.cancellation = cancellation
        let named = Set(found.result.links.map(\.target))
        // Equal bytes come first: their kept file may be a copy of another one in turn.
        items = found.groups.flatMap { group in
            group.others.filter { action.takes($0, in: group) }.map { member in
                Item(
                    file: found.files[member.file], member: member, kept: found.files[group.kept.file],
                    keptMember: group.kept, kind: group.kind, hasOtherNames: named.contains(member.file))
            }
        }
    }

    /// Works on one file after the other, until it is interrupted. Returns the counts.
    func apply(_ list: UndoList, report: (RemovalResult) throws -> Void) throws -> RemovalCounts {
        var counts = RemovalCounts()
        for item in items {
            if cancellation.isCancelled { break }
            let result = RemovalResult(item: item, action: action, outcome: apply(item, list))
            switch result.outcome {
            case .success:
                counts.done += 1
                counts.bytes += item.member.bytes
            case .failure: counts.left += 1
            }
            try report(result)
            if case .failure(let problem) = result.outcome, problem.isDiskFull {
                throw WriteFailure(what: "the undo list", path: list.path, cause: SystemError(ENOSPC))
            }
        }
        return counts
    }

    private func apply(_ item: Item, _ list: UndoList) -> Result<Path?, Untouched> {
        Result { () throws(Untouched) -> Path? in
            let locks = try hold(item)
            defer { withExtendedLifetime(locks) {} }
            let seen = try check(item)
            let status = seen.file
            do throws(SystemError) {
                var entry = UndoList.Entry(
                    action: action, kind: item.kind, path: item.file.path, kept: item.kept.path, status: status,
                    hash: item.member.hash)
                switch action {
                case .delete:
                    try list.add(entry)
                    try checkAgain(item, seen)
                    try item.file.path.remove()
                case .link:
                    try list.add(entry)
                    try checkAgain(item, seen)
                    try item.file.path.replace(byLinkTo: item.kept.path)
                case .move:
                    let target = destination! / (item.file.mirror ?? Path(bytes: item.file.path.name))
                    entry.target = target
                    try OutputFolder.make(target.parent)
                    let isThere = try holds(target, item, status)
                    try list.add(entry)
                    try checkAgain(item, seen)
                    if isThere { try item.file.path.remove() } else { try target.take(item.file.path, status) }
                    return target
                }
                return nil
            } catch {
                throw Untouched(
                    reason: error.code == EBUSY ? "it or the kept file has changed just now" : error.text,
                    isDiskFull: error.isDiskFull)
            }
        }
    }

    /// True where a run that was killed has moved the file already, but for its former name. Throws `EEXIST` where
    /// another file has the name.
    private func holds(_ target: Path, _ item: Item, _ status: FileStatus) throws(SystemError) -> Bool {
        guard let there = try? FileStatus.of(target, followingLinks: false) else { return false }
        guard there.kind == .file, there.size == status.size, there.modified == status.modified,
            (try? FileContents(target, limit: limits.inputBytes))?.bytes.contentHash == item.member.hash
        else { throw SystemError(EEXIST) }
        return true
    }

    /// Two runs at once may want to keep different files of a group: each holds both while it works on them. File systems
    /// without locks leave that to the checks.
    private func hold(_ item: Item) throws(Untouched) -> [OpenFile] {
        var held: [OpenFile] = []
        for (path, operation) in [(item.kept.path, LOCK_SH), (item.file.path, LOCK_EX)] {
            guard let file = try? OpenFile(path, flags: O_RDONLY | O_NONBLOCK) else { continue }
            if flock(file.descriptor, operation | LOCK_NB) != 0, errno == EWOULDBLOCK {
                throw Untouched(reason: "another program has locked \(path)")
            }
            held.append(file)
        }
        return held
    }

    /// The states of the two files when they were read.
    private struct Seen {
        let file, kept: FileStatus
    }

    /// The last look before the act: the line of the undo list took its time.
    private func checkAgain(_ item: Item, _ seen: Seen) throws(SystemError) {
        let now = Seen(
            file: try FileStatus.of(item.file.path, followingLinks: false), kept: try FileStatus.of(item.kept.path))
        if now.file != seen.file || now.kept != seen.kept { throw SystemError(EBUSY) }
    }

    /// Reads both files again.
    private func check(_ item: Item) throws(Untouched) -> Seen {
        if item.hasOtherNames { throw Untouched(reason: "links lead to it, so its removal would free nothing") }
        let path = item.file.path
        do {
            let status = try FileStatus.of(path, followingLinks: false)
            guard status.kind == .file else { throw Untouched(reason: "it is a link now, or no file") }
            guard status.size == item.member.bytes, status.modified == item.member.modified else {
                throw Untouched(reason: "it has changed since it was compared")
            }
            let keptStatus = try FileStatus.of(item.kept.path)
            if keptStatus.identity == status.identity {
                throw Untouched(reason: "it is the kept file under another name")
            }
            let file = try FileContents(path, limit: limits.inputBytes).bytes
            let kept = try FileContents(item.kept.path, limit: limits.inputBytes).bytes
            guard file.contentHash == item.member.hash else {
                throw Untouched(reason: "it has changed since it was compared")
            }
            guard kept.contentHash == item.keptMember.hash, item.kind != .bytes || kept == file else {
                throw Untouched(reason: "the kept file \(item.kept.path) has changed since it was compared")
            }
            guard try FileStatus.of(path, followingLinks: false) == status else {
                throw Untouched(reason: "it changes while it is read")
            }
            return Seen(file: status, kept: keptStatus)
        } catch {
            throw Untouched(error)
        }
    }
}

/// The reason for which a file was left alone.
struct Untouched: Error, Hashable, Sendable {
    let reason: String
    var isDiskFull = false
}

extension Untouched {
    /// The reason that an error is.
    init(_ error: any Error) {
        self = error as? Untouched ?? Untouched(reason: (error as? SystemError)?.text ?? "\(error)")
    }
}

struct RemovalCounts {
    var done = 0
    var left = 0
    var bytes = 0

    func summary(_ action: Removal.Action) -> String {
        "\(Numbers.plural(done, "file")) \(action.past) (\(Numbers.bytes(Double(bytes))))"
            + (left > 0 ? ", \(Numbers.count(left)) left alone" : "")
    }
}

/// The end of one file.
struct RemovalResult {
    let item: Removal.Item
    let action: Removal.Action
    /// The new place of a moved file.
    let outcome: Result<Path?, Untouched>

    var text: String {
        let name = item.file.path.text.printable
        return switch outcome {
        case .success(.some(let target)): "\(action.past) \(name) to \(target.text.printable)\n"
        case .success(.none): "\(action.past) \(name), kept \(item.kept.path.text.printable)\n"
        case .failure(let problem): "left \(name) alone: \(problem.reason.printable)\n"
        }
    }

    var line: String {
        JSONWriter.line { json in
            json.member("path", item.file.path)
            json.member("same", item.kind.rawValue)
            json.member("kept", item.kept.path)
            switch outcome {
            case .success(let target):
                json.member("ok", true)
                json.member("action", action.past)
                if let target { json.member("to", target) }
            case .failure(let problem):
                json.member("ok", false)
                json.member("reason", problem.reason)
            }
        }
    }
}
