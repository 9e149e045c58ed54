import CFaultyDisk
import CSQLite
import Essentials

/// The folder that the disk watches.
struct Folder {
    static let store = "store"
    let root: String

    /// Makes a folder in memory where there is one.
    init() throws {
        let memory = "/dev/shm"
        let parent = FileManager.default.isWritableFile(atPath: memory) ? memory : TemporaryFolder.path
        root = "\(parent)/fault-simulator-\(getpid())"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        // Safe: the text ends with NUL, and is copied at once.
        unsafe disk_watch(root)
    }

    /// Writes a file for an import, where the disk does not watch; returns its path.
    func input(_ name: String, _ text: String) -> String {
        let path = "\(root)-\(name)"
        try? text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    /// Removes all files.
    func clear(_ seed: UInt64) {
        disk_clear(seed)
        // The next random number of SQLite comes from the disk.
        sqlite3_randomness(0, nil)
    }

    func names() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted() }

    // Safe: the text ends with NUL.
    func remove(_ name: String) { unsafe disk_remove(name) }

    func end() {
        try? FileManager.default.removeItem(atPath: root)
        try? FileManager.default.removeItem(atPath: "\(root)-places.csv")
    }
}

enum TemporaryFolder {
    static var path: String {
        // Safe: the text is copied at once.
        guard let folder = unsafe getenv("TMPDIR") else { return "/tmp" }
        return unsafe String(cString: folder)
    }
}
