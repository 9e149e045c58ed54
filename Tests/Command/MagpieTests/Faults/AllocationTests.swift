import Foundation
import TestSupport
import Testing
import TransportTestSupport

@testable import magpie

@Suite(
    "Memory and threads that run out", .timeLimit(.minutes(15)),
    .enabled(if: FaultyCalls.library != nil, Comment(rawValue: FaultyCalls.reason)),
    .disabled(if: Sanitizer.isOn, "skipped: what lets calls fail takes the place of the allocations of a sanitizer"))
struct AllocationTests {
    let files: FaultedPlace

    init() throws { files = try FaultedPlace() }

    /// The number of calls of a job that are tried, which `MAGPIE_TESTS_ALLOCATIONS` sets; nil for each of them.
    private static let samples: Int? = {
        let text = ProcessInfo.processInfo.environment["MAGPIE_TESTS_ALLOCATIONS"]
        return text == "all" ? nil : text.flatMap { Int($0) } ?? 2
    }()

    /// The calls that are tried, spread over all of them.
    private static func places(_ calls: Range<Int>) -> [Int] {
        guard let samples, samples < calls.count else { return Array(calls) }
        return (0..<samples).map { calls.lowerBound + calls.count * (2 * $0 + 1) / (2 * samples) }
    }

    /// Runs a job with some calls that fail, and looks at what is left. Returns the number of faults that were tried.
    ///
    /// - Parameters:
    ///   - before: So many calls at the start of the job succeed.
    ///   - code: That of a job without what it needs.
    ///   - alone: False where each call fails with all after it, and never alone.
    ///   - chosen: The calls that are tried; a sample without it.
    ///   - hidden: What a library says where it takes a failed allocation for something else.
    private func sweep(
        _ job: FaultedJob, _ faults: FaultyCalls, before: Int = 0, code: Int32 = 75, alone: Bool = true,
        chosen: [Int]? = nil, hidden: [String] = []
    ) throws -> Int {
        try files.reset(for: job)
        let sound = try faults.outcome(of: job.words, in: files.place)
        let expected = try files.content()
        guard sound.calls > before else { return 0 }
        let places = chosen ?? Self.places(before + 1..<sound.calls + 1)
        let all = places.flatMap { place in [(place, Int.max)] + (alone ? [(place, 1)] : []) }
        // Of a sample every fourth one: of one job a call with all after it, of the next one a later call alone.
        let turn = FaultedJob.all.firstIndex { $0.testDescription == job.testDescription } ?? 0
        let list =
            Self.samples == nil || !alone
            ? all : all.enumerated().filter { $0.offset % 4 == turn % 2 * 3 }.map(\.element)
        var hits = 0
        for (first, span) in list {
            try files.reset(for: job)
            let faulty = FaultyCalls(calls: faults.calls, from: faults.from, first: first, span: span)
            let outcome = try faulty.outcome(of: job.words, in: files.place)
            hits += outcome.hits
            let note: Comment = """
                \(faults.calls) \(first) of \(sound.calls), \(span == 1 ? "alone" : "and all after it"), in \
                \(outcome.origin): \(outcome.ended.code) \(outcome.text)
                """
            if !hidden.contains(where: outcome.text.contains) {
                #expect(outcome.ended.code == sound.ended.code || outcome.ended.code == code, note)
                let names = ["memory", "thread", "open files", "ulimit -n"].contains(where: outcome.text.contains)
                #expect(outcome.ended.code == sound.ended.code || names, note)
            }
            #expect(files.leftovers == [], note)
            let kept = try files.content()
            #expect(job.acknowledged.isSubset(of: (kept ?? [:]).keys), note)
            if outcome.ended.code == sound.ended.code { #expect(kept == expected, note) }
            files.removeMade()
            let again = try files.place.magpie(job.words)
            #expect(again.code == sound.ended.code, "\(note) again: \(again.errors)")
            #expect(try files.content() == expected, note)
        }
        #expect(hits > 0, "no call of \(faults.calls) failed")
        return list.count
    }

    @Test(
        "any allocation of the C code and its libraries may fail: an error that names memory, and a whole store",
        arguments: FaultedJob.chosen)
    func allocations(job: FaultedJob) throws {
        let tried = try sweep(job, FaultyCalls())
        #expect(tried > 0)
        if Self.samples == nil { print("\(job.testDescription): \(tried) faults") }
    }

    /// Among them are those where the describer of the store is read, of some 25,000 calls in all. `MAGPIE_TESTS_LONG=1`
    /// tries every twentieth of the first 2,000.
    @Test("a repair without memory to read what a store was made with says so, and does not ask for the describer")
    func repair() throws {
        let job = try #require(FaultedJob.all.first { $0.testDescription == "store repair" })
        let calls = Array(stride(from: 20, to: 2000, by: Effort.isFull ? 20 : 160))
        #expect(try sweep(job, FaultyCalls(from: ["libsqlite3"]), alone: false, chosen: calls) == calls.count)
    }

    /// The first request asks what the model takes, and each picture is one more.
    @Test("a request to a model elsewhere for which memory or descriptors run out ends the command with 75")
    func requests() throws {
        let server = try TestServer(handler: ModelHandler())
        let job = FaultedJob(
            testDescription: "index with a describer elsewhere",
            words: [
                "index", "two", "-q", "--jobs", "1", "--describer", "http://127.0.0.1:\(server.port)#m",
                "--store", FaultedJob.name,
            ],
            store: nil, acknowledged: [])
        let hidden = ["Could not resolve host", "getaddrinfo() thread failed to start", "Empty reply from server"]
        #expect(try sweep(job, FaultyCalls(from: ["libcurl"]), hidden: hidden) > 0)
        let files = FaultyCalls(calls: .files, from: ["program"])
        #expect(try sweep(job, files, before: 16, alone: false, hidden: hidden) > 0)
    }

    /// Of more than 200,000 calls in the process of the model. The library ends that process where it cannot tell of one,
    /// and neither its memory nor its threads come back for another attempt.
    @Test(
        "a model of a folder for which memory or threads run out ends the command with 2 and names them, or is used",
        .enabled(if: MadeModels.runtime != nil, MadeModels.noRuntime))
    func model() throws {
        try PictureModel.write(to: "model", in: files.place)
        let job = FaultedJob(
            testDescription: "index with a model of a folder",
            words: [
                "index", "two", "-q", "--jobs", "1", "--model", "model", "--onnxruntime",
                try #require(MadeModels.runtime), "--store", FaultedJob.name,
            ],
            store: nil, acknowledged: [])
        let library = ["libonnxruntime"]
        #expect(try sweep(job, FaultyCalls(from: library), code: 2) > 0)
        #expect(try sweep(job, FaultyCalls(calls: .threads, from: library), code: 2) > 0)
    }

    @Test("a part of the log that cannot be mapped is an error that names memory", arguments: FaultedJob.all.prefix(2))
    func maps(job: FaultedJob) throws {
        #expect(try sweep(job, FaultyCalls(calls: .maps, from: ["libsqlite3"])) > 0)
    }

    /// SQLite opens a file for reading where it cannot be opened for writing, so that a descriptor that is missing once
    /// has another error.
    @Test(
        "descriptors that run out at any call of a job end it with 75 and a sentence",
        arguments: Effort.some(FaultedJob.all.filter { ["index", "store", "rules", "prep"].contains($0.words[0]) }))
    func files(job: FaultedJob) throws {
        let faults = FaultyCalls(calls: .files, from: ["program", "libsqlite3"])
        // The first ones are those with which each command looks whether there are enough.
        #expect(try sweep(job, faults, before: 16, alone: false) > 0)
    }

    @Test("threads that cannot be started end a command with 75, and none hangs")
    func threads() throws {
        for job in FaultedJob.all.prefix(4) {
            #expect(try sweep(job, FaultyCalls(calls: .threads, from: ["program", "libvips"])) > 0)
        }
        let faults = FaultyCalls(calls: .threads, from: ["program", "libdispatch"], first: 1, span: .max)
        for words in [["--version"], ["search", "in/rgb.png", "--store", "base.magpie"]] {
            let outcome = try faults.outcome(of: words, in: files.place)
            #expect(outcome.ended.code == 75 && outcome.text.contains("too few threads"), "\(words): \(outcome)")
        }
    }

    @Test("a server whose threads or memory run out while it starts says so with 75, or serves")
    func server() throws {
        let words = ["serve", "--store", "base.magpie", "--port", "0", "--quiet"]
        for calls in [FaultyCalls.Calls.memory, .threads] {
            var refusals = 0
            for first in 1...16 {
                let faults = FaultyCalls(calls: calls, from: ["program", "libmicrohttpd"], first: first)
                let outcome = try faults.outcome(of: words, in: files.place) {
                    String(decoding: $0.output, as: UTF8.self).contains("Serving")
                }
                #expect([0, 75].contains(outcome.ended.code), "\(calls) \(first): \(outcome)")
                guard outcome.ended.code == 75 else { continue }
                refusals += 1
                #expect(outcome.text.contains("memory") || outcome.text.contains("thread"), "\(outcome)")
            }
            #expect(refusals > 0)
        }
        #expect(files.leftovers == [])
    }
}
