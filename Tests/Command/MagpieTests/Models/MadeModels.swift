import Foundation
import TestSupport
import Testing

/// A model that `Benchmarks/EndToEnd/Models/make.py` has made, and the library that runs it.
enum MadeModels {
    static let reason: Comment = "skipped: MAGPIE_TESTS_MODELS names no folder with models, or there is no ONNX Runtime"
    static let noRuntime: Comment = "skipped: there is no ONNX Runtime, which MAGPIE_TESTS_INSTALL=1 installs from PyPI"

    /// The folder of the library, which the tests of models install.
    static let runtime: String? = {
        let libraries = SharedData.package.appending(path: ".build/onnxruntime/lib").path
        let version = (try? FileManager.default.contentsOfDirectory(atPath: libraries))?.first ?? ""
        let runtime = "\(libraries)/\(version)/site-packages/onnxruntime/capi"
        return FileManager.default.fileExists(atPath: runtime) ? runtime : nil
    }()

    static let pair: (model: String, runtime: String)? = {
        let folder = ProcessInfo.processInfo.environment["MAGPIE_TESTS_MODELS"].map { $0 + "/pair-immich" }
        guard let folder, FileManager.default.fileExists(atPath: folder), let runtime else { return nil }
        return (folder, runtime)
    }()
}
