import Foundation
import Imaging
import TestSupport
import Testing

@testable import magpie

@Suite("magpie killed", .timeLimit(.minutes(15)))
struct KilledCommandTests {
    /// `MAGPIE_KILLS=200` tries more often.
    private static let rounds =
        ProcessInfo.processInfo.environment["MAGPIE_KILLS"].flatMap(Int.init) ?? Effort.inputs(6, of: 24)

    /// Names of unfinished files below a folder.
    private func unfinished(_ place: Workplace, in folder: String) -> [String] {
        place.files(in: folder).keys.map(\.text).filter { $0.contains(AtomicFile.prefix) }
    }

    @Test("what a killed run of prep has left in a folder is gone after the next run, without --update as well")
    func prep() throws {
        let place = try Workplace()
        for number in 0..<12 { try place.write(try picture(900, 700, seed: number), to: "in/sub/\(number).jpg") }
        var left = 0
        for _ in 0..<Self.rounds {
            let running = try place.start("prep", "in", "-o", "web", "--size", "900", "-j", "2", "-q")
            running.wait { !unfinished(place, in: "web").isEmpty }
            running.send(SIGKILL)
            _ = try running.wait()
            left += unfinished(place, in: "web").count
            try place.write([1], to: "web/sub/.magpie-notes")
            #expect(try place.magpie("prep", "in", "-o", "web", "--size", "90", "-q").code == 0)
            #expect(unfinished(place, in: "web") == ["sub/.magpie-notes"])
            try FileManager.default.removeItem(atPath: (place / "web").text)
        }
        #expect(left > 0, "no run was killed while it wrote")
    }

    @Test("runs at once in one folder leave the unfinished files of each other alone")
    func beside() throws {
        let place = try Workplace()
        for number in 0..<24 { try place.write(try picture(64, 48, seed: number), to: "in/\(number).jpg") }
        for _ in 0..<4 {
            let runs = try (0..<4).map { shard in
                try place.start("prep", "in", "-o", "web", "--shard", "\(shard)/4", "-q")
            }
            for run in runs {
                let ended = try run.wait()
                #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
            }
            #expect(place.names(in: "web").count == 24)
            try FileManager.default.removeItem(atPath: (place / "web").text)
        }
    }

    @Test("a killed move of duplicates leaves whole files only, the next run goes on, and both can be undone")
    func move() throws {
        var (cut, random) = (0, SplitMix(seed: 3))
        for _ in 0..<Self.rounds {
            let place = try Workplace()
            var before: [magpie.Path: [UInt8]] = [:]
            for number in 0..<40 {
                let bytes = try picture(32, 24, seed: number)
                for name in ["a\(number).jpg", "sub/b\(number).jpg"] {
                    try place.write(bytes, to: "in/" + name)
                    before[Path(name)] = bytes
                }
            }
            func pictures(_ folder: String) -> [magpie.Path: [UInt8]] {
                place.files(in: folder).filter { $0.key.text.hasSuffix(".jpg") }
            }
            let words = ["duplicates", "in", "--move", "out", "--apply", "--only-bytes"]
            let running = try Running(magpieBinary, words + ["--undo-list", "first.jsonl"], in: place.path)
            let wanted = Int(random.between(0, 20))
            running.wait { pictures("out").count > wanted }
            running.send(SIGKILL)
            _ = try running.wait()
            let moved = pictures("out")
            if 1..<40 ~= moved.count { cut += 1 }
            #expect(moved.allSatisfy { before[$0.key] == $0.value }, "\(moved.mapValues(\.count))")
            let next = try place.magpie(words + ["--undo-list", "second.jsonl"])
            #expect(next.code == 0 && !next.text.contains("left "), "\(next.text)")
            #expect(pictures("out").count == 40 && pictures("in").count == 40)
            for list in ["second.jsonl", "first.jsonl"]
            where FileManager.default.fileExists(atPath: (place / list).text) {
                let undone = try place.magpie("duplicates", "--undo", list, "--apply")
                #expect(undone.code == 0, "\(undone.text)")
            }
            #expect(pictures("in") == before && pictures("out").isEmpty)
        }
        #expect(cut > 0, "no run was killed in its time")
    }

    @Test(
        "a machine without memory for libvips is told so with 75, and not to install it",
        .disabled(if: Sanitizer.isOn, "skipped: a sanitizer maps more than the limits"),
        arguments: ["prep samples -o out --format avif", "index samples --store new.magpie", "colors samples"])
    func memory(words: String) throws {
        let place = try Workplace()
        for number in 0..<3 {
            try place.write(try picture(64, 48, seed: number, as: .webp(quality: 80)), to: "samples/\(number).webp")
        }
        for limit in stride(from: 180_000, through: 320_000, by: 20_000) {
            for quiet in ["", " -q"] {
                let call = "ulimit -v \(limit); exec '\(magpieBinary)' \(words)\(quiet)"
                let ended = try Running("/bin/bash", ["-c", call], in: place.path).wait()
                #expect(ended.code != 2 && ended.code != 3, "\(limit): \(ended.code) \(ended.errors)")
                #expect(!ended.errors.contains("install libvips"), "\(limit): \(ended.errors)")
                if ended.code == 75 { #expect(!ended.errors.isEmpty) }
            }
        }
    }
}
