import Essentials

/// The number of files that this process may have open.
enum OpenFiles {
    /// Needed to listen for signals, and to have an input and an output open.
    private static let minimum = 16
    static let shortage = "this process may open too few files; raise the limit ('ulimit -n 256') and try again"
    static let remedy = "raise the limit of open files ('ulimit -n') or of memory, or use a smaller --jobs"

    /// True where the files that every command needs can be opened, raising the limit as far as the system allows.
    static var isSufficient: Bool {
        allow(64)
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<minimum {
            // Safe: the name ends with NUL, and the descriptor is ours until it is closed.
            let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
            if descriptor < 0 { return ![EMFILE, ENFILE].contains(errno) }
            opened.append(descriptor)
        }
        return true
    }

    /// Raises the limit as far as the system allows; a file beyond it is an error when it is opened.
    static func allow(_ count: Int) {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        // Safe: one structure, which outlives the calls.
        guard unsafe getrlimit(files, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
        limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
        _ = unsafe setrlimit(files, &limit)
    }
}
