import Foundation
import Testing

@testable import magpie

@Suite("magpie in parts")
struct ShardedRunTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        for number in 0..<40 {
            try place.write(try picture(40, 30, seed: number), to: "in/\(number % 3)/\(number).jpg")
        }
    }

    func part(_ index: Int, of count: Int, out: String = "parts") throws -> [UInt8] {
        try place.magpie("prep", "in", "-o", out, "--shard", "\(index)/\(count)", "--json").output
    }

    @Test("the parts together are the whole, and none overlaps another", arguments: [2, 5])
    func union(count: Int) throws {
        try place.magpie("prep", "in", "-o", "whole")
        var lines = 0
        for index in 0..<count { lines += try part(index, of: count).count { $0 == UInt8(ascii: "\n") } }
        #expect(lines == 40)
        #expect(place.files(in: "whole").count == 40)
        #expect(place.files(in: "parts") == place.files(in: "whole"))
    }

    @Test("a Slurm task takes its part without an option")
    func slurm() throws {
        let slurm = [
            "SLURM_ARRAY_TASK_ID": "6", "SLURM_ARRAY_TASK_MIN": "5", "SLURM_ARRAY_TASK_COUNT": "3",
        ]
        try place.magpie("prep", "in", "-o", "slurm", environment: slurm)
        _ = try part(1, of: 3)
        #expect(place.files(in: "slurm") == place.files(in: "parts"))
        #expect(!place.names(in: "slurm").isEmpty)
    }

    @Test("a list is divided by its paths, whatever their order")
    func list() throws {
        let paths = place.names(in: "in").map { "in/" + $0 }
        func names(_ paths: [String]) throws -> Set<String> {
            let ended = try place.magpie(
                "colors", "-", "--shard", "1/3", "--json", input: paths.joined(separator: "\n"))
            return Set(try ended.byPath().keys)
        }
        let found = try names(paths)
        #expect(!found.isEmpty)
        #expect(found.count < paths.count)
        #expect(try names(paths.reversed()) == found)
    }

    @Test("merge joins all parts in their order")
    func merge() throws {
        var whole: [UInt8] = []
        for index in 0..<3 {
            let bytes = try part(index, of: 3)
            try place.write(bytes, to: "\(index).jsonl")
            whole += bytes
        }
        let ended = try place.magpie("merge", "2.jsonl", "0.jsonl", "1.jsonl")
        #expect(ended.code == 0)
        #expect(ended.output == whole)
        #expect(try ended.json().count == 40)
    }

    @Test("merge prints nothing where a part is missing, doubled, torn or of another version")
    func wrongParts() throws {
        for index in 0..<3 { try place.write(try part(index, of: 3), to: "\(index).jsonl") }
        let last = try contents(of: place / "2.jsonl")
        let text = String(decoding: last, as: UTF8.self)
        try place.write(Array(last.dropLast(30)), to: "torn.jsonl")
        let other = text.replacingOccurrences(of: "\"\(Version.number)\"", with: "\"0.0.0\"")
        try place.write(Array(other.utf8), to: "old.jsonl")
        try place.write(Array("{\"path\":\"a\",\"ok\":true}\n".utf8), to: "whole.jsonl")
        try place.write([], to: "empty.jsonl")
        func code(_ files: String...) throws -> Int32 {
            let ended = try Running(magpieBinary, ["merge"] + files, in: place.path).wait()
            #expect(ended.code == 0 || ended.output.isEmpty)
            return ended.code
        }
        #expect(try code("0.jsonl", "1.jsonl") == 2)
        #expect(try code("0.jsonl", "1.jsonl", "1.jsonl") == 2)
        #expect(try code("0.jsonl", "1.jsonl", "2.jsonl", "2.jsonl") == 2)
        #expect(try code("0.jsonl", "1.jsonl", "torn.jsonl") == 2)
        #expect(try code("0.jsonl", "1.jsonl", "old.jsonl") == 2)
        #expect(try code("whole.jsonl") == 2)
        #expect(try code("0.jsonl", "1.jsonl", "2.jsonl", "empty.jsonl") == 2)
        // A part without images prints nothing.
        #expect(try code("0.jsonl", "1.jsonl", "empty.jsonl") == 0)
        #expect(try code("0.jsonl", "1.jsonl", "2.jsonl") == 0)
    }
}
