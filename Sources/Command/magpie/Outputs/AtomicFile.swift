import Essentials

/// A file that appears complete or not at all: it is written under a hidden name in the same folder and renamed at the
/// end. A file that is not committed is removed.
struct AtomicFile: ~Copyable {
    /// The prefix of the name of every unfinished file. Folder walks never accept hidden names as inputs.
    static let prefix = ".magpie-"

    private let path: Path
    private let temporary: Path
    private let descriptor: Int32
    private var isCommitted = false

    /// The unfinished file is locked as long as its writer lives, on whatever machine, so ``removeLeftovers(below:)``
    /// recognizes abandoned files.
    init(replacing path: Path) throws(SystemError) {
        self.path = path
        Self.removeLeftoversOnce(in: path.parent)
        var attempt = (path: path, descriptor: Int32(-1))
        repeat {
            attempt.path = Self.temporaryName(beside: path)
            // Safe: the name ends with NUL.
            attempt.descriptor = attempt.path.withCString {
                unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            }
            // Before it was locked another process may have taken it for abandoned.
            if attempt.descriptor >= 0, !Self.locks(attempt.descriptor) {
                close(attempt.descriptor)
                (attempt.descriptor, errno) = (-1, EINTR)
            }
        } while attempt.descriptor < 0 && (errno == EEXIST || errno == EINTR)
        if attempt.descriptor < 0 { throw SystemError.last }
        temporary = attempt.path
        descriptor = attempt.descriptor
    }

    /// A name for an unfinished file that no other one has.
    static func temporaryName(beside path: Path) -> Path {
        path.parent / Path(prefix + String(UInt64.random(in: smallestNumber ... .max), radix: 36))
    }

    /// False where the file has no name any more. A file system without locks leaves it unlocked.
    private static func locks(_ descriptor: Int32) -> Bool {
        if flock(descriptor, LOCK_EX) != 0 { return true }
        var status = stat()
        // Safe: the structure outlives the call.
        return unsafe fstat(descriptor, &status) != 0 || status.st_nlink > 0
    }

    deinit {
        close(descriptor)
        if isCommitted { return }
        // Safe: the name ends with NUL.
        _ = temporary.withCString { unsafe unlink($0) }
    }

    /// Writes a file whole.
    static func write(_ bytes: [UInt8], to path: Path) throws(SystemError) {
        let file = try AtomicFile(replacing: path)
        try file.write(bytes)
        try file.commit()
    }

    /// Writes the page of a report whole.
    static func write(_ page: HTML, to report: Path) throws(WriteFailure) {
        try WriteFailure.naming("the report", report, try write(Array(page.markup.utf8), to: report))
    }

    func write(_ bytes: [UInt8]) throws(SystemError) { try writeAll(bytes, to: descriptor) }

    /// Writes the bytes of a file of this time and these rights.
    func write(_ bytes: [UInt8], modified: Int, permissions: UInt32) throws(SystemError) {
        try write(bytes)
        try setModified(modified)
        if fchmod(descriptor, mode_t(permissions)) != 0 { throw SystemError.last }
    }

    /// Sets the time of the last change, in nanoseconds since 1970.
    func setModified(_ time: Int) throws(SystemError) {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        let part = timespec(tv_sec: seconds - (rest < 0 ? 1 : 0), tv_nsec: rest + (rest < 0 ? 1_000_000_000 : 0))
        // Safe: two structures, of access and of change, which outlive the call.
        if unsafe futimens(descriptor, [part, part]) != 0 { throw SystemError.last }
    }

    /// Renames the file to its final name. `syncing` waits until its content would survive a power cut. Unless it is
    /// `replacing`, another file of the name is an error, `EEXIST`.
    consuming func commit(syncing: Bool = false, replacing: Bool = true) throws(SystemError) {
        if syncing, fsync(descriptor) != 0 { throw SystemError.last }
        if replacing {
            try temporary.move(to: path)
        } else {
            try path.take(temporary, try FileStatus.of(descriptor: descriptor))
        }
        isCommitted = true
    }
}
