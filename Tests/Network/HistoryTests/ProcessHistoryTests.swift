import Foundation
import Histories
import TestSupport
import Testing
import VisualSearch

@Suite("Histories of two processes", .timeLimit(.minutes(15)))
struct ProcessHistoryTests {
    @Test("two processes of four threads each on one file see one order of what they do")
    func processes() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "catalog.magpie").path
        let engine = try SearchEngine(path: path, mode: .create, describer: MeanDescriber())
        let processes = [try HistoryProcess(path), try HistoryProcess(path)]
        var runs = HistoryRuns("two processes")
        for seed in Workload.seeds(few: 50) {
            let workload = Workload(seed: seed)
            try CatalogAction.clear(engine)
            for (number, process) in processes.enumerated() {
                try process.prepare(Share(workload, first: number * 4, count: 4))
            }
            for process in processes { process.start() }
            let operations = try processes.flatMap { try $0.operations() }
            guard runs.judge(operations, of: workload) else { break }
        }
        runs.finish()
        for process in processes { #expect(process.end() == 0) }
        #expect(try CatalogStore(path: path, mode: .readOnly).check() == [])
    }
}

/// The program `history-process` at work on a store.
private final class HistoryProcess {
    private struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()

    init(_ path: String) throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "history-process")
        process.arguments = [path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Hands over the threads to run, and waits until they can begin.
    func prepare(_ share: Share) throws {
        try send(JSONEncoder().encode(share))
        let answer = try line()
        guard answer == "ready" else { throw Ended(description: answer) }
    }

    func start() { try? send(Data()) }

    func operations() throws -> [RecordedCall] {
        let answer = try line()
        do {
            return try JSONDecoder().decode([RecordedCall].self, from: Data(answer.utf8))
        } catch {
            throw Ended(description: answer)
        }
    }

    /// Ends the input, and with it the process; its exit code.
    func end() -> Int32 {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func send(_ bytes: Data) throws { try input.fileHandleForWriting.write(contentsOf: bytes + [10]) }

    private func line() throws -> String {
        while true {
            if let end = rest.firstIndex(of: 10) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = Data(rest[(end + 1)...])
                return line
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Ended(description: "history-process has ended") }
            rest += more
        }
    }
}
