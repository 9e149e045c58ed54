import Essentials

/// A folder for the files of one run of a signing program, which nobody else may enter; gone with this value.
struct SigningFolder: ~Copyable {
    let path: Path

    init() throws(SystemError) {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"].map { Path($0) } ?? Path("/tmp")
        while true {
            let path = parent / Path("magpie-sign-" + String(UInt64.random(in: .min ... .max), radix: 36))
            // Safe: the name ends with NUL.
            if path.withCString({ unsafe mkdir($0, 0o700) }) == 0 {
                self.path = path
                return
            }
            guard errno == EEXIST else { throw .last }
        }
    }

    // The program may have left files of its own.
    deinit { try? FileManager.default.removeItem(atPath: path.text) }
}
