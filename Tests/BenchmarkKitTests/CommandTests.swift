import BenchmarkKit
import Testing

@Suite("costs of a child process")
struct CommandTests {
    @Test("what a program prints comes back")
    func output() throws {
        #expect(try Command("/bin/echo", ["two", "words"]).run().output == "two words\n")
    }

    @Test("a program's own CPU time is counted, a program that sleeps costs none")
    func times() throws {
        let busy = try Command("/bin/sh", ["-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"]).run().cost
        let idle = try Command("/bin/sleep", ["0.3"]).run().cost
        #expect(busy.cpu > idle.cpu)
        #expect(idle.wall >= 0.3)
        #expect(idle.peakResident > 100_000)
    }

    @Test("a failure carries the exit code and what the program said")
    func failure() {
        let failing = Command("/bin/sh", ["-c", "echo no such object >&2; exit 3"])
        let error = #expect(throws: CommandFailure.self) { try failing.run() }
        #expect(error?.code == 3)
        #expect(error?.message == "no such object")
        #expect(throws: Never.self) { try failing.run(accepting: [0, 3]) }
    }

    @Test("a program that is not there is an error")
    func missing() {
        #expect(throws: CommandFailure.self) { try Command("/bin/there-is-no-such-program", []).run() }
        #expect(Command.find("there-is-no-such-program") == nil)
        #expect(Command.find("sh") != nil)
    }
}
