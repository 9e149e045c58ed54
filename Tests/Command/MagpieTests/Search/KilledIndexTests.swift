import Foundation
import TestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie index interrupted", .timeLimit(.minutes(15)))
struct KilledIndexTests {
    /// `MAGPIE_TESTS_LONG=1` tries 24 times, `MAGPIE_KILLS=200` more often.
    static let rounds =
        ProcessInfo.processInfo.environment["MAGPIE_KILLS"].flatMap(Int.init) ?? Effort.inputs(12, of: 24)
    /// The number of pictures.
    static let count = 120
    let place: Workplace

    init() throws {
        place = try Workplace()
        for number in 0..<Self.count { try place.write(try picture(32, 24, seed: number), to: "in/\(number).jpg") }
    }

    /// The ids in the whole lines of what was printed before the end.
    func acknowledged(_ output: [UInt8]) -> Set<String> {
        let end = output.lastIndex(of: UInt8(ascii: "\n")) ?? 0
        let lines = output[..<end].split(separator: UInt8(ascii: "\n"))
        return Set(
            lines.compactMap { line in
                (try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])?.itemID
            })
    }

    @Test("after kill -9 at any moment all that was printed is in a sound store, and the next run goes on from there")
    func kills() throws {
        var random = SplitMix(seed: 7)
        var cut = 0
        for round in 0..<Self.rounds {
            try? FileManager.default.removeItem(atPath: (place / "catalog.magpie").text)
            for end in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: (place / "catalog.magpie\(end)").text)
            }
            let running = try place.start("index", "in", "--json", "--jobs", "2")
            // Sometimes right away, sometimes with a group on its way to the disk.
            if round % 3 == 0 {
                usleep(UInt32(random.between(0, 300_000)))
            } else {
                running.wait { running.output.count > Int(random.between(1, 8000)) }
                usleep(UInt32(random.between(0, 60_000)))
            }
            running.send(SIGKILL)
            let output = try running.wait().output
            let said = acknowledged(output)
            if said.count < Self.count { cut += 1 }
            guard FileManager.default.fileExists(atPath: (place / "catalog.magpie").text) else {
                #expect(said.isEmpty)
                continue
            }
            if said.isEmpty, (try? CatalogStore(path: (place / "catalog.magpie").text)) == nil { continue }
            let held = try place.ids()
            #expect(said.isSubset(of: held))
            if round % 10 != 1 { continue }
            let ended = try place.magpie("index", "in", "--json")
            #expect(ended.code == 0)
            let actions = try ended.json().actions
            #expect(actions["unchanged", default: 0] == held.count)
            #expect(actions["added", default: 0] == Self.count - held.count)
            #expect(try place.ids().count == Self.count)
        }
        #expect(cut * 5 > Self.rounds)
    }

    @Test(
        "a signal ends it with the code of shells; what was described is kept and said", arguments: [SIGINT, SIGTERM])
    func signals(number: Int32) throws {
        var ended: Ended
        var tries = 0
        repeat {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: (place / "catalog.magpie\(end)").text)
            }
            let running = try place.start("index", "in", "--json", "--jobs", "2", "--prune")
            running.wait { !running.output.isEmpty }
            running.send(number)
            ended = try running.wait()
            tries += 1
            // On a busy machine it may have no time to say what it has kept.
        } while tries < 10 && ended.code != 0 && ended.errors.isEmpty
        #expect(ended.code == 128 + number || ended.code == 0)
        #expect(try ended.json().allSatisfy { $0.isOK && $0.action == "added" })
        #expect(acknowledged(ended.output) == (try place.ids()))
    }
}
