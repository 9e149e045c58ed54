import Foundation
import TestSupport
import Testing

/// A model that `Benchmarks/EndToEnd/Models/make.py` has made, and the library that runs it.
enum MadeModels {
    static let reason: Comment = "skipped: MAGPIE_TESTS_MODELS names no folder with models, or there is no ONNX Runtime"
    static let noRuntime: Comment = "skipped: there is no ONNX Runtime, which MAGPIE_TESTS_INSTALL=1 installs from PyPI"

    /// The folder of the library, which the tests of models install; nil until its list of files, the last one, is there.
    static let runtime: String? = {
        let files = FileManager.default
        let libraries = SharedData.package.appending(path: ".build/onnxruntime/lib").path
        let version = (try? files.contentsOfDirectory(atPath: libraries))?.first ?? ""
        let packages = "\(libraries)/\(version)/site-packages"
        let isWhole = (try? files.contentsOfDirectory(atPath: packages))?.contains {
            $0.hasPrefix("onnxruntime-") && files.fileExists(atPath: "\(packages)/\($0)/RECORD")
        }
        return isWhole == true ? packages + "/onnxruntime/capi" : nil
    }()

    static let pair: (model: String, runtime: String)? = {
        let folder = ProcessInfo.processInfo.environment["MAGPIE_TESTS_MODELS"].map { $0 + "/pair-immich" }
        guard let folder, FileManager.default.fileExists(atPath: folder), let runtime else { return nil }
        return (folder, runtime)
    }()
}
