internal import Essentials
package import SearchAPI

/// A file that takes the place of another, which stays under a new name.
package enum Replacement {
    /// Throws where another process has the file open, or where it holds another kind; takes its log into it. One that
    /// cannot be read, or whose log is not its own, is left as it is.
    package static func release(_ path: String, holding kind: FileKind) throws(SearchError) {
        let database: Database
        do throws(SearchError) { database = try Database(path: path, access: .write) } catch {
            if error.isShortage { throw error }
            return
        }
        let found = try? FileKind.of(database)
        if let shortage = database.shortage { throw shortage }
        if let found, found != kind {
            throw .store(path: path, reason: "it holds \(found.words), and the backup \(kind.words)")
        }
        guard (try? database.integer("SELECT count(*) FROM sqlite_schema")) != nil else {
            if let shortage = database.shortage { throw shortage }
            if database.isBusy { throw .store(path: path, reason: inUse) }
            return
        }
        do throws(SearchError) {
            try database.script(
                "PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
        } catch {
            if database.isBusy { throw .store(path: path, reason: inUse) }
            if error.isShortage { throw error }
        }
    }

    /// The reason of an error where a program has the file open.
    package static let inUse =
        "another process has it; stop that one first, a service with 'systemctl stop magpie', and try again"

    /// The reason of an error while ``note(beside:)`` is there.
    package static let wasCutOff = "a restore of it was cut off; repeat that 'magpie restore', which completes it"

    /// The note of a restore of several files that has begun. While it is there, the store is between two states.
    package static func note(beside store: String) -> String { store + ".restore" }

    /// The end of the names that replaced files get: `.before-` and the time, with which none of the files has a second name
    /// yet.
    package static func ending(for paths: [String]) -> String {
        let ending = ".before-\(Date.now.formatted(.iso8601.timeSeparator(.omitted)))"
        let isFree = paths.allSatisfy { FileMark($0 + ending) == nil && FileMark($0 + ending + "-wal") == nil }
        return isFree ? ending : "\(ending)-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    }

    /// Gives a file and the log beside it, which may belong to it or to an earlier one, another name as well. At every moment
    /// the file is there. Repeated after it was cut off, it goes on.
    ///
    /// - Parameter keepsFirst: The file has its first name, too, until another one takes it.
    package static func setAside(_ path: String, as former: String, keepsFirst: Bool) throws {
        // The log first: without it the file is not what it was.
        if FileMark(path + "-wal") != nil, FileMark(former + "-wal") == nil {
            try DurableFile.rename(path + "-wal", to: former + "-wal")
        }
        if FileMark(path) != nil, FileMark(former) == nil {
            // Safe: both names end with NUL. A file system without second names gets the new one alone.
            if unsafe !keepsFirst || link(path, former) != 0 { try DurableFile.rename(path, to: former) }
        }
        try? FileManager.default.removeItem(atPath: path + "-shm")
    }

    /// Gives a new file the owner and the rights of the one whose place it takes.
    ///
    /// - Returns: False where this process may not give it that owner.
    package static func dress(_ fresh: String, as path: String) -> Bool {
        var (there, made) = (stat(), stat())
        // Safe: the paths end with NUL and the structures outlive the calls.
        guard unsafe stat(path, &there) == 0, unsafe stat(fresh, &made) == 0 else { return true }
        // The owner first: the system may take rights away with a change of it.
        let isSame = there.st_uid == made.st_uid && there.st_gid == made.st_gid
        let isOwned = unsafe isSame || chown(fresh, there.st_uid, there.st_gid) == 0
        return unsafe chmod(fresh, there.st_mode & 0o777) == 0 && isOwned
    }
}
