internal import Essentials
internal import Recommendations
internal import SQLite
package import SearchAPI
internal import VisualSearch

/// All data of a server, of one moment, in a new folder: the catalog with its rules, events and consents, content, accepted
/// insertions, the hierarchy and the uploaded pictures.
///
/// The server may run meanwhile. All SQLite files are those of one moment, at which their writers wait for milliseconds: the
/// backup is what the end of the server at that moment would have left, so that no event, consent or insertion in it tells of
/// more than the server itself would find after a crash. Pictures are whole, each by itself.
package struct Backup {
    package let places: BackupPlaces
    private let version: String
    private let progress: (_ share: Double) -> Void

    /// - Parameters:
    ///   - version: That of Magpie.
    ///   - progress: Called with the share that is done.
    package init(of places: BackupPlaces, version: String, progress: @escaping (_ share: Double) -> Void = { _ in }) {
        (self.places, self.version, self.progress) = (places, version, progress)
    }

    /// The absolute path of the store, by which its backups are known.
    var store: String {
        let path = places.store.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
        return URL(filePath: path + places.store).standardizedFileURL.path(percentEncoded: false)
    }

    /// The beginning of the names of its backups: the name of the store without its ending.
    var stem: String {
        let name = URL(filePath: places.store).lastPathComponent
        return name.split(separator: ".").first.map(String.init) ?? "catalog"
    }

    /// Makes a backup in `folder`, which is made where it is missing. It gets its name, `STEM-TIME`, when all of it is on the
    /// disk; an attempt that was cut off is called otherwise, and the next one removes it.
    package func make(in folder: String) throws(SearchError) -> BackupSet {
        guard FileMark(places.store) != nil else { throw .store(path: places.store, reason: CatalogStore.missing) }
        do { if FileMark(folder) == nil { try FileOwner.makeFolder(folder) } } catch { throw .file(folder, error) }
        let unfinished = UnfinishedFile("partial", of: "\(folder)/\(stem)")
        defer { unfinished.end() }
        do throws(SearchError) { return try make(as: unfinished.path, in: folder) } catch {
            // The unfinished name means nothing to anybody.
            switch error {
            case .store(let path, let reason) where path.hasPrefix(unfinished.path):
                throw .store(path: folder, reason: reason)
            case .damaged(let path, let detail) where path.hasPrefix(unfinished.path):
                throw .damaged(
                    path: places.store, detail: "a file of it, or the copy of that, cannot be read: \(detail)")
            case .diskFull(let path) where path.hasPrefix(unfinished.path): throw .diskFull(path: folder)
            default: throw error
            }
        }
    }

    private func make(as partial: String, in folder: String) throws(SearchError) -> BackupSet {
        do { try FileOwner.makeFolder(partial) } catch { throw .file(folder, error) }
        let now = Date.now
        var manifest = BackupManifest(version: version, time: now.formatted(.iso8601), store: store)
        manifest.files = try copyDatabases(to: partial) + copyPictures(to: partial)
        do {
            try BackupFile.write(try manifest.encoded(), to: "\(partial)/\(BackupManifest.name)")
            if manifest.roles.contains(.uploads) { try DurableFile.synchronize("\(partial)/uploads") }
            try DurableFile.synchronize(partial)
            let name = "\(folder)/\(stem)-\(now.formatted(.iso8601.timeSeparator(.omitted)))"
            let free = ([name] + (2...99).map { "\(name)-\($0)" }).first { FileMark($0) == nil }
            guard let free else { throw SearchError.store(path: name, reason: "it is there already") }
            try DurableFile.rename(partial, to: free)
            return try BackupSet(free)
        } catch let error as SearchError { throw error } catch { throw .file(folder, error) }
    }

    private func copyDatabases(to partial: String) throws(SearchError) -> [BackupManifest.File] {
        let parts = BackupRole.allCases.compactMap { role in
            places.path(of: role).flatMap { path in role.kind.map { (role: role, path: path, kind: $0) } }
        }.filter { $0.role == .steps || FileMark($0.path) != nil }
        for part in parts where FileMark(part.path) == nil {
            throw .store(path: part.path, reason: "there is no such file")
        }
        let sizes = parts.map { Double(FileMark($0.path)?.size ?? 0) + 1 }
        let all = sizes.reduce(0, +)
        var done = 0.0
        // Insertions come before what they change, for files that cannot be locked.
        let readers = try Database.pinned(parts.reversed().map(\.path))
        var files: [BackupManifest.File] = []
        for (part, (reader, size)) in zip(parts, zip(readers.reversed(), sizes)) {
            _ = try FileKind.demand([part.kind], in: reader)
            let copy = "\(partial)/\(part.role.name)"
            // For its owner alone, before it has a byte.
            try BackupFile.write([], to: copy)
            try reader.copy(to: copy) { share throws(SearchError) in progress((done + share * size) / all) }
            done += size
            files.append(try checked(copy, part.role, part.kind, of: part.path))
        }
        return files
    }

    /// Checks a copy, and describes it.
    private func checked(
        _ copy: String, _ role: BackupRole, _ kind: FileKind, of path: String
    ) throws(SearchError) -> BackupManifest.File {
        let database = try Database(path: copy, access: .unchanged)
        var file = BackupManifest.File(role: role, name: role.name, size: FileMark(copy)?.size ?? 0, sha256: "")
        let finding: String?
        switch kind {
        case .catalog, .content:
            finding = try CatalogStore(path: copy, mode: .readOnly, kind: kind).check().first
            file.rows = try database.integer("SELECT items FROM state")
            file.revision = try database.integer("SELECT revision FROM state")
        case .events, .jobs, .steps:
            let answer = try database.first("PRAGMA integrity_check(1)") { $0.text(0) }
            finding = answer == "ok" ? nil : answer ?? "it cannot be read"
            switch kind {
            case .events:
                var count = 0
                for table in try EventFile.tables(database) {
                    count += try database.integer("SELECT count(*) FROM \(table)")
                }
                file.rows = count
                if try database.hasTable("consents") {
                    file.consents = try database.integer("SELECT count(*) FROM consents")
                }
            case .jobs: file.rows = try database.integer("SELECT count(*) FROM waiting")
            default: file.rows = try database.integer("SELECT count(*) FROM node WHERE n > 0")
            }
        }
        if let finding { throw .damaged(path: path, detail: "its copy is not sound: \(finding)") }
        let opened = try BackupFile.open(copy) { .store(path: copy, reason: "it is gone") }
        defer { close(opened.descriptor) }
        file.sha256 = try BackupFile.copy(opened.descriptor, of: copy, to: nil)
        return file
    }

    /// Copies the pictures with their times: they expire at the same moment. Those that the server removes meanwhile are
    /// left out.
    private func copyPictures(to partial: String) throws(SearchError) -> [BackupManifest.File] {
        guard let folder = places.uploads else { return [] }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder).filter(Uploads.isName).sorted() } catch
        {
            throw .file(folder, error)
        }
        if names.isEmpty { return [] }
        do { try FileOwner.makeFolder("\(partial)/uploads") } catch { throw .file(partial, error) }
        var files: [BackupManifest.File] = []
        for name in names {
            let path = "\(folder)/\(name)"
            guard FileMark(path) != nil else { continue }
            let source: (descriptor: Int32, size: Int, modified: timespec)
            do throws(SearchError) { source = try BackupFile.open(path) { .cancelled } } catch {
                if case .cancelled = error { continue }
                throw error
            }
            defer { close(source.descriptor) }
            let copy = "\(partial)/uploads/\(name)"
            var hash = ""
            try BackupFile.make(copy, mode: 0o600) { descriptor throws(SearchError) in
                hash = try BackupFile.copy(source.descriptor, of: copy, to: descriptor)
                // Safe: two structures, of access and of change, which outlive the call.
                unsafe futimens(descriptor, [source.modified, source.modified])
            }
            files.append(
                BackupManifest.File(
                    role: .uploads, name: "uploads/\(name)", size: FileMark(copy)?.size ?? 0, sha256: hash))
        }
        return files
    }
}
