import Essentials
import Recommendations
import SQLite
import SearchServer
import StepwiseSearch
import VisualSearch

/// The places of a server's data, for `magpie backup` and `magpie restore`.
struct BackupOptions {
    var store: Path?
    var steps: Path?
    var uploads: String?
    var configuration: Path?

    static var options: [Option<BackupOptions>] {
        [
            .value(
                "--store", kind: .path("FILE"), help: "Store file.",
                default: .clause("that of --config, or \(StorePlace.standardName) in this folder"), sets: \.store),
            .value("--steps", kind: .path("FILE"), help: "File of the hierarchy that the server has.", sets: \.steps),
            .value(
                "--upload-folder", kind: .folder("DIR"), help: "Folder of uploaded pictures that servers share.",
                sets: \.uploads),
            .value(
                "--config", kind: .path("FILE"),
                help: "Settings of 'magpie serve', of which store, steps and upload-folder are taken.",
                sets: \.configuration),
        ]
    }

    /// The newest forms of files that this version reads.
    static let forms: [FileKind: Int] = {
        var forms: [FileKind: Int] = [
            .catalog: CatalogStore.form, .content: CatalogStore.form, .events: EventFile.steps.count,
            .steps: StepStore.form,
        ]
        forms[.jobs] = Serve.protocols.compactMap(\.formOfInsertions).max()
        return forms
    }()

    func places(for work: String) throws -> BackupPlaces {
        var server = Serve()
        if let configuration {
            // Its keys are not read here.
            let environment = ProcessInfo.processInfo.environment.merging(["CREDENTIALS_DIRECTORY": "/"]) { own, _ in
                own
            }
            let file = ConfigurationFile(path: configuration, environment: environment)
            for setting in try file.settings(Serve.options.flatMap(\.options))
            where ["store", "steps", "upload-folder"].contains(setting.name) {
                try setting.apply(to: &server)
            }
        }
        let path = store ?? server.store
        try path.requireFile(for: work)
        return BackupPlaces(
            store: path.text, steps: (steps ?? server.steps)?.text, uploads: uploads ?? server.setup.uploadFolder)
    }
}

extension BackupManifest {
    /// Its parts in words, such as "catalog (120 items)".
    func parts(_ roles: [BackupRole]) -> String {
        roles.map { role in
            let own = files.filter { $0.role == role }
            let rows = own.first?.rows ?? 0
            let content =
                switch role {
                case .catalog, .content: Numbers.plural(rows, "item")
                case .events:
                    "\(Numbers.plural(rows, "event")), \(Numbers.plural(own.first?.consents ?? 0, "answer")) on consents"
                case .jobs: "\(Numbers.plural(rows, "insertion")) waiting"
                case .steps: Numbers.plural(rows, "place")
                case .uploads: Numbers.plural(own.count, "picture")
                }
            return "\(role.rawValue) (\(content))"
        }.joined(separator: ", ")
    }
}
