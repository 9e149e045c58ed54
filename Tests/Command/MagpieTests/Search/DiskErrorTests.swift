import Foundation
import TestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie index on a bad or full disk", .timeLimit(.minutes(15)))
struct DiskErrorTests {
    static let strace = ["/usr/bin/strace", "/usr/local/bin/strace"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    let place: Workplace

    init() throws { place = try Workplace() }

    func fill(_ count: Int) throws {
        for number in 0..<count { try place.write(try picture(32, 24, seed: number), to: "in/\(number).jpg") }
    }

    @Test(
        "a full disk ends the run with 75; what was said is kept, and the next run goes on once there is room",
        .enabled(if: FullDiskTests.canMount, "skipped: cannot mount"))
    func full() throws {
        try fill(400)
        try place.folder("disk")
        let disk = try #require(try FullDiskTests.SmallDisk(place / "disk", options: "size=832k"))
        let words = ["index", "in", "--store", "disk/s.magpie", "--thumbnails", "32", "--json"]
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == 75)
        #expect(ended.errors.hasPrefix("magpie: disk full: no space for the store disk/s.magpie; "))
        #expect(ended.errors.contains("; free space and run again"))
        let said = Set(try ended.json().map(\.itemID))
        #expect(!said.isEmpty && said.count < 400)
        #expect(try place.ids(of: "disk/s.magpie").isSuperset(of: said))
        #expect(try run("/bin/mount", ["-o", "remount,size=16m", disk.path.text]).code == 0)
        let next = try Running(magpieBinary, words, in: place.path).wait()
        #expect(next.code == 0, "\(next.errors)")
        #expect(try next.json().actions["unchanged", default: 0] >= said.count)
        #expect(try place.ids(of: "disk/s.magpie").count == 400)
    }

    /// Makes one system call fail, runs `magpie index`, and looks at what is left. Gives the exit code.
    func index(injecting fault: String, into call: String, at moment: Int) throws -> Int32 {
        let store = "\(call)-\(moment)-\(fault.prefix(6))"
        let options = ["-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):error=\(fault)"]
        let command = [magpieBinary, "index", "in", "--store", store, "--json", "--jobs", "1"]
        let ended = try Running(try #require(Self.strace), options + command, in: place.path).wait()
        let note: Comment = "\(call) \(fault): \(ended.errors)"
        let expected: Set<Int32> = fault.hasPrefix("ENOSPC") ? [0, 75] : [0, 2]
        #expect(expected.contains(ended.code), note)
        #expect((ended.code == 0) == ended.errors.isEmpty, note)
        let said = Set(try ended.json().map(\.itemID))
        if !said.isEmpty { #expect(try place.ids(of: store).isSuperset(of: said), note) }
        let next = try place.magpie("index", "in", "--store", store, "--json")
        #expect(next.code == 0, "\(note) \(next.errors)")
        #expect(try place.ids(of: store).count == 3, note)
        return ended.code
    }

    @Test(
        "an error of the disk at any write is said, and never leaves a store that cannot be gone on with",
        .enabled(if: strace != nil, "skipped: there is no strace"), arguments: ["pwrite64", "fdatasync"])
    func errors(call: String) throws {
        try fill(3)
        let listing = place / "calls"
        let trace = ["-f", "-o", listing.text, "-e", "trace=\(call)"]
        let command = [magpieBinary, "index", "in", "--jobs", "1", "--quiet"]
        #expect(try Running(try #require(Self.strace), trace + command, in: place.path).wait().code == 0)
        let text = String(decoding: try contents(of: listing), as: UTF8.self)
        let calls = text.components(separatedBy: "\(call)(").count - 1
        #expect(calls > 5)
        // More of the first ones, while the store is being made; `MAGPIE_TESTS_LONG=1` tries twice as many.
        let (early, late) = Effort.isFull ? (1, 3) : (2, 6)
        let moments = (1...calls).filter { $0 <= 16 ? $0 % early == 0 : $0 % late == 0 }
        var failed = 0
        for moment in moments {
            if try index(injecting: "EIO:when=\(moment)", into: call, at: moment) != 0 { failed += 1 }
        }
        #expect(failed >= moments.count / 2)
        if call == "fdatasync" {
            // After the store has been made.
            var full = 0
            for moment in stride(from: 4, through: calls, by: early) {
                if try index(injecting: "ENOSPC:when=\(moment)", into: call, at: moment) != 0 { full += 1 }
            }
            #expect(full > 0)
            return
        }
        // From one moment on, as a disk fills. What closing the store would tidy up can wait.
        for moment in stride(from: 2, through: calls / 2, by: 5 * early) {
            #expect(try index(injecting: "ENOSPC:when=\(moment)+", into: call, at: moment) == 75)
        }
    }
}
