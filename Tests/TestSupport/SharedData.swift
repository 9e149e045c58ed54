public import Foundation

/// Real inputs that lie beside a development checkout and are not part of the repository.
public enum SharedData {
    /// The folder of the package.
    public static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folders of all targets in `Sources`, which lie in its rooms, by their names.
    public static let sources: [String: URL] = {
        let top = package.appending(path: "Sources")
        func folders(in folder: URL) -> [URL] {
            let all = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: [.isDirectoryKey])
            return (all ?? []).filter { (try? $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true }
        }
        var targets: [String: URL] = [:]
        for target in folders(in: top).flatMap(folders) {
            guard target.deletingLastPathComponent().lastPathComponent == "Vendors" else {
                targets[target.lastPathComponent] = target
                continue
            }
            for part in folders(in: target) { targets[target.lastPathComponent + part.lastPathComponent] = part }
        }
        return targets
    }()

    /// `../shared/data/<name>`, or nil where it is missing; says once on standard error that tests are skipped.
    public static func folder(_ name: String) -> URL? {
        let folder = package.deletingLastPathComponent().appending(path: "shared/data/\(name)")
        if (try? folder.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true { return folder }
        FileHandle.standardError.write(Data("skipped: there is no ../shared/data/\(name)\n".utf8))
        return nil
    }
}
