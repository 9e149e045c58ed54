import Foundation
import Testing

@testable import magpie

/// Of the contract in "Batches on Clusters", what no other suite checks.
@Suite("magpie as a worker", .timeLimit(.minutes(5)))
struct WorkerTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    @Test("the same bytes come out whatever the number of parts and of workers", arguments: [1, 3, 7])
    func sameBytes(count: Int) throws {
        for number in 0..<24 {
            try place.write(try picture(60, 40, seed: number), to: "in/\(number % 4)/\(number).jpg")
        }
        let whole = try place.magpie(
            "prep", "in", "-o", "whole", "--size", "32", "--colors", "3", "--json", "--jobs", "1")
        var lines: [String: [String]] = [:]
        for index in 0..<count {
            let ended = try place.magpie(
                "prep", "in", "-o", "parts", "--size", "32", "--colors", "3", "--shard", "\(index)/\(count)", "--json",
                "--jobs", "\(index % 4 + 1)")
            lines.merge(try colors(ended)) { $1 }
        }
        #expect(place.files(in: "parts") == place.files(in: "whole"))
        #expect(lines == (try colors(whole)))
    }

    private func colors(_ ended: Ended) throws -> [String: [String]] {
        try ended.byPath().mapValues { line in
            (line["colors"] as? [[String: Any]] ?? []).map { "\($0["hex"] ?? "") \($0["share"] ?? "")" }
        }
    }

    @Test("a bad input is a line and no failure for a program that hands out inputs, unless --max-errors says so")
    func badInputs() throws {
        try place.write([1, 2, 3], to: "bad.jpg")
        for verb in [
            ["prep", "-o", "out"], ["colors"], ["index", "--store", "s.magpie"], ["discover", "--boxes-only"],
        ] {
            let words = verb + ["-", "--json", "--quiet"]
            func run(_ more: String...) throws -> Ended {
                try Running(magpieBinary, words + more, in: place.path, input: Array("bad.jpg\nno.jpg\n".utf8)).wait()
            }
            let ended = try run()
            #expect(ended.code == 0, "\(words)")
            #expect(try Set(ended.json().map { $0["path"] as? String }) == ["bad.jpg", "no.jpg"])
            #expect(try ended.json().allSatisfy { !$0.isOK && $0.errorCode != nil })
            #expect(try run("--max-errors", "1").code == 3)
        }
        try place.write(Array("bad.jpg\nno.jpg\n".utf8), to: "list")
        for index in 0..<2 {
            #expect(try place.magpie("colors", "--list", "list", "--shard", "\(index)/2").code == 0)
        }
        // A person who names files wants to know.
        #expect(try place.magpie("colors", "--list", "list").code == 3)
    }

    @Test("a list that cannot be read to its end ends the run with 2, for every part of it")
    func brokenList() throws {
        try place.write([0xff, 0xfe, 0x61, 0, 0x0a, 0], to: "wide")
        for index in 0..<2 {
            let ended = try place.magpie("colors", "--list", "wide", "--shard", "\(index)/2", "--json")
            #expect(ended.code == 2 && ended.output.isEmpty)
            #expect(ended.errors == "magpie: wide: the list is UTF-16; write it as UTF-8\n")
            // A file that opens and cannot be read, as on a server that is gone.
            #expect(try place.magpie("colors", "--list", "/proc/self/mem", "--shard", "\(index)/2").code == 2)
            // Such a part of an index is not complete.
            #expect(try place.magpie("index", "--list", "wide", "--shard", "\(index)/2").code == 2)
        }
        let ended = try place.magpie(
            "store", "merge", "catalog.0-of-2.magpie", "catalog.1-of-2.magpie", "-o", "all.magpie")
        #expect(ended.code == 2 && ended.errors.contains("part 0/2 in catalog.0-of-2.magpie is not complete"))
    }

    @Test("empty standard input gives no output and exit 0", arguments: ["prep", "colors", "index", "discover"])
    func empty(verb: String) throws {
        let more = ["prep": ["-o", "out"], "discover": ["--boxes-only"]][verb] ?? []
        for shard in [[], ["--shard", "1/3"]] {
            let ended = try Running(magpieBinary, [verb, "-", "--json"] + more + shard, in: place.path).wait()
            #expect(ended.code == 0 && ended.output.isEmpty)
        }
    }

    @Test("a task takes its part from the environment of its scheduler")
    func schedulers() throws {
        for number in 0..<30 { try place.write(try picture(40, 30, seed: number), to: "in/\(number).jpg") }
        func names(_ words: [String], _ environment: [String: String] = [:]) throws -> Set<String> {
            let ended = try Running(
                magpieBinary, ["colors", "in", "--json"] + words, in: place.path, environment: environment
            ).wait()
            #expect(ended.code == 0, "\(ended.errors)")
            return Set(try ended.byPath().keys)
        }
        let part = try names(["--shard", "2/4"])
        #expect(!part.isEmpty && part.count < 30)
        #expect(try names(["--shards", "4"], ["JOB_COMPLETION_INDEX": "2"]) == part)
        #expect(try names(["--shards", "4"], ["SLURM_ARRAY_TASK_ID": "2"]) == part)
        let array = ["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "4"]
        #expect(try names([], array) == part)
        // Tasks 2 and 3 of the four are started again: without --shards they would be halves.
        let again = ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "2", "SLURM_ARRAY_TASK_COUNT": "2"]
        #expect(try names(["--shards", "4"], again) == part)
        #expect(try names(["--shard", "2/4", "--shards", "9"], array) == part)
        let all = try place.magpie("colors", "in", "--json", environment: ["JOB_COMPLETION_INDEX": "2"])
        #expect(
            all.errors
                == "magpie: JOB_COMPLETION_INDEX is set, but every task does all inputs; --shards N divides them\n")
        for (environment, reason) in [
            ([:], "--shards needs JOB_COMPLETION_INDEX or SLURM_ARRAY_TASK_ID; without them: --shard I/4"),
            (["JOB_COMPLETION_INDEX": "4"], "JOB_COMPLETION_INDEX is '4', but --shards 4 has the parts 0 to 3"),
            (["SLURM_ARRAY_TASK_ID": "x"], "SLURM_ARRAY_TASK_ID is 'x', but --shards 4"),
        ] as [([String: String], String)] {
            let ended = try place.magpie("colors", "in", "--shards", "4", environment: environment)
            #expect(ended.code == 1 && ended.errors.contains(reason), "\(ended.errors)")
        }
    }

    @Test("a reader that goes away ends every verb quietly", arguments: ["colors", "index", "discover"])
    func closedOutput(verb: String) throws {
        // With such names there are more bytes than a pipe holds, so that no run ends before its reader.
        let long = String(repeating: "n", count: 240)
        for number in 0..<160 { try place.write(try picture(200, 150, seed: number), to: "in/\(long)\(number).jpg") }
        let more = verb == "discover" ? "--boxes-only" : ""
        let command = "\"$0\" \(verb) in --json --quiet \(more) | head -n 1; exit ${PIPESTATUS[0]}"
        let ended = try Running("/bin/bash", ["-c", command, magpieBinary], in: place.path).wait()
        #expect(ended.code == 141 && ended.lines.count == 1 && ended.errors == "")
        if verb == "index" { #expect(try place.magpie("store", "check").code == 0) }
    }
}
