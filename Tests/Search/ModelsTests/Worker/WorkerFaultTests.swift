import Foundation
import Models
import TestSupport
import Testing

@Suite("Faults of the process of a model", .timeLimit(.minutes(15)))
struct WorkerFaultTests {
    @Test(
        "a fault of a call is its error, and the next call has an answer of a new process",
        arguments: [
            ("abort", WorkerError.crashed(signal: 6)), ("segfault", .crashed(signal: 11)), ("exit", .exited(code: 3)),
            ("garble", .malformed), ("claim 99999999", .tooLarge(bytes: 99_999_999, limit: 1 << 20)),
            ("claim 18446744073709551615", .malformed), ("claim 2000000000", .malformed),
            ("large 2000000", .tooLarge(bytes: 2_000_000, limit: 1 << 20)),
        ])
    func faults(request: String, error: WorkerError) throws {
        let process = WorkerProgram.process()
        #expect(throws: error) { try process.ask(request, limit: 1 << 20) }
        #expect(!process.state.isRunning && process.state.failure == error)
        #expect(try process.ask("echo") == "echo")
        #expect(process.state.starts == 2 && process.state.failure == nil)
    }

    @Test("a call that hangs is ended after its time, and those that wait have their answers")
    func hang() async throws {
        let process = WorkerProgram.process(timeout: 3)
        #expect(throws: WorkerError.timedOut(seconds: 3)) { try process.ask("hang") }
        #expect(throws: WorkerError.timedOut(seconds: 3)) { try process.ask("claim 1000") }
        #expect(try process.ask("echo") == "echo")
        #expect(process.state.starts == 3)
    }

    @Test("a call that is refused says why, without control characters, and the process goes on")
    func refusal() throws {
        let process = WorkerProgram.process()
        #expect(throws: WorkerError.refused(reason: "no [31m to you")) { try process.ask("refuse you") }
        #expect(try process.ask("echo") == "echo")
        #expect(process.state.starts == 1)
    }

    @Test("an answer that nobody asked for is not taken for that of the next call")
    func twice() throws {
        let process = WorkerProgram.process()
        #expect(try process.ask("twice") == "")
        try wait(for: "the second answer, for which the process is ended") {
            try process.start()
            return process.state.starts == 2
        }
        #expect(try process.ask("echo") == "echo")
        #expect(process.state.starts == 2)
    }

    @Test("a process that ended between two calls is started again without an error")
    func killed() throws {
        let process = WorkerProgram.process()
        try process.start()
        let pid = try #require(process.state.pid)
        kill(pid_t(pid), SIGKILL)
        try wait(for: "the end") { WorkerProgram.isGone(pid) }
        #expect(try process.ask("echo") == "echo")
        #expect(process.state.starts == 2)
    }

    @Test(
        "a start that fails is the error of the call",
        arguments: [
            ("exit", WorkerError.exited(code: 7)), ("refuse", .unusable(reason: "there is no model here")),
            ("crash", .crashed(signal: 11)), ("garble", .malformed),
        ])
    func starts(argument: String, error: WorkerError) throws {
        let process = WorkerProgram.process(argument)
        #expect(throws: error) { try process.ask("echo") }
        #expect(!process.state.isRunning)
    }

    @Test("a start that takes too long, and a program that is not there, are errors")
    func noStart() throws {
        #expect(throws: WorkerError.startTimedOut(seconds: 0.5)) {
            try WorkerProgram.process("late", startTimeout: 0.5).start()
        }
        let missing = WorkerProcess(executable: "/nowhere/program", arguments: [])
        #expect(throws: WorkerError.cannotStart(reason: "No such file or directory")) { try missing.start() }
        let zero = WorkerProcess(executable: WorkerProgram.path, arguments: ["a\0b"])
        #expect(throws: WorkerError.cannotStart(reason: "an argument has a zero byte")) { try zero.start() }
    }

    @Test("after three failures calls fail at once with the reason, and after the pause one start is tried")
    func pause() throws {
        let process = WorkerProgram.process("refuse", pause: 200)
        let unusable = WorkerError.unusable(reason: "there is no model here")
        for _ in 1...3 { #expect(throws: unusable) { try process.start() } }
        let error = #expect(throws: WorkerError.self) { try process.start() }
        guard case .paused(let reason, let seconds) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason == "the model cannot be used: there is no model here" && 1...200 ~= seconds)
        #expect(process.state.starts == 3)

        let short = WorkerProgram.process("refuse", pause: 0.01)
        for _ in 1...5 {
            #expect(throws: unusable) { try short.start() }
            usleep(50_000)
        }
        #expect(short.state.starts == 5)
    }

    @Test("errors say in a sentence how the process ended")
    func sentences() {
        let texts = [WorkerError.crashed(signal: 11), .crashed(signal: 40), .exited(code: 7)].map(\.description)
        #expect(
            texts == [
                "the process of the model ended by signal 11 (a fault in memory, perhaps for lack of it)",
                "the process of the model ended by signal 40",
                "the process of the model ended with code 7 before it answered",
            ])
    }
}
