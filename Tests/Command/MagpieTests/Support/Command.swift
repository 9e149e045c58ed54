import Foundation

@testable import magpie

/// The end of a process and its output.
struct Ended {
    /// As shells count: 128 and the signal where one ended it.
    let code: Int32
    let output: [UInt8]
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// Each line as JSON; fails where one is not.
    func json() throws -> [[String: Any]] {
        try output.split(separator: UInt8(ascii: "\n")).map { line in
            try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] ?? [:]
        }
    }

    /// The lines by their path.
    func byPath() throws -> [String: [String: Any]] {
        Dictionary(try json().map { ($0["path"] as? String ?? "", $0) }) { first, _ in first }
    }
}

extension [String: Any] {
    var isOK: Bool { self["ok"] as? Bool ?? false }
    var errorCode: String? { (self["error"] as? [String: Any])?["code"] as? String }
    var outputs: [[String: Any]] { self["outputs"] as? [[String: Any]] ?? [] }
}

/// The built command, beside the test bundle.
let magpieBinary = builtProgram("magpie")

/// A program of the package, beside the test bundle.
func builtProgram(_ name: String) -> String {
    let here = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let candidates = [here, Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
    return candidates.map { $0.appending(path: name).path }
        .first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
}

/// A process that may still run.
final class Running {
    private let process = Process()
    private let folder: URL
    /// Standard input, where it is a pipe.
    private var pipe: Pipe?

    init(
        _ program: String, _ arguments: [String], in folder: magpie.Path? = nil, input: [UInt8]? = [],
        environment: [String: String] = [:]
    ) throws {
        let files = FileManager.default.temporaryDirectory.appending(path: "magpie-run-\(UUID().uuidString)")
        self.folder = files
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder.text) }
        process.environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("SLURM_") }.merging(environment) { $1 }
        process.standardOutput = try Running.file(files.appending(path: "output"))
        process.standardError = try Running.file(files.appending(path: "errors"))
        if let input {
            try Data(input).write(to: files.appending(path: "input"))
            process.standardInput = try FileHandle(forReadingFrom: files.appending(path: "input"))
        } else {
            // Nobody closes it.
            let pipe = Pipe()
            process.standardInput = pipe
            self.pipe = pipe
        }
        try process.run()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    var isRunning: Bool { process.isRunning }
    var identifier: Int32 { process.processIdentifier }
    var output: [UInt8] { (try? contents(of: Path(folder.appending(path: "output").path))) ?? [] }

    /// Writes to standard input, where that is a pipe.
    func write(_ text: String) throws { try pipe?.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until `condition` holds or the process has ended.
    func wait(until condition: () -> Bool) {
        while process.isRunning, !condition() { usleep(2000) }
    }

    func wait() throws -> Ended {
        process.waitUntilExit()
        let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
        return Ended(
            code: process.terminationStatus + signal, output: output,
            errors: String(decoding: try contents(of: Path(folder.appending(path: "errors").path)), as: UTF8.self))
    }
}

/// Runs any program to its end.
@discardableResult
func run(_ program: String, _ arguments: [String]) throws -> Ended { try Running(program, arguments).wait() }

extension Workplace {
    /// Starts the command inside this folder.
    func start(_ arguments: String..., input: [UInt8]? = [], environment: [String: String] = [:]) throws -> Running {
        try Running(magpieBinary, arguments, in: path, input: input, environment: environment)
    }

    /// Runs the command inside this folder.
    @discardableResult
    func magpie(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> Ended {
        try Running(magpieBinary, arguments, in: path, input: Array(input.utf8), environment: environment).wait()
    }

    func magpie(_ arguments: [String]) throws -> Ended {
        try Running(magpieBinary, arguments, in: path).wait()
    }

    /// Runs `benchmarks` inside this folder.
    func benchmarks(_ arguments: String...) throws -> Ended {
        try Running(builtProgram("benchmarks"), arguments, in: path).wait()
    }

    /// Runs the command as a user who is not root.
    func magpieAsNobody(_ arguments: String...) throws -> Ended {
        let drop = ["--reuid", "65534", "--regid", "65534", "--clear-groups", magpieBinary]
        return try Running(Workplace.setpriv, drop + arguments, in: path).wait()
    }

    static let setpriv = "/usr/bin/setpriv"
    static let isRoot = geteuid() == 0
    static let canDropRoot = isRoot && FileManager.default.isExecutableFile(atPath: setpriv)
}
