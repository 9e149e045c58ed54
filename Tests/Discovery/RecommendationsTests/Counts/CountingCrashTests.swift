import Foundation
import Recommendations
import SearchAPI
import TestSupport
import Testing
import VisualSearch

@testable import event_writer

@Suite(.serialized, .timeLimit(.minutes(15)))
struct CountingCrashTests {
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "event-writer")

    @Test func `kill -9 at random moments loses no acknowledged event and counts none twice`() throws {
        let place = try EventFolder()
        var numbers = SplitMix(seed: 5)
        var acknowledged = 0
        for round in 0..<Effort.inputs(40, of: 100) {
            let process = Process()
            let output = Pipe()
            process.executableURL = CountingCrashTests.program
            process.arguments = [place.path, "100000"]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            var said = Data()
            // One in four dies while it starts or opens the file, the others while they write.
            if !round.isMultiple(of: 4) { said = output.fileHandleForReading.availableData }
            usleep(UInt32.random(in: 0..<10_000, using: &numbers))
            kill(process.processIdentifier, SIGKILL)
            said += output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal)
            let last = String(decoding: said, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }.last
            acknowledged = max(acknowledged, last ?? 0)
            guard FileManager.default.fileExists(atPath: place.path) else { continue }
            let store = try EventStore(path: place.path)
            let batches = try store.latest(1).first?.query.flatMap { Int($0) } ?? 0
            #expect(batches == acknowledged || batches == acknowledged + 1, "round \(round)")
            acknowledged = batches
            #expect(try place.counts.report().waiting == 0)
        }
        #expect(acknowledged > 40)
        let store = try EventStore(path: place.path)
        #expect(try store.latest(.max).count == acknowledged * Shopping.batchSize)
        let counted = try RecountTests.state(place.path)
        try store.recount()
        #expect(try RecountTests.state(place.path) == counted)
    }
}
