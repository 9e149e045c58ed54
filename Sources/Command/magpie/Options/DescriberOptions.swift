import Essentials
import MilvusCatalog
import Models

/// The options that name what describes pictures: a model on an inference server, one in a folder, or the fine describer.
struct DescriberOptions: Hashable, Sendable {
    /// The describer that `--describer` names.
    enum Named: Hashable, Sendable {
        /// The built-in describer with its second network.
        case fine
        /// A model on an inference server.
        case server(InferenceDescriber.Model)
    }

    /// The describer by its name.
    var named: Named?
    /// The folder of a model.
    var folder: Path?
    /// The library that runs models, or its folder.
    var runtime: Path?
    /// The seconds without a picture after which the process of the picture tower ends; 0 for never.
    var idle = 300

    /// The describer that the options name; nil where they name nothing.
    ///
    /// - Parameter store: What it keeps of a model saves a look at the model; nil without a store.
    func describer(for store: Path? = nil) throws -> (any Describer)? {
        if named != nil, folder != nil { throw UsageError("give --describer or --model, not both") }
        switch named {
        case .fine?: return try FineDescriber(contentsOf: Self.fineFile())
        case .server(let model)?: return try InferenceDescriber(model)
        case nil: break
        }
        return try folder.map { folder in
            let known = store.flatMap(Self.record)
            return try ModelDescriber(folder: URL(filePath: folder.text), settings(), known: known)
        }
    }

    /// The fine describer, or the model of a folder, that a store was made with, as the store names it; nil for other
    /// stores, and where the file or the folder is gone or has another model now.
    func recorded(in store: Path) throws -> (any Describer)? {
        if !store.isMilvus, let name = try? CatalogStore.describerName(at: store.text), FineDescriber.isName(name) {
            return recordedFine(name, of: store)
        }
        guard let record = Self.record(of: store) else { return nil }
        var settings = settings()
        settings.numbers = record.numbers
        do throws(DescribeError) {
            let found = try ModelDescriber(folder: URL(filePath: record.folder), settings, known: record)
            if found.identity == record.identity { return found }
            note(
                "magpie: \(record.folder.printable) has another model now than the one that \(store.text.printable) was "
                    + "made with; name the folder of that one with --model\n")
        } catch {
            note("magpie: the model of \(store.text.printable) cannot be used: \("\(error)".printable)\n")
        }
        return nil
    }

    private static func record(of store: Path) -> ModelRecord? {
        guard !store.isMilvus, let json = try? CatalogStore.describerRecord(at: store.text) else { return nil }
        return ModelRecord(json: json)
    }

    /// The fine describer if it is that of a store; else nil, with a note of the reason.
    private func recordedFine(_ name: String, of store: Path) -> FineDescriber? {
        do {
            let fine = try FineDescriber(contentsOf: Self.fineFile())
            if fine.identity == name { return fine }
            note("magpie: \(store.text.printable) was made with the fine describer of another version\n")
        } catch {
            note("magpie: the fine describer of \(store.text.printable) cannot be used: \("\(error)".printable)\n")
        }
        return nil
    }

    /// The file of the fine describer, beside this program or where packages put it.
    private static func fineFile() throws(UsageError) -> URL {
        let program = URL(filePath: ModelSettings.Worker.program).resolvingSymlinksInPath().deletingLastPathComponent()
        let folders = ["../share/magpie", "magpie_magpie.resources", "magpie_magpie.bundle", "."].map {
            program.appending(path: $0).standardized
        }
        let files = folders.map { $0.appending(path: FineDescriber.fileName) }
        guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            throw UsageError(
                "the fine describer needs its file \(FineDescriber.fileName), which is in none of "
                    + folders.map { $0.path.printable }.joined(separator: ", ")
                    + "; it comes with the package of magpie")
        }
        return file
    }

    private func settings() -> ModelSettings {
        ModelSettings(runtime: runtime?.text ?? Self.environment, worker: .magpie(idle: idle))
    }

    /// The library in the environment, for commands without the option.
    static var environment: String? {
        let value = ProcessInfo.processInfo.environment["MAGPIE_ONNXRUNTIME"] ?? ""
        return value.isEmpty ? nil : value
    }

    /// The settings of a model that a command looks at on its own.
    func alone() -> ModelSettings { settings() }
}

extension ModelSettings.Worker {
    /// The first word of the command in the process of a model.
    static let word = "model-worker"

    /// The path of this program. The system knows it by this name also after it was replaced on the disk.
    static var program: String {
        #if os(Linux)
            "/proc/self/exe"
        #else
            Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }

    /// This program.
    static func magpie(idle: Int) -> Self {
        Self(program: self.program, arguments: [word], idle: idle == 0 ? nil : Double(idle))
    }
}

extension Option {
    /// `--model DIR`
    static func model(sets property: WritableKeyPath<Target, Path?>) -> Option {
        .value(
            "--model", kind: .path("DIR"),
            help: "Folder of a model that describes pictures, and words where it can: as exported for immich, "
                + "Transformers.js or fastembed. A store keeps the folder and finds it again.",
            default: .clause("that of the store, else the built-in describer"), sets: property)
    }

    /// `--onnxruntime FILE`
    static func runtime(sets property: WritableKeyPath<Target, Path?>) -> Option {
        .value(
            "--onnxruntime", kind: .path("FILE"),
            help: "Library that runs models, libonnxruntime.so, or its folder, such as onnxruntime/capi of the "
                + "Python package.", default: .clause("MAGPIE_ONNXRUNTIME in the environment, else that of the system"),
            sets: property)
    }

    /// `--describer fine|URL#MODEL`
    static func describer(sets property: WritableKeyPath<Target, DescriberOptions.Named?>) -> Option {
        .value(
            "--describer", kind: .describer,
            help: "'fine' sees more than the built-in describer, at twice the CPU; a store keeps it and finds "
                + "it again. Or a model on an inference server (Open Inference Protocol) that describes pictures, such "
                + "as http://localhost:8080#clip. Its input is 224 x 224 pixels as FP32, channels first, normalized to "
                + "the mean and deviation of ImageNet. Use the same model for every run on a store.",
            default: .clause("that of the store, else the built-in describer"), sets: property)
    }
}
