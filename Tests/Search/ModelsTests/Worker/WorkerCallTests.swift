import Foundation
import Models
import TestSupport
import Testing

@Suite("Calls to the process of a model", .timeLimit(.minutes(15)))
struct WorkerCallTests {
    @Test("the process starts with the first call, greets, answers, and is the same for the next call")
    func calls() throws {
        let process = WorkerProgram.process("some", "words with blanks")
        #expect(!process.state.isRunning && process.greeting == nil && process.state.starts == 0)
        #expect(try process.ask("echo") == "echo")
        let pid = try #require(process.state.pid)
        #expect(String(decoding: process.greeting ?? [], as: UTF8.self) == "greeting some words with blanks")
        #expect(try process.ask("again") == "again")
        let state = process.state
        #expect(state.pid == pid && state.calls == 2 && state.starts == 1 && state.isConfined && state.failure == nil)
        #expect(try #require(state.residentBytes) > 1 << 20)
        #expect(try #require(state.idleSeconds) < 200)
    }

    @Test("requests and answers of any length go through", arguments: [0, 1, 8, 65_536, 3_000_001, 40_000_000])
    func lengths(count: Int) throws {
        var bytes = [UInt8](repeating: 7, count: count)
        for index in stride(from: 0, to: count, by: 997) { bytes[index] = UInt8(truncatingIfNeeded: index) }
        #expect(try WorkerProgram.process().call(bytes) == bytes)
    }

    @Test("threads that call at once get each their own answer")
    func atOnce() async throws {
        let process = WorkerProgram.process()
        await withTaskGroup(of: Bool.self) { group in
            for thread in 0..<16 {
                group.addTask {
                    (0..<50).allSatisfy { (try? process.ask("echo \(thread) \($0)")) == "echo \(thread) \($0)" }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(process.state.calls == 800 && process.state.starts == 1)
    }

    @Test("a slow greeting is waited for, and a library that prints disturbs no answer")
    func slowAndLoud() throws {
        let process = WorkerProgram.process("slow")
        #expect(try process.start() == Array("greeting slow".utf8))
        #expect(try process.ask("print") == "printed")
        #expect(try process.ask("echo") == "echo")
    }

    @Test("an idle process ends, and the next call starts it again")
    func idle() throws {
        let process = WorkerProgram.process(idle: 0.2)
        for round in 1...3 {
            #expect(try process.ask("echo") == "echo")
            #expect(process.state.starts == round)
            try wait(for: "the end of the idle process") { !process.state.isRunning }
        }
        #expect(process.state.residentBytes == nil && process.state.failure == nil)
    }

    @Test("the process ends with its owner, and when the owner ends it, also in the middle of a call")
    func end() async throws {
        var process: WorkerProcess? = WorkerProgram.process(idle: 100)
        try process?.start()
        let first = try #require(process?.state.pid)
        process = nil
        try wait(for: "the end of the process without an owner") { WorkerProgram.isGone(first) }

        let other = WorkerProgram.process()
        async let hung = onOwnThread { #expect(throws: WorkerError.ended) { try other.ask("hang") } }
        try await waitAsync(for: "the call") { other.state.calls == 1 }
        other.end()
        _ = await hung
        #expect(throws: WorkerError.ended) { try other.ask("echo") }
        #expect(!other.state.isRunning)
    }

    @Test("the process ends when its parent is killed in the middle of a call")
    func orphan() throws {
        let (parent, output) = (Process(), Pipe())
        parent.executableURL = WorkerProgram.url
        parent.arguments = ["own"]
        parent.standardOutput = output
        try parent.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let child = try #require(Int(said.split(separator: "\n").first ?? ""))
        #expect(!WorkerProgram.isGone(child))
        kill(parent.processIdentifier, SIGKILL)
        parent.waitUntilExit()
        try wait(for: "the end of the orphan") { WorkerProgram.isGone(child) }
    }
}
