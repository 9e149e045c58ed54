internal import Essentials
internal import SQLite
package import SearchAPI

extension Backup {
    /// The backups that are gone, and those that stay though they are older, with the reason.
    package struct Removal: Hashable, Sendable {
        package var removed: [String] = []
        package var left: [String: String] = [:]

        package init() {}
    }

    /// Removes the older backups of this store in a folder. Only folders with a name and a list of ours, of this store and
    /// without a file that the list lacks, are ever removed; each gets the name of an unfinished one first, so that none
    /// looks whole when the removal is cut off.
    ///
    /// - Parameter count: The backups that stay, the latest ones.
    package func removeOlder(in folder: String, keeping count: Int) throws(SearchError) -> Removal {
        var found: [BackupSet] = []
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where isName(name) && Self.isFolder("\(folder)/\(name)") {
            guard let set = try? BackupSet("\(folder)/\(name)"), set.manifest.store == store, set.isComplete else {
                continue
            }
            found.append(set)
        }
        var removal = Removal()
        for set in found.dropLast(count) {
            if let name = set.foreignName {
                removal.left[set.path] = "it holds \(name), which is not of the backup"
                continue
            }
            do { try remove(set, in: folder) } catch { throw .file(set.path, error) }
            removal.removed.append(set.path)
        }
        return removal
    }

    /// `STEM-2026-11-30T224500Z`, with a number behind it where two were made in a second.
    private func isName(_ name: String) -> Bool {
        guard name.hasPrefix(stem + "-") else { return false }
        return name.dropFirst(stem.count + 1).wholeMatch(of: #/\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?/#) != nil
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        // Safe: the path ends with NUL and the structure outlives the call.
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private func remove(_ set: BackupSet, in folder: String) throws {
        let gone = UnfinishedFile("partial", of: "\(folder)/\(stem)")
        defer { gone.end() }
        try DurableFile.rename(set.path, to: gone.path)
    }
}
