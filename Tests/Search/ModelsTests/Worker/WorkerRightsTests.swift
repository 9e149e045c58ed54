import Foundation
import Models
import TestSupport
import Testing

@Suite("Rights and remains of the process of a model", .timeLimit(.minutes(15)))
struct WorkerRightsTests {
    @Test(
        "the process can read files, and neither change them nor use the network, other programs and processes",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm"), "skipped: only Linux has the filter"))
    func rights() throws {
        let process = WorkerProgram.process()
        let folder = FileManager.default.temporaryDirectory.appending(path: "rights-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "file").path(percentEncoded: false)
        try Data("kept".utf8).write(to: URL(filePath: file))
        #expect(try process.ask("try read \(file)") == "done")
        for act in ["write", "truncate", "remove", "rename", "mode", "folder", "socket", "fork", "exec"] {
            #expect(try process.ask("try \(act) \(file)") == "Operation not permitted", "\(act)")
        }
        let own = ProcessInfo.processInfo.processIdentifier
        #expect(try process.ask("try kill \(own)") == "Operation not permitted")
        #expect(try process.ask("threads") == "8")
        let pid = try #require(process.state.pid)
        #expect(try String(contentsOfFile: "/proc/\(pid)/oom_score_adj", encoding: .utf8) == "1000\n")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
        #expect(process.state.starts == 1)
    }

    @Test(
        "a process that wants all memory gets as much as its limit, and goes on",
        .disabled(if: Sanitizer.isOn, "skipped: a sanitizer reserves more addresses"))
    func hunger() throws {
        let process = WorkerProgram.process(memory: 1 << 30)
        let got = try #require(Int(try process.ask("hunger")))
        #expect(256...1024 ~= got)
        #expect(try process.ask("echo") == "echo")
        // An array has no way to say that there is no memory: its process ends.
        #expect(throws: WorkerError.self) { try process.ask("large 100000000000") }
        #expect(try process.ask("echo") == "echo")
    }

    @Test("the process inherits no descriptor")
    func inheritance() throws {
        let inherited = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
        let plain = dup(inherited.fileDescriptor)
        defer { close(plain) }
        #expect(try WorkerProgram.process().ask("descriptors") == "0 1 2 3")
    }

    @Test("after a hundred processes that crash or end no descriptor and no zombie is left")
    func remains() async {
        // A process of its own: other tests have descriptors beside it.
        await #expect(processExitsWith: .success) {
            func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            _ = try WorkerProgram.process().ask("echo")
            let before = try count()
            for round in 0..<50 {
                let process = WorkerProgram.process(pause: 0)
                _ = try? process.ask(["segfault", "garble", "exit"][round % 3])
                #expect(try process.ask("echo") == "echo")
                if round % 2 == 0 { process.end() }
            }
            #expect(try count() == before)
            #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
        }
    }
}
