import Essentials
import Imaging

/// The kind, size, time and identity of a file.
struct FileStatus: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case file, folder, link, other
    }

    /// The same for two paths exactly when they lead to the same file.
    struct Identity: Hashable, Sendable {
        let device: UInt64
        let node: UInt64
    }

    let kind: Kind
    /// In bytes.
    let size: Int
    /// The last change of the content, in nanoseconds since 1970; at the edge of `Int` beyond the year 2262.
    let modified: Int
    let identity: Identity
    /// Differs where another file has taken the place of this one, also one of the same size and time: made of the time,
    /// the number of the file, and the last change of either, which no program sets.
    let stamp: Int
    /// The number of the user that the file belongs to.
    let owner: UInt32
    /// The rights to read, write and execute the file, as in `chmod`.
    let permissions: UInt32

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        size = Int(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        owner = status.st_uid
        permissions = UInt32(status.st_mode) & 0o7777
        identity = Identity(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
        let parts = [modified, Self.nanoseconds(status.st_ctim), Int(truncatingIfNeeded: status.st_ino)]
        stamp = Int(truncatingIfNeeded: parts.reduce(0 as UInt64) { Hash.mixed($0 &+ UInt64(bitPattern: Int64($1))) })
    }

    private static func nanoseconds(_ time: timespec) -> Int {
        let (seconds, overflows) = Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowsToo) = seconds.addingReportingOverflow(Int(time.tv_nsec))
        return overflows || overflowsToo ? (time.tv_sec < 0 ? .min : .max) : sum
    }

    /// Reads the status without opening the file, so a FIFO cannot block.
    static func of(_ path: Path, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
        var status = stat()
        // Safe: the path ends with NUL and the structure outlives the call.
        let result = path.withCString {
            unsafe followingLinks ? stat($0, &status) : lstat($0, &status)
        }
        guard result == 0 else { throw SystemError.last }
        return FileStatus(status)
    }

    /// The name of a user; the number of one that this machine does not know.
    static func name(ofUser number: UInt32) -> String {
        // Safe: the entry is copied at once, and its name ends with NUL.
        guard let entry = unsafe getpwuid(number), let name = unsafe entry.pointee.pw_name else { return "\(number)" }
        return unsafe String(cString: name)
    }

    static func of(descriptor: Int32) throws(SystemError) -> FileStatus {
        var status = stat()
        // Safe: the structure outlives the call.
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError.last }
        return FileStatus(status)
    }
}

extension Path {
    /// The folder in which the command runs.
    static var current: Path { Path(FileManager.default.currentDirectoryPath) }

    /// Returns the path with all links resolved.
    func resolved() throws(SystemError) -> Path {
        // Safe: realpath returns NUL-terminated memory that is ours to free, or nil.
        let bytes = withCString { name -> [UInt8]? in
            guard let found = unsafe realpath(name, nil) else { return nil }
            defer { unsafe free(found) }
            return unsafe Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
        }
        guard let bytes else { throw SystemError.last }
        return Path(bytes: bytes)
    }
}
