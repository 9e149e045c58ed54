import Essentials
import SQLite
import SearchServer
import WireFormat

/// `magpie restore`.
struct RestoreCommand: Subcommand {
    static let name = "restore"
    static let summary = "Puts a backup of all data, or a part of it, in the place of a server's data."
    static let synopsis = "magpie restore [STORE] BACKUP [options]"
    static let others = 1...1
    static let details = """
        BACKUP is a folder that 'magpie backup' has made. Its files are compared with its list first; a file that differs, and a
        name that no backup has, is refused. No process may use the data meanwhile: stop the server first. The new files get
        the owner and the rights of those in whose place they come, which stay as NAME.before-DATE; uploaded pictures are added to
        those in the folder. Without --only, events, content and insertions that the backup lacks give
        way as well. A restore that was cut off has changed nothing, or keeps the store closed until the same
        call completes it.
        """
    static let examples = [
        Example(
            purpose: "go back to a backup",
            line: "magpie restore backups/shop-2026-11-30T224500Z --store shop.magpie"),
        Example(
            purpose: "only events and consents",
            line: "magpie restore backups/shop-2026-11-30T224500Z --store shop.magpie --only events"),
    ]

    var places = BackupOptions()
    var roles: Set<BackupRole>?
    var printsJSON = false

    static var options: [OptionGroup<Self>] {
        let names = BackupRole.allCases.map(\.rawValue)
        let parts = OptionValue<Set<BackupRole>>(
            "PART,…", expected: "parts of \(names.joined(separator: ", ")), with commas between"
        ) { text in
            let roles = text.split(separator: ",").map { BackupRole(rawValue: String($0)) }
            let known = Set(roles.compactMap(\.self))
            return known.isEmpty || roles.contains(nil) ? nil : known
        }
        return [
            OptionGroup(title: "Data", options: BackupOptions.options).inside(\.places),
            OptionGroup(
                "Restore",
                .value(
                    "--only", kind: parts,
                    help: "Restore these parts alone: \(names.joined(separator: ", ")). Events have the consents.",
                    default: .clause("all"), sets: \.roles),
                .flag("--json", help: "Print a line of JSON.", sets: \.printsJSON)),
        ]
    }

    /// Calls an error of a file of the backup by that name: it is not a store that could be repaired.
    private func naming<Result>(_ backup: Path, _ work: () throws(SearchError) -> Result) throws -> Result {
        do throws(SearchError) { return try work() } catch {
            switch error {
            case .store(let path, let reason) where path.hasPrefix(backup.text) && !error.isShortage:
                throw SetupError("cannot use the backup \(path.printable): \(reason)")
            case .damaged(let path, let detail) where path.hasPrefix(backup.text):
                throw SetupError("the backup \(path.printable) is damaged: \(detail)")
            default: throw error
            }
        }
    }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let folder = words.first else { throw UsageError("restore needs a backup: \(Self.synopsis)") }
        let places = try places.places(for: "restore")
        let (set, report) = try naming(folder) { () throws(SearchError) in
            let set = try BackupSet(folder.text)
            return (set, try Restoration(of: set, to: places, only: roles, forms: BackupOptions.forms).run())
        }
        for path in report.withOtherOwner {
            note("magpie: \(path.printable) has not the owner of what was there, which only root can give it\n")
        }
        guard !printsJSON else {
            let line = JSONWriter.line { json in
                json.member("path", places.store)
                json.member("ok", true)
                json.member("backup", set.path)
                json.member("time", set.manifest.time)
                json.member("restored", array: report.roles) { json, role in json.value(role.rawValue) }
                json.member("kept", array: report.kept) { json, path in json.value(path) }
                json.member("completed", report.wasCutOff)
            }
            try StandardOutput().write(line)
            return .done
        }
        var text = "\(places.store.printable) has \(set.manifest.parts(report.roles)) of \(set.path.printable)"
        if report.wasCutOff { text += ", which completes a restore that was cut off" }
        if !report.kept.isEmpty {
            text += "; what was there is \(report.kept.map(\.printable).joined(separator: ", "))"
        }
        try StandardOutput().write(text + "\n")
        return .done
    }
}
