import Essentials
import WireFormat

/// `magpie doctor`.
struct Doctor: Subcommand {
    static let name = "doctor"
    static let summary = "Checks a store, its server and their machine, and tells what to do."
    static let synopsis = "magpie doctor [STORE] [--config FILE] [--backups FOLDER] [--json]"
    static let details = """
        Prints a line for each check: its state (ok, warning or fault), what was seen, and what to do. Checked are the
        settings, the store, owners and permissions, free space, the clock, libraries, limits, keys and certificate
        with their ages, the events and the log with their growth, and the last backup. Nothing is changed.

        Without a store it checks the service of the package, by /etc/magpie/serve.conf where that file is there; run it
        as root then, for only root reads the keys. Limits are those of the doctor itself, which the unit of a service
        may set otherwise.
        """
    static let examples = [
        Example(purpose: "the store in this folder", line: "magpie doctor"),
        Example(
            purpose: "a store with its backups, for a script", line: "magpie doctor shop.magpie --backups . --json"),
    ]
    static let faultsHelp: String? = "At least one fault."
    /// The settings of the package's service.
    private static let serviceSettings = Path("/etc/magpie/serve.conf")
    /// The folder that the package's timer fills.
    private static let serviceBackups = Path("/var/backups/magpie")

    var store: Path?
    var settings: Path?
    var backups: Path?
    var printsJSON = false

    static var options: [OptionGroup<Doctor>] {
        .options(
            .value(
                "--store", kind: .path("FILE"), help: "Store file.",
                default: .clause("that of --config, else \(StorePlace.standardName) in this folder"), sets: \.store),
            .value(
                "--config", kind: .path("FILE"),
                help: "File of settings of 'magpie serve', with its keys and certificate.",
                default: .clause("\(serviceSettings.text) where it is there and no store is named"), sets: \.settings),
            .value(
                "--backups", kind: .folder("FOLDER"), help: "Folder that 'magpie backup' writes to.",
                default: .clause("\(serviceBackups.text) where it is there"), sets: \.backups),
            .json(each: "check", sets: \.printsJSON))
    }

    func run(_ words: [Path]) throws -> ExitCode {
        if let word = words.first { throw UsageError("there is no store '\(word.text.quoted)'") }
        var file = settings
        if file == nil, store == nil, Self.serviceSettings.isThere { file = Self.serviceSettings }
        let backups = backups ?? (Self.serviceBackups.isThere ? Self.serviceBackups : nil)
        let findings = try findings(settings: file, backups)
        try StandardOutput().write(findings.map { printsJSON ? $0.line : $0.text }.joined())
        let faults = findings.count { $0.state == .fault }
        let warnings = findings.count { $0.state == .warning }
        if !printsJSON {
            try StandardOutput().write(
                "\(Numbers.plural(faults, "fault")), \(Numbers.plural(warnings, "warning"))\n")
        }
        return faults == 0 ? .done : .faults
    }

    private func findings(settings file: Path?, _ backups: Path?) throws -> [Finding] {
        var serve = Serve()
        var findings: [Finding] = []
        if let file {
            do {
                serve = try Serve.configured(by: file)
                findings.append(.ok("settings", "\(file) can be read"))
            } catch let error as UsageError {
                return [.fault("settings", error.message, "correct this line; the server does not start with it")]
            } catch let error as SetupError {
                return [.fault("settings", error.message, "name a file that can be read with --config")]
            }
        }
        if let store { serve.store = store }
        return findings + Checkup(serve: serve, backups: backups).findings
    }
}

extension Serve {
    /// The server of a file of settings. Outside of the service, its credentials are in the folder of the file.
    fileprivate static func configured(by file: Path) throws -> Serve {
        var environment = ProcessInfo.processInfo.environment
        let folder = environment["CREDENTIALS_DIRECTORY"] ?? file.parent.text
        environment["CREDENTIALS_DIRECTORY"] = folder
        var serve = Serve()
        let settings = try ConfigurationFile(path: file, environment: environment)
            .settings(Self.options.flatMap(\.options))
        for setting in settings { try setting.apply(to: &serve) }
        return serve
    }
}

extension Finding {
    /// Its line of text, and a second one with what to do.
    fileprivate var text: String {
        let first = "\(state.rawValue.padded(to: 9))\(check.padded(to: 13))\(seen.printable)\n"
        return first + (remedy.map { "".padded(to: 22) + "do: \($0.printable)\n" } ?? "")
    }

    fileprivate var line: String {
        JSONWriter.line { json in
            json.member("check", check)
            json.member("state", state.rawValue)
            json.member("seen", seen)
            json.member("remedy", remedy)
        }
    }
}
