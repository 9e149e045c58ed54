import Foundation
import Imaging

/// The folder below which outputs mirror their inputs.
struct OutputFolder: Sendable {
    let path: Path
    let identity: FileStatus.Identity
    /// Waits for each output to reach the disk.
    let syncing: Bool

    /// Makes the folder. Throws `UsageError` where an output could take the place of an input: no folder of inputs
    /// may be the output folder or lie inside it.
    init(_ path: Path, syncing: Bool, inputFolders: [Path]) throws {
        self.path = path
        self.syncing = syncing
        do throws(SystemError) {
            try Self.make(path)
            let status = try FileStatus.of(path)
            guard status.kind == .folder else { throw SystemError(ENOTDIR) }
            identity = status.identity
        } catch {
            throw SetupError("cannot make the output folder \(path): \(error.text)")
        }
        // Safe: the name ends with NUL.
        if path.withCString({ unsafe access($0, W_OK | X_OK) }) != 0 {
            throw SetupError("cannot write to the output folder \(path): \(SystemError.last.text)")
        }
        for folder in inputFolders where holds(folder) {
            throw UsageError("the input folder \(folder) is the output folder \(path) or lies inside it")
        }
    }

    /// Whether a file or folder lies inside, or is this folder, wherever links lead.
    func holds(_ other: Path) -> Bool {
        guard var folder = try? other.resolved() else { return false }
        while true {
            if (try? FileStatus.of(folder))?.identity == identity { return true }
            if folder.components.isEmpty { return false }
            folder = folder.parent
        }
    }

    /// Writes one output, making the folders on its way.
    func write(_ bytes: [UInt8], to name: Path) throws(SystemError) {
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
        try file.commit(syncing: syncing)
    }

    /// The size of an output that is there already and not empty.
    func size(of name: Path) -> Int? {
        guard let status = try? FileStatus.of(path / name), status.kind == .file, status.size > 0 else { return nil }
        return status.size
    }

    /// Makes a folder and those above it; one that is there is fine.
    private static func make(_ folder: Path) throws(SystemError) {
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
