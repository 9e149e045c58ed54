import Foundation
import Models
import TestSupport

/// The ONNX Runtime of this machine.
enum InstalledRuntime {
    private static let environment = SharedData.package.appending(path: ".build/onnxruntime")

    /// The library of PyPI, where the tests may install it or have done so, else that of the system.
    static let runtime: ModelRuntime? = {
        _ = PythonPackages.python("onnxruntime")
        return library.flatMap { try? ModelRuntime(path: $0) } ?? (try? ModelRuntime())
    }()

    /// The folder of the library in the environment.
    static var library: String? {
        let versions = try? FileManager.default.contentsOfDirectory(atPath: environment.path + "/lib")
        return versions?.map { "\(environment.path)/lib/\($0)/site-packages/onnxruntime/capi" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }

    static let reason = "skipped: there is no ONNX Runtime; MAGPIE_TESTS_INSTALL=1 installs it from PyPI"

    /// True where the program ended well within ten minutes.
    static func run(_ program: String, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "-s", "KILL", "600", program] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
