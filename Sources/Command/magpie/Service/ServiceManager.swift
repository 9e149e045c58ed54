import Essentials

/// The service manager that started this process: systemd, or another one with its protocol (`sd_notify(3)`,
/// `sd_listen_fds(3)`).
struct ServiceManager: Sendable {
    /// A message to the manager.
    enum Message: Sendable {
        /// The server answers; with a line that people see.
        case ready(String)
        /// The server has begun to end.
        case stopping
        /// The watchdog's sign of life.
        case alive

        var text: String {
            switch self {
            case .ready(let status): "READY=1\nSTATUS=\(status.split(separator: "\n").joined(separator: " "))"
            case .stopping: "STOPPING=1\nSTATUS=Stopping."
            case .alive: "WATCHDOG=1"
            }
        }
    }

    /// The address of the manager's socket: a path, or a name in the abstract namespace after `@`.
    private let address: String
    /// The seconds within which the manager wants a sign of life; nil where it waits for none.
    let watchdogSeconds: Double?

    /// Nil where no manager waits to be told.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let address = environment["NOTIFY_SOCKET"], let first = address.first, first == "/" || first == "@" else {
            return nil
        }
        self.address = address
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap(Double.init) ?? 0
        watchdogSeconds = isMeant && microseconds > 0 ? microseconds / 1e6 : nil
    }

    /// Tells the manager; a manager that is gone or busy is not waited for.
    func tell(_ message: Message) {
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        var path = Array(address.utf8)
        // An abstract name begins with NUL.
        if path[0] == UInt8(ascii: "@") { path[0] = 0 }
        let capacity = MemoryLayout.size(ofValue: place.sun_path)
        guard path.count < capacity else { return }
        // Safe: the name is shorter than its field.
        unsafe withUnsafeMutableBytes(of: &place.sun_path) { unsafe $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size - capacity + path.count)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(message.text.utf8)
        // Safe: text and address have the lengths that are given.
        unsafe withUnsafePointer(to: place) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                _ = unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), place, length)
            }
        }
    }

    /// The listening socket that the manager opened for this process; nil without one. More than one is an error: the
    /// server has one address.
    static func listeningSocket(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> Int32? {
        guard let pid = environment["LISTEN_PID"], pid == "\(getpid())", let count = environment["LISTEN_FDS"] else {
            return nil
        }
        guard count == "1" else {
            throw SetupError(
                "the service manager passed \(count) sockets; serve takes one, so name one in ListenStream=")
        }
        return 3
    }
}
