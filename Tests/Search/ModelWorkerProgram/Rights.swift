import Essentials

/// The acts that a process without rights must not be able to do.
enum Rights {
    /// Tries an act on a path or a process; "done", or the system's reason.
    static func attempt(_ act: String, _ object: String) -> String {
        errno = 0
        // Safe: the text of the system is copied at once.
        return succeeds(act, object) ? "done" : unsafe String(cString: strerror(errno))
    }

    // Safe, in all cases: the texts live during the calls.
    private static func succeeds(_ act: String, _ object: String) -> Bool {
        switch act {
        case "read": return unsafe open(object, O_RDONLY) >= 0
        case "write": return unsafe open(object, O_WRONLY | O_CREAT, 0o600) >= 0
        case "truncate": return unsafe open(object, O_RDONLY | O_TRUNC) >= 0
        case "remove": return unsafe unlink(object) == 0
        case "rename": return unsafe rename(object, object + "-other") == 0
        case "folder": return unsafe mkdir(object, 0o700) == 0
        case "mode": return unsafe chmod(object, 0o777) == 0
        case "socket": return socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0
        case "fork": return spawns("/bin/true")
        case "exec":
            let words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
            return unsafe execv("/bin/true", words) == 0
        case "kill": return kill(pid_t(object) ?? 0, 0) == 0
        default: return false
        }
    }

    private static func spawns(_ program: String) -> Bool {
        var process = pid_t()
        let words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(program), nil]
        errno = unsafe posix_spawn(&process, program, nil, nil, words, nil)
        return errno == 0
    }
}
