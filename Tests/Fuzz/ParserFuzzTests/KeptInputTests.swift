import Foundation
import TestSupport
import Testing

@testable import fuzz_parsers

/// A process of its own reads them, so that one that ends its reader fails a test and not all tests.
@Suite("Inputs of the fuzzers", .timeLimit(.minutes(15)))
struct KeptInputTests {
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "fuzz-parsers")

    /// The lines that the program prints, and its status.
    private func run(_ arguments: String...) throws -> (lines: [Substring], status: Int32) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Self.program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text.split(separator: "\n"), process.terminationStatus)
    }

    @Test("each reader takes the inputs that its mutations start from")
    func seeds() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "magpie-seeds-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run("seeds", folder.path).status == 0)
        let (lines, status) = try run("replay", folder.path)
        #expect(status == 0)
        #expect(
            Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) }) == Set(FuzzTarget.all.map(\.name))
        )
        #expect(lines.filter { !$0.hasSuffix(" taken") } == [])
    }

    /// Git keeps no empty folder: it is there as soon as an input was found.
    private static let kept = SharedData.package.appending(path: "Tests/Fuzz/Found")

    @Test(
        "what once ended a reader, or broke its promise, is read or refused",
        .enabled(if: FileManager.default.fileExists(atPath: kept.path), "skipped: no input was found yet"))
    func found() throws {
        let folder = Self.kept
        let (lines, status) = try run("replay", folder.path)
        #expect(status == 0, "ended by \(lines.last ?? "nothing")")
        let kept = try FileManager.default.subpathsOfDirectory(atPath: folder.path).count { $0.contains("/") }
        #expect(lines.count == kept)
    }

    @Test("another name of a reader, and a program without libFuzzer, are said")
    func refusals() throws {
        #expect(try run("fuzz", "jsno").status == 2)
        #expect(try run("fuzz", "json").status == 2)
        #expect(try run("list").lines.map(String.init) == FuzzTarget.all.map(\.name))
    }
}
