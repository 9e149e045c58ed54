internal import Essentials
package import SQLite
package import SearchAPI

/// A backup, whole or in part, put in the place of the data of a server that does not run.
///
/// New files are made and checked under other names first. Then a note beside the store, `STORE.restore`, tells which file takes
/// the place of which: before it is there, nothing has changed; from then on a repetition completes the work, and until that
/// is done no program opens the store. What was there stays under other names.
package struct Restoration {
    /// The outcome.
    package struct Report: Hashable, Sendable {
        /// The parts that took their place.
        package var roles: [BackupRole] = []
        /// The files that were there, by their new names.
        package var kept: [String] = []
        /// Files whose owner this process could not give to those in their place.
        package var withOtherOwner: [String] = []
        /// True where only an attempt that was cut off had to be completed.
        package var wasCutOff = false
    }

    private let set: BackupSet
    private let places: BackupPlaces
    private let wanted: Set<BackupRole>?
    private let forms: [FileKind: Int]

    /// - Parameters:
    ///   - wanted: The parts to restore. Nil for all, and then a file beside the store that the backup lacks gives way, too.
    ///   - forms: The newest forms of files that this version reads.
    package init(of set: BackupSet, to places: BackupPlaces, only wanted: Set<BackupRole>?, forms: [FileKind: Int]) {
        (self.set, self.places, self.wanted, self.forms) = (set, places, wanted, forms)
    }

    package func run() throws(SearchError) -> Report {
        guard let work = try SoleWork("restoring", on: places.store) else {
            throw .store(path: places.store, reason: "another process restores it")
        }
        defer { work.end() }
        guard let serving = try SoleWork("serving", on: "\(places.store).jobs") else {
            throw .store(path: places.store, reason: Replacement.inUse)
        }
        defer { serving.end() }
        if let begun = try RestoreNote(beside: places.store) {
            let report = try complete(begun)
            if begun.isOf(set, wanted) { return report }
        }
        return try begin()
    }

    private func begin() throws(SearchError) -> Report {
        var report = Report()
        let held = set.manifest.roles.filter { wanted?.contains($0) ?? true }
        if let lacking = wanted?.subtracting(held).map(\.rawValue).min() {
            throw .store(
                path: set.path,
                reason: "it has no \(lacking), only \(set.manifest.roles.map(\.rawValue).joined(separator: ", "))")
        }
        if let role = held.first(where: { places.path(of: $0) == nil }) {
            let others = held.filter { places.path(of: $0) != nil }.map(\.rawValue).joined(separator: ",")
            throw .invalidArgument(
                "the backup has \(role.rawValue), and their place is not known; name it with \(role.option)"
                    + (others.isEmpty ? "" : ", or leave them out with --only \(others)"))
        }
        let roles = Set(held)
        try set.verify(roles)
        var note = RestoreNote(of: set, wanted, ending: Replacement.ending(for: databases.map(\.path)))
        try release(roles)
        removeRemains()
        do throws(SearchError) {
            try stage(roles, &note, &report)
            // A server may have begun meanwhile.
            try release(roles)
            try note.write(beside: places.store)
        } catch {
            if FileMark(RestoreNote.path(beside: places.store)) == nil { removeRemains(note.pictures) }
            // Nothing is written to the backup.
            if case .diskFull = error { throw .diskFull(path: places.store) }
            throw error
        }
        let done = try complete(note)
        (report.roles, report.kept) = (done.roles, done.kept)
        return report
    }

    /// The files beside the store, and the hierarchy where its place is known, with what belongs in them.
    private var databases: [(role: BackupRole, kind: FileKind, path: String)] {
        BackupRole.allCases.compactMap { role in
            role.kind.flatMap { kind in places.path(of: role).map { (role, kind, $0) } }
        }
    }

    /// True for a file of a part that the backup lacks: what it holds came later.
    private func givesWay(_ role: BackupRole) -> Bool {
        wanted == nil && [.events, .content, .jobs].contains(role) && !set.manifest.roles.contains(role)
    }

    private func release(_ roles: Set<BackupRole>) throws(SearchError) {
        for (role, kind, path) in databases where FileMark(path) != nil && (roles.contains(role) || givesWay(role)) {
            try Replacement.release(path, holding: kind)
        }
    }

    /// Removes what an attempt that was cut off before its note has left.
    private func removeRemains(_ pictures: [String] = []) {
        for (_, _, path) in databases { UnfinishedFile.removeAll("incoming", of: path) }
        for name in pictures { try? FileManager.default.removeItem(atPath: RestoreNote.scratch(name, places)) }
    }

    /// Makes and checks the new files.
    private func stage(
        _ roles: Set<BackupRole>, _ note: inout RestoreNote, _ report: inout Report
    ) throws(SearchError) {
        for (role, kind, path) in databases {
            if givesWay(role), FileMark(path) != nil || FileMark(path + "-wal") != nil { note.leaving.append(role) }
            guard roles.contains(role), let file = set.manifest.files.first(where: { $0.role == role }) else {
                continue
            }
            let fresh = note.fresh(path)
            do throws(SearchError) {
                try BackupFile.make(fresh, mode: role.mode) { descriptor throws(SearchError) in
                    try set.copy(file, to: descriptor)
                }
                try check(fresh, kind)
            } catch {
                switch error {
                case .store(fresh, let reason): throw .store(path: "\(set.path)/\(file.name)", reason: reason)
                case .damaged(fresh, let detail):
                    throw .damaged(path: "\(set.path)/\(file.name)", detail: "its copy is not sound: \(detail)")
                default: throw error
                }
            }
            if !Replacement.dress(fresh, as: path) { report.withOtherOwner.append(path) }
            do { try DurableFile.synchronize(fresh) } catch { throw .file(path, error) }
            note.replaced.append(role)
        }
        guard roles.contains(.uploads), let folder = places.uploads else { return }
        do { if FileMark(folder) == nil { try FileOwner.makeFolder(folder) } } catch { throw .file(folder, error) }
        for file in set.manifest.files where file.role == .uploads {
            let name = String(file.name.dropFirst("uploads/".count))
            if FileMark("\(folder)/\(name)")?.size == file.size { continue }
            note.pictures.append(name)
            let scratch = RestoreNote.scratch(name, places)
            try? FileManager.default.removeItem(atPath: scratch)
            try BackupFile.make(scratch, mode: BackupRole.uploads.mode) { descriptor throws(SearchError) in
                try set.copy(file, to: descriptor)
                let time = FileManager.default.modified("\(set.path)/\(file.name)")
                // Safe: two structures, of access and of change, which outlive the call.
                if let time { unsafe futimens(descriptor, [time, time]) }
            }
        }
        do { try DurableFile.synchronize(folder) } catch { throw .file(folder, error) }
    }

    /// Throws for a file that this version does not read, or that is not what the list calls it.
    private func check(_ fresh: String, _ kind: FileKind) throws(SearchError) {
        let database = try Database(path: fresh, access: .write)
        try database.script("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA journal_mode = DELETE")
        _ = try FileKind.demand([kind], in: database)
        _ = try database.form(upTo: forms[kind] ?? .max)
        try database.refuseCode()
        let finding = try database.first("PRAGMA quick_check(1)") { $0.text(0) } ?? "it cannot be read"
        if finding != "ok" { throw .damaged(path: fresh, detail: finding) }
        // The log of another restored file is not that of this one.
        try database.renewIdentity()
    }

    /// Does what a note tells, or the rest of it, and removes the note.
    private func complete(_ note: RestoreNote) throws(SearchError) -> Report {
        var report = Report(wasCutOff: true)
        let roles = note.replaced + note.leaving + (note.pictures.isEmpty ? [] : [.uploads])
        if let role = roles.first(where: { places.path(of: $0) == nil }) {
            throw .invalidArgument(
                "a restore that was cut off had \(role.rawValue) as well; name their place as before with \(role.option)"
            )
        }
        do {
            for (role, _, path) in databases {
                let former = path + note.ending
                if note.replaced.contains(role) {
                    if FileMark(note.fresh(path)) != nil {
                        try Replacement.setAside(path, as: former, keepsFirst: true)
                        try DurableFile.rename(note.fresh(path), to: path)
                    }
                } else if note.leaving.contains(role), FileMark(former) == nil {
                    try Replacement.setAside(path, as: former, keepsFirst: false)
                } else {
                    continue
                }
                if FileMark(former) != nil { report.kept.append(former) }
            }
            for name in note.pictures where FileMark(RestoreNote.scratch(name, places)) != nil {
                try DurableFile.rename(RestoreNote.scratch(name, places), to: "\(places.uploads ?? "")/\(name)")
            }
            try note.remove(beside: places.store)
        } catch {
            throw .store(
                path: places.store,
                reason: "the restore was cut off: \(error.systemReason); until it is repeated, which completes it, "
                    + "the store stays closed")
        }
        report.roles = BackupRole.allCases.filter((note.replaced + (note.pictures.isEmpty ? [] : [.uploads])).contains)
        return report
    }
}

extension FileManager {
    /// The time of the last change of a file.
    fileprivate func modified(_ path: String) -> timespec? {
        var status = stat()
        // Safe: the path ends with NUL and the structure outlives the call.
        return unsafe lstat(path, &status) == 0 ? status.st_mtim : nil
    }
}
