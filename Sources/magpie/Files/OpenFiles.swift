import Foundation

/// The number of files that this process may have open.
enum OpenFiles {
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
