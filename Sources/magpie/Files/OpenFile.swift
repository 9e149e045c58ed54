import Foundation

/// A file open for reading, closed when nobody uses it any more. Standard input stays open.
final class OpenFile: Sendable {
    static let standardInput = OpenFile(descriptor: STDIN_FILENO)

    let descriptor: Int32

    init(_ path: Path) throws(SystemError) {
        // Safe: the name ends with NUL.
        descriptor = path.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        if descriptor < 0 { throw SystemError.last }
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }
}
