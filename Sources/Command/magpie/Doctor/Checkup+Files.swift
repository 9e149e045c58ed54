import Essentials
import SearchServer

// The owners and permissions of the files, and the space for them.
extension Checkup {
    /// A server runs as the owner of the folder; a file of another owner, such as one that root restored, stops it.
    var owner: Finding? {
        guard let home = try? FileStatus.of(folder) else { return nil }
        let others = files.filter { (try? FileStatus.of($0))?.owner != home.owner }
        let owner = FileStatus.name(ofUser: home.owner)
        guard let first = others.first, let status = try? FileStatus.of(first) else {
            return .ok("owner", "\(folder) and the files of the store belong to \(owner)")
        }
        let names = others.map(\.text.shellWord).joined(separator: " ")
        return .fault(
            "owner",
            "\(folder) belongs to \(owner), but \(first) to \(FileStatus.name(ofUser: status.owner)): a server that runs "
                + "as \(owner) cannot write it",
            "chown --reference=\(folder.text.shellWord) \(names)")
    }

    /// Events and consents are about people, and nobody but the server may change a store.
    var permissions: Finding? {
        let found = ([folder] + files).compactMap { file in
            (try? FileStatus.of(file)).map { (file: file, mode: $0.permissions) }
        }
        if found.isEmpty { return nil }
        // In a folder with the sticky bit, as /tmp, others cannot exchange a file.
        let open = found.filter { $0.mode & 0o002 != 0 && !($0.file == folder && $0.mode & 0o1000 != 0) }
        if let first = open.first {
            return .fault(
                "permissions", "every user of this machine can change \(first.file)",
                "chmod o-w \(open.map(\.file.text.shellWord).joined(separator: " "))")
        }
        let isClosed = found.contains { $0.file == folder && $0.mode & 0o001 == 0 }
        let people = found.filter { $0.file.text.hasPrefix(folder.appending(events.name).text) && $0.mode & 0o004 != 0 }
        guard let first = people.first, !isClosed else {
            return .ok(
                "permissions", "no other user can change the store\(people.isEmpty ? " or read its events" : "")")
        }
        return .warning(
            "permissions", "every user of this machine can read \(first.file), which is about people",
            "chmod o-r \(people.map(\.file.text.shellWord).joined(separator: " "))")
    }

    /// The space beside the store.
    var space: Finding? {
        guard let room = Room(of: folder) else { return nil }
        let rest =
            serve.setup.takesEvents ? max(serve.setup.eventBytes - ((try? FileStatus.of(events))?.size ?? 0), 0) : 0
        return room.finding(for: bytes, growth: rest, in: folder)
    }
}

/// The space of a file system.
struct Room: Hashable, Sendable {
    /// Bytes that this user may still write.
    let free: Int
    let total: Int

    init(free: Int, total: Int) { (self.free, self.total) = (free, total) }

    init?(of folder: Path) {
        var status = statvfs()
        // Safe: the path ends with NUL, and the structure outlives the call.
        guard folder.withCString({ unsafe statvfs($0, &status) }) == 0 else { return nil }
        free = Int(clamping: status.f_bavail) * Int(clamping: status.f_frsize)
        total = Int(clamping: status.f_blocks) * Int(clamping: status.f_frsize)
    }

    /// - Parameters:
    ///   - bytes: Those of the store with all beside it, which is once more on the disk while it is described anew,
    ///     compacted or backed up.
    ///   - growth: Bytes by which the events may grow before new ones replace old ones.
    func finding(for bytes: Int, growth: Int, in folder: Path) -> Finding {
        let seen =
            "\(Numbers.bytes(Double(free))) of \(Numbers.bytes(Double(total))) are free in \(folder), for a store of "
            + Numbers.bytes(Double(bytes))
        if free < 100_000_000 || free < bytes / 10 {
            return .fault("space", seen, "free space now: a full disk refuses insertions, events and consents")
        }
        if free < bytes + growth {
            let needed = Numbers.bytes(Double(bytes + growth))
            return .warning(
                "space", seen, "free \(needed): for a copy of the store, and for events up to --events-bytes")
        }
        return .ok("space", seen)
    }
}
