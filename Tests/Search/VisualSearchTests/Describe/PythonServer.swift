import Foundation
import WireFormat

/// A program in Python that serves on a port of the loopback interface, and ends with the last reference to it.
final class PythonServer {
    let url: URL
    private let process = Process()
    private let input = Pipe()

    /// - Parameters:
    ///   - script: Prints its port on a line as soon as it can be asked, and ends when its input does.
    ///   - folder: Where it runs.
    init(_ script: String, python: URL, in folder: URL) throws {
        let file = folder.appending(path: "serve.py")
        try Data(script.utf8).write(to: file)
        let output = Pipe()
        let errors = folder.appending(path: "errors.log")
        try Data().write(to: errors)
        process.executableURL = python
        process.arguments = [file.path(percentEncoded: false)]
        process.currentDirectoryURL = folder
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(said.trimmingCharacters(in: .whitespacesAndNewlines)),
            let url = URL(string: "http://127.0.0.1:\(port)")
        else {
            throw NoPort(said: said, errors: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
        }
        self.url = url
    }

    struct NoPort: Error {
        let said: String
        let errors: String
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The interpreter on the search path; nil without one.
    static let python3 = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(filePath: "\($0)/python3") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }

    /// The interpreter of `MAGPIE_MLSERVER_PYTHON`; nil without one.
    static let mlserver = ProcessInfo.processInfo.environment["MAGPIE_MLSERVER_PYTHON"]
        .flatMap { FileManager.default.isExecutableFile(atPath: $0) ? URL(filePath: $0) : nil }

    /// Ends the program with its input.
    static let endsWithInput = """
        import os, sys, threading
        def wait():
            sys.stdin.buffer.read()
            os._exit(0)
        threading.Thread(target=wait, daemon=True).start()

        """
}
