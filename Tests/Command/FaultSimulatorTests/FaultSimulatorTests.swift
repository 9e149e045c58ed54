import Foundation
import TestSupport
import Testing

#if os(Linux)
    private let hasDisk = true
#else
    private let hasDisk = false
#endif

/// Runs the program `fault-simulator`, which stands between its libraries and the system, and so cannot be linked here.
@Suite(
    "Stores on a disk that fails", .timeLimit(.minutes(15)),
    .enabled(if: hasDisk, "skipped: the disk of the simulator is for Linux"))
struct FaultSimulatorTests {
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "fault-simulator")

    /// Runs the simulator to its end; returns its exit status and what it printed.
    private func simulate(_ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test("random operations with hundreds of crashes and other faults: the store holds what the model in memory holds")
    func crashes() throws {
        let (status, text) = try simulate(["--crashes", "300", "--seed", "1"])
        #expect(status == 0, "\(text)")
        let crashes = text.firstMatch(of: /\| crashes +\| (\d+)/).flatMap { Int($0.1) }
        #expect(crashes ?? 0 >= 300, "\(text)")
    }

    @Test("a disk that lies about syncs is found out, with a short list of steps")
    func lies() throws {
        let (status, text) = try simulate(["--crashes", "300", "--lying-disk"])
        #expect(status == 1, "\(text)")
        let steps = text.firstMatch(of: /shrunk to (\d+) steps/).flatMap { Int($0.1) }
        #expect(steps ?? .max <= 4, "\(text)")
    }

    @Test("a seed determines all that a run does")
    func determinism() throws {
        let (first, second) = (try simulate(["--runs", "3"]), try simulate(["--runs", "3"]))
        // All but the time that it took.
        #expect(first.text.split(separator: "\n").dropLast() == second.text.split(separator: "\n").dropLast())
    }

    @Test("steps that once failed", arguments: FoundFault.all)
    func found(_ fault: FoundFault) throws {
        let (status, text) = try simulate(["--seed", "\(fault.seed)", "--replay", fault.steps])
        #expect(status == 0, "\(text)")
    }

    @Test(
        "an unknown option and steps that cannot be read are refused",
        arguments: [
            ["--crash", "1"], ["--replay", "put"], ["--replay", "put 1 crash@x"], ["--replay", "hop 1"], ["--seed"],
        ])
    func usage(_ arguments: [String]) throws {
        let (status, text) = try simulate(arguments)
        #expect(status == 64 && text.hasPrefix("usage:"))
    }
}
