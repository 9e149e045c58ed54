import Essentials

/// An open file, closed with its last reference. Standard input stays open.
final class OpenFile: Sendable {
    static let standardInput = OpenFile(descriptor: STDIN_FILENO)

    let descriptor: Int32

    /// Opens for reading, unless `flags` define another mode.
    init(_ path: Path, flags: Int32 = O_RDONLY | O_NONBLOCK) throws(SystemError) {
        // Safe: the name ends with NUL.
        descriptor = path.withCString { unsafe open($0, flags | O_CLOEXEC, 0o666) }
        if descriptor < 0 { throw SystemError.last }
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }
}
