import ImageTypes
import Testing

@testable import magpie

@Suite("Shards")
struct ShardTests {
    @Test("the hash never changes, because jobs are resumed with later versions")
    func constants() {
        #expect(Hash.of([]) == 0xefd0_1f60_ba99_2926)
        #expect(Hash.of(Array("photos/IMG_0001.jpg".utf8)) == 0xfb9b_91f1_6abb_b08f)
    }

    @Test("every path belongs to exactly one part, and the parts are about as large", arguments: [1, 2, 3, 7, 64])
    func partition(count: Int) {
        var sizes = Array(repeating: 0, count: count)
        for number in 0..<6400 {
            let path = Path("2024/IMG_\(number).jpg")
            let owners = (0..<count).filter { Shard(index: $0, count: count).contains(path) }
            #expect(owners.count == 1)
            sizes[owners[0]] += 1
        }
        let fair = 6400 / count
        #expect(sizes.allSatisfy { abs($0 - fair) <= fair / 2 })
    }

    @Test("I/N is read when I is below N")
    func text() {
        #expect(Shard("0/1") == .whole)
        #expect(Shard("7/8") == Shard(index: 7, count: 8))
        for wrong in ["8/8", "-1/8", "1", "1/0", "a/b", "1/2/3", "/", "0x1/8", ""] {
            #expect(Shard(wrong) == nil, "\(wrong)")
        }
    }

    @Test("a Slurm array gives each task its part, from whatever number it starts")
    func slurm() throws {
        func environment(_ id: Int, min: Int, count: Int, step: Int? = nil) -> [String: String] {
            var values = [
                "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(min)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
            ]
            values["SLURM_ARRAY_TASK_STEP"] = step.map { "\($0)" }
            return values
        }
        #expect(try Shard.fromScheduler([:]) == nil)
        #expect(try Shard.fromScheduler(environment(3, min: 0, count: 8)) == Shard(index: 3, count: 8))
        #expect(try Shard.fromScheduler(environment(5, min: 4, count: 3)) == Shard(index: 1, count: 3))
        #expect(try Shard.fromScheduler(environment(6, min: 0, count: 4, step: 2)) == Shard(index: 3, count: 4))
        #expect(try Shard.fromScheduler(environment(1, min: 1, count: 1)) == nil)
        #expect(throws: UsageError.self) { try Shard.fromScheduler(environment(9, min: 1, count: 3)) }
    }
}
