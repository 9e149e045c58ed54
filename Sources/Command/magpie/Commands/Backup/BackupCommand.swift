import Essentials
import SearchServer
import WireFormat

/// `magpie backup`.
struct BackupCommand: Subcommand {
    static let name = "backup"
    static let summary = "Backs up all data of a server while it runs, events and consents included."
    static let synopsis = "magpie backup [STORE] FOLDER [options]"
    static let others = 1...1
    static let details = """
        A backup is a new folder in FOLDER, such as catalog-2026-11-30T224500Z in UTC: the catalog with its rules, the events
        and consents, content and waiting insertions that lie beside the store, the hierarchy and the uploaded
        pictures where they are named, and manifest.json with size and SHA-256 of each file. All of it is of one moment, at which
        writers wait for milliseconds: what the end of the server at that moment would have left. It has its
        name when it is checked and on the disk; what an attempt has left that was cut off is removed by the next one.
        'magpie restore' brings it back, whole or in part. A copy of one store is 'magpie store backup'.
        """
    static let examples = [
        Example(purpose: "back up, and keep a week", line: "magpie backup backups --store shop.magpie --keep 7"),
        Example(
            purpose: "with the places of the service's settings",
            line: "magpie backup /var/backups/magpie --config /etc/magpie/serve.conf"),
    ]

    var places = BackupOptions()
    var count: Int?
    var printsJSON = false
    var isQuiet = false

    static var options: [OptionGroup<Self>] {
        [
            OptionGroup(title: "Data", options: BackupOptions.options).inside(\.places),
            OptionGroup(
                "Backup",
                .value(
                    "--keep", kind: .integer(in: 1...100_000),
                    help: "Remove older backups of this store from FOLDER afterwards, all but the latest N.",
                    default: .clause("all stay"), sets: \.count),
                .flag("--json", help: "Print a line of JSON.", sets: \.printsJSON),
                .flag("-q", "--quiet", help: "Show no progress.", sets: \.isQuiet)),
        ]
    }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let folder = words.first else { throw UsageError("backup needs a folder: \(Self.synopsis)") }
        let progress = ShareProgress("backing up", showing: !isQuiet)
        let start = ContinuousClock.now
        let backup = Backup(of: try places.places(for: "backup"), version: Version.number) { progress.show($0) }
        let made = Result { () throws(SearchError) in try backup.make(in: folder.text) }
        progress.end()
        let set = try made.get()
        var removal = Backup.Removal()
        if let count { removal = try backup.removeOlder(in: folder.text, keeping: count) }
        for (path, reason) in removal.left.sorted(by: { $0.key < $1.key }) {
            note("magpie: \(path.printable) is older and stays: \(reason.printable)\n")
        }
        let manifest = set.manifest
        guard !printsJSON else {
            let line = JSONWriter.line { json in
                json.member("path", set.path)
                json.member("ok", true)
                json.member("store", manifest.store)
                json.member("time", manifest.time)
                json.member("bytes", manifest.bytes)
                json.member("files", array: manifest.files) { json, file in
                    json.object {
                        $0.member("role", file.role.rawValue)
                        $0.member("name", file.name)
                        $0.member("bytes", file.size)
                        $0.member("sha256", file.sha256)
                        if let rows = file.rows { $0.member("rows", rows) }
                        if let consents = file.consents { $0.member("consents", consents) }
                        if let revision = file.revision { $0.member("revision", revision) }
                    }
                }
                json.member("removed", array: removal.removed) { json, path in json.value(path) }
                json.member("ms", start.duration(to: .now) / .seconds(1) * 1000, places: 1)
            }
            try StandardOutput().write(line)
            return .done
        }
        var text = "\(set.path.printable) holds \(manifest.parts(manifest.roles)), "
        text += "\(Numbers.bytes(Double(manifest.bytes))), and is sound\n"
        if !removal.removed.isEmpty { text += "  \(Numbers.plural(removal.removed.count, "older backup")) removed\n" }
        try StandardOutput().write(text)
        return .done
    }
}
