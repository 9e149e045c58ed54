import Foundation
import Testing

@testable import magpie

@Suite("magpie interrupted", .timeLimit(.minutes(15)))
struct InterruptionTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        let bytes = try picture(700, 560)
        for number in 0..<150 { try place.write(bytes, to: "in/\(number).jpg") }
    }

    /// Ends a run by a signal when some outputs are there. Tries again where this machine was so busy that the run was
    /// over before the signal came, or had no time for its last words.
    func interrupted(by number: Int32) throws -> Ended {
        var ended: Ended
        var tries = 0
        repeat {
            try? FileManager.default.removeItem(atPath: (place / "out").text)
            let running = try place.start("prep", "in", "-o", "out", "--size", "1024", "--json", "--jobs", "3")
            running.wait { place.names(in: "out").count >= 5 }
            running.send(number)
            ended = try running.wait()
            tries += 1
        } while tries < 10 && (outputs >= 150 || ended.errors.isEmpty && number != SIGKILL)
        return ended
    }

    var outputs: Int { place.names(in: "out").count { !$0.hasPrefix(".") } }

    func undisturbed() throws -> [Path: [UInt8]] {
        try place.magpie("prep", "in", "-o", "whole", "--size", "1024")
        return place.files(in: "whole")
    }

    @Test("a signal ends it soon, with the code of shells and no partial file", arguments: [SIGTERM, SIGINT])
    func signals(number: Int32) throws {
        let ended = try interrupted(by: number)
        #expect(ended.code == 128 + number)
        let count = try ended.json().count
        #expect(
            ended.errors == "magpie: interrupted, \(count) done; the same call with --update goes on\n",
            "\(ended.errors)")
        let whole = try undisturbed()
        let done = place.files(in: "out")
        #expect(done.count < whole.count)
        #expect(done.allSatisfy { whole[$0.key] == $0.value })
        // Every line is whole, and says the truth.
        #expect(try ended.json().allSatisfy { $0.isOK })
        #expect(ended.output.last == UInt8(ascii: "\n"))
    }

    @Test("where nothing is written that could be gone on with, only the number is said")
    func colors() throws {
        var ended: Ended
        var tries = 0
        repeat {
            let running = try place.start("colors", "in", "--json", "--jobs", "2")
            running.wait { !running.output.isEmpty }
            running.send(SIGINT)
            ended = try running.wait()
            tries += 1
            // On a busy machine the run may be over before, or have no time for its last words.
        } while tries < 10 && ended.errors.isEmpty
        #expect(ended.code == 130)
        let count = try ended.json().count
        #expect(ended.errors == "magpie: interrupted, \(count) done\n", "\(ended.errors)")
    }

    @Test(
        "on a terminal, Ctrl-C clears the progress and says how many of all are done",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: ColorsCommandTests.script), "skipped: needs script(1)"))
    func terminal() throws {
        // A signal to the command alone, once some outputs are there.
        let signal = "(while [ \"$(ls out 2>/dev/null | wc -l)\" -lt 5 ]; do sleep 0.02; done; kill -INT $(cat pid)) &"
        let command = "sh -c 'echo $$ > pid; exec \"$0\" prep in -o out --size 1024 --jobs 2' '\(magpieBinary)'"
        let all = "rm -rf out; \(signal) \(command); echo code $?"
        let way = /^magpie: interrupted, [0-9]+ of 150 done; the same call with --update goes on\r\n/
        var last = ""
        for _ in 0..<10 {
            let text = try Running(ColorsCommandTests.script, ["-qec", all, "/dev/null"], in: place.path).wait().text
            last = try #require(text.components(separatedBy: ProgressLine.clear).last)
            // On a busy machine the signal may come before all are counted, or after the end.
            if last.contains(way) { break }
        }
        #expect(last.contains(way), "\(last)")
        #expect(last.hasSuffix("code 130\r\n"))
    }

    @Test("a signal ends the wait for a list as well")
    func waiting() throws {
        var ended: Ended
        var tries = 0
        repeat {
            try? FileManager.default.removeItem(atPath: (place / "out").text)
            let running = try place.start("prep", "-", "-o", "out", "--json", input: nil)
            // Once the first image is done, it waits for the next line.
            try running.write("in/0.jpg\n")
            running.wait { place.names(in: "out").contains("in/0.jpg") }
            #expect(running.isRunning)
            running.send(SIGINT)
            ended = try running.wait()
            tries += 1
            // On a busy machine it may have no time for its last words.
        } while tries < 10 && ended.errors.isEmpty
        #expect(ended.code == 130)
        #expect(ended.errors == "magpie: interrupted, 1 done; the same call with --update goes on\n")
    }

    @Test("after kill -9, --skip-existing ends with the same folder as an undisturbed run")
    func resume() throws {
        #expect(try interrupted(by: SIGKILL).code == 128 + SIGKILL)
        // The file that a writer leaves behind that was killed in the middle.
        try place.write([0xff, 0xd8], to: AtomicFile.temporaryName(beside: Path("out/149.jpg")))
        try place.write([], to: "out/149.jpg")
        let before = outputs
        #expect(before < 150)
        let ended = try place.magpie("prep", "in", "-o", "out", "--size", "1024", "--skip-existing", "--json")
        #expect(ended.code == 0)
        let lines = try ended.json()
        #expect(lines.count == 150)
        #expect(lines.allSatisfy { $0.isOK && $0.outputs.count == 1 })
        // At most one output of each worker has its name and is not written down yet.
        let skipped = lines.count { $0["skipped"] as? Bool == true }
        #expect((before - 1 - 3...before - 1).contains(skipped))
        #expect(place.files(in: "out") == (try undisturbed()))
    }

    @Test("a reader that goes away ends it quietly")
    func closedOutput() throws {
        let command = "\"$0\" prep in -o out --size 1024 --json | head -n 2; exit ${PIPESTATUS[0]}"
        var ended: Ended
        var tries = 0
        repeat {
            try? FileManager.default.removeItem(atPath: (place / "out").text)
            ended = try Running("/bin/bash", ["-c", command, magpieBinary], in: place.path).wait()
            tries += 1
            // On a busy machine the run may be over before its reader has gone.
        } while tries < 10 && outputs >= 150
        #expect(ended.code == 141)
        #expect(ended.lines.count == 2)
        #expect(ended.errors == "")
        #expect(place.names(in: "out").count < 150)
        #expect(place.names(in: "out").allSatisfy { !$0.hasPrefix(".") })
    }
}
