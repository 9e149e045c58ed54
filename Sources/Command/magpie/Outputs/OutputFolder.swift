import Essentials
import Imaging

/// The folder below which outputs mirror their inputs.
struct OutputFolder: Sendable {
    let path: Path
    /// Nil for a folder that is not made yet.
    let identity: FileStatus.Identity?
    /// Waits for each output to reach the disk.
    let syncing: Bool

    /// Makes the folder, unless `making` is false. Throws `UsageError` where an output could replace an input: no
    /// folder of inputs may be the output folder or be inside it.
    init(_ path: Path, syncing: Bool, inputFolders: [Path], making: Bool = true) throws {
        self.path = path
        self.syncing = syncing
        let there = try? FileStatus.of(path)
        if !making, there == nil {
            identity = nil
            return
        }
        do throws(SystemError) {
            if making { try Self.make(path) }
            let status = try FileStatus.of(path)
            guard status.kind == .folder else { throw SystemError(ENOTDIR) }
            identity = status.identity
        } catch {
            throw SetupError("cannot make the output folder \(path)", error)
        }
        // Safe: the name ends with NUL.
        if path.withCString({ unsafe access($0, W_OK | X_OK) }) != 0 {
            throw SetupError("cannot write to the output folder \(path)", .last)
        }
        for folder in inputFolders where holds(folder) {
            throw UsageError("the input folder \(folder) is the output folder \(path) or lies inside it")
        }
    }

    /// Returns true if a file or folder is inside, or is this folder, after resolving links.
    func holds(_ other: Path) -> Bool {
        guard let identity, var folder = try? other.resolved() else { return false }
        while true {
            if (try? FileStatus.of(folder))?.identity == identity { return true }
            if folder.components.isEmpty { return false }
            folder = folder.parent
        }
    }

    /// Writes one output, making the folders on its way. `modified` is the time that it gets, in nanoseconds since
    /// 1970; nil is now.
    func write(_ bytes: [UInt8], to name: Path, modified: Int? = nil) throws(SystemError) {
        let target = path / name
        var file: AtomicFile
        do throws(SystemError) {
            file = try AtomicFile(replacing: target)
        } catch {
            guard error.code == ENOENT else { throw error }
            try Self.make(target.parent)
            file = try AtomicFile(replacing: target)
        }
        try file.write(bytes)
        if let modified { try file.setModified(modified) }
        try file.commit(syncing: syncing)
    }

    /// Returns the status of an existing output; nil where no regular file has this name.
    func status(of name: Path) -> FileStatus? {
        guard let status = try? FileStatus.of(path / name), status.kind == .file else { return nil }
        return status
    }

    /// Makes a folder and those above it; one that is there is fine.
    static func make(_ folder: Path) throws(SystemError) {
        if let error = makeOne(folder) {
            guard error.code == ENOENT, folder.components.count > 1 else { throw error }
            try make(folder.parent)
            if let error = makeOne(folder) { throw error }
        }
    }

    private static func makeOne(_ folder: Path) -> SystemError? {
        // Safe: the name ends with NUL.
        if folder.withCString({ unsafe mkdir($0, 0o777) }) == 0 || errno == EEXIST { return nil }
        return SystemError.last
    }
}
